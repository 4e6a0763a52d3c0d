"""Players of Tank War."""

from __future__ import annotations

from steelyard.analysis.policies import Perfect
from steelyard.bots.kinds import Kind

KINDS = {
    "perfect": Kind(Perfect, "the best mix of the solved game: on average it cannot be beaten", solved=True),
}
