"""`python -m steelyard` is the command `steelyard`."""

import sys

from steelyard.cli import main

sys.exit(main())
