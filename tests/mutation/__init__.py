"""Mutation testing: small faults are planted in the rules of a game, one at a time, and its own tests must notice.

`mutants` finds the faults that can be planted, `testing` runs the tests against each, `survivors` reads which faults
are known to go unnoticed and why, and `python -m tests.mutation --help` tells how to start.
"""
