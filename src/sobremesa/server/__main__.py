"""This is what `python -m sobremesa.server` runs."""

from sobremesa.server.serve import main

main()
