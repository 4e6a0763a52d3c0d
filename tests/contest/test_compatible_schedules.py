"""Contests that began with an earlier version go on: games, seeds, boards and order of every kind stay."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from steelyard.contest.report.json_report import report_json
from tests.contest.simulation import by_chance, contest, names, play_out

GROUPS = '[[stages]]\nkind = "groups"\n'
SWISS = '[[stages]]\nkind = "swiss"\n'
KNOCKOUT = '[[stages]]\nkind = "knockout"\n'
FINALS = '[[stages]]\nkind = "finals"\n'
QUALIFICATION = '[[stages]]\nkind = "qualification"\n'
PLAYOFF = '[[stages]]\nkind = "playoff"\n'
WINTER = """\
[[stages]]
kind = "groups"
name = "Group play"
boards = 3             # drawn by seed; nobody sees them before they are played
points = [3, 1, 0]     # for a match won, drawn, lost
ranking = ["match_points"]
advance = 4

# Teams level for the fourth place play additional matches.
[[stages]]
kind = "playoff"
name = "Additional matches"
boards = 3

# Semi-finals on four boards, the final on five; when a match is level, one more board at a time.
[[stages]]
kind = "finals"
semi_finals = 4
final = 5
third_place = 4
decide = ["wins", "extra", "lot"]
extra = 5
"""  # the template as it was when all of its boards had the usual size

CONTESTS = {
    "groups": GROUPS + "groups = 3\nadvance = 2\nboards = 2\n" + KNOCKOUT + "boards = 1\n",
    "swiss": SWISS + "rounds = 4\nadvance = 4\ntwice = false\n" + FINALS + "boards = 2\nfinal = 3\n",
    "qualification": QUALIFICATION + 'system = "swiss"\nadvance = 5\n' + KNOCKOUT + "third_place = false\n",
    "round-robin": QUALIFICATION
    + "advance = 6\n"
    + KNOCKOUT
    + 'decide = ["wins", "tanks", "extra", "lot"]\n',
    "playoff": GROUPS + 'advance = 4\nranking = ["wins"]\n' + PLAYOFF + "boards = 1\n" + FINALS,
    "winter": WINTER,
    "teacher": '[teacher]\nbot = "greedy"\nname = "T"\ngames = 3\nboards = 2\n' + KNOCKOUT,
}
DIGESTS = {
    "groups": "1dd10634878ae306",
    "swiss": "66f30470d698bad5",
    "qualification": "f97725aa7d1208f8",
    "round-robin": "2798eb167638edb5",
    "playoff": "05c05affe4d40372",
    "winter": "0c2fbe51710c2421",
    "teacher": "ad60745f1272fb8f",
}


def digest(stages: str) -> str:
    """All games that are scheduled one after the other, and all that is reported in the end."""
    game = "tank_war" if "tanks" in stages else "tank_duel"
    told = contest(stages, names(11), game=game, drawn="secret")
    found = hashlib.sha256()
    for seed in (1, 2):
        progress = play_out(told, by_chance(seed), rng=Random(seed))
        assert progress.done
        for pairing in progress.pairings():
            for slot in pairing.slots:
                found.update(repr((slot.id, slot.stage, slot.round, slot.seats, slot.seed)).encode())
                found.update(repr((slot.board.label, slot.board.listed, slot.board.wishes)).encode())
        report = report_json(progress, measured=True)
        del report["isolated"], report["not_enforced"]
        found.update(repr(report).encode())
    return found.hexdigest()[:16]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", CONTESTS)
def test_schedules_stay_as_they_were(name: str) -> None:
    assert digest(CONTESTS[name]) == DIGESTS[name]
