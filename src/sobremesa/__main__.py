"""This runs the command line as `python -m sobremesa`."""

import sys

from sobremesa.cli.main import main

sys.exit(main())
