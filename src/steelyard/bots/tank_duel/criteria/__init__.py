"""A model of the opponent: what it will do, judged by what it has done."""
