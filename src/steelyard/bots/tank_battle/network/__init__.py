"""The learnt part of the evaluation: a small network, updated move by move."""
