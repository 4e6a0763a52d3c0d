"""Games between bot programs: the only package that starts processes and reads clocks."""
