"""Take the addresses out of an npm lock file: versions and hashes say what is installed.

python requirements/without_addresses.py package-lock.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

lock = Path(sys.argv[1])
content = json.loads(lock.read_text("utf-8"))
for package in content["packages"].values():
    package.pop("resolved", None)
    package.pop("funding", None)
lock.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
