"""Another version of Steelyard that a benchmark is compared with."""

from __future__ import annotations

import argparse
from pathlib import Path


def source_folder(text: str) -> Path:
    """A `src` folder, for argparse: with anything else a version would be compared with itself."""
    folder = Path(text)
    if not (folder / "steelyard" / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(
            f"{text} has no package steelyard; name the src folder of a checkout"
        )
    return folder.resolve()
