"""The whole contest once more: its stages, its ranking, its grades."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.contest.recomputation import brackets, formula
from tests.contest.recomputation.games import DRAWN, LOST, TEACHER_STAGE, WON, Games, Journal, Match, Result
from tests.contest.recomputation.stage import Levels, Stage, place
from tests.contest.recomputation.tables import Scoring, playoff, table_stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

BRACKETS = {
    "knockout": brackets.knockout,
    "finals": brackets.finals,
    "double_elimination": brackets.double_elimination,
}


class Recomputation:
    """`text` is the contest file, `journal` its entries; `report` is read where chance decides."""

    def __init__(
        self,
        text: str,
        entrants: Sequence[str],
        journal: Iterable[Mapping[str, Any]],
        report: Mapping[str, Any],
    ) -> None:
        self.file = tomllib.loads(text, parse_float=Fraction)
        first = self.file["stages"][0]
        one_group = first["kind"] == "groups" and first.get("groups", 1) == 1
        everybody = first["kind"] == "qualification" and first.get("system", "round-robin") == "round-robin"
        self.journal, self.entrants = Journal(journal, all_meet=one_group or everybody), entrants
        teacher = self.file.get("teacher")
        self.teacher_name = None if teacher is None else teacher.get("name", "the teacher's bot")
        suspend_after = self.file.get("policy", {}).get("suspend_after", 3)
        self.games = Games(self.journal, suspend_after, self.teacher_name)
        reported = list(report["stages"])
        self.scheduled = {
            game["id"] for told in reported for match in told["matches"] for game in match["games"]
        }
        self.names = [name for name in entrants if name not in self.journal.quarantined]
        if self.file.get("seeding", "lot") == "lot":
            self.names.sort(key=[*reported[0]["entrants"], *self.names].index)
        self.against_teacher: list[Match] = []
        if teacher is not None:
            self.against_teacher = self._stage(TEACHER_STAGE, teacher, self.names, reported.pop(0)).matches
        self.stages: list[Stage] = []
        names = [name for name in self.names if name not in self._leaving(TEACHER_STAGE)]
        for index, (keys, told) in enumerate(zip(self.file["stages"], reported, strict=True)):
            stage = self._stage(index, keys, names, told)
            self._play(stage, keys["kind"])
            self.stages.append(stage)
            names = stage.advancing

    def _leaving(self, stage: int) -> set[str]:
        """Those who are disqualified or withdrawn and drawn in no stage after that one."""
        return {name for name, last in self.journal.last_stage.items() if last <= stage}

    def _stage(self, index: int, keys: Mapping[str, Any], names: list[str], told: Mapping[str, Any]) -> Stage:
        matches = []
        for each in told["matches"]:
            seats = [game["seats"] for game in each["games"]]
            match = Match(each["round"], each["first"], each["second"], seats, each["winner"])
            match.results = [
                self.games.result(index, match.round, game["id"], game["seats"]) for game in each["games"]
            ]
            matches.append(match)
        rows = [[row["name"] for row in table["rows"]] for table in told["tables"]]
        winners = [None if match.second else match.first for match in matches]
        reasons = ["" for _ in matches]
        return Stage(
            index,
            keys,
            names,
            told["advancing"],
            rows,
            matches,
            self._leaving(index),
            {name for name in self.names if self.journal.withdrew(name)},
            is_last=index + 1 == len(self.file["stages"]),
            winners=winners,
            reasons=reasons,
        )

    def _play(self, stage: Stage, kind: str) -> None:
        if kind in BRACKETS:
            BRACKETS[kind](stage)
            return

        def forfeits(name: str, round_: int) -> bool:
            return self.games.forfeits(name, stage.index, round_)

        seeding = self.stages[-1].names if kind == "playoff" else stage.names
        scoring = Scoring(stage.keys, seeding, forfeits)
        if kind == "playoff":
            playoff(stage, self.stages[-1], scoring)
            self.stages[-1].by_lot = set()
        else:
            table_stage(stage, scoring)

    def ranking(self) -> Levels:
        """Those of later stages first; whoever is disqualified or was never drawn comes last."""
        drawn = {name for stage in self.stages for level in stage.levels for name in level}
        out = {name for name in self.journal.disqualified if not self.journal.withdrew(name)}
        last = [name for name in self.names if name in out or name not in drawn]
        levels: Levels = []
        for stage in reversed(self.stages):
            placed = {*last, *(name for level in levels for name in level)}
            levels += [[name for name in level if name not in placed] for level in stage.levels]
        return [level for level in [*levels, last] if level]

    def figures(self, name: str) -> dict[str, int]:
        """What a formula may use."""
        against = [self._graded(name, match) for match in self.against_teacher if name in match.names]
        matches = [
            self._graded(name, match)
            for stage in self.stages
            for match in stage.matches
            if name in match.names
        ]
        found = {"place": place(self.ranking(), name), "entrants": len(self.entrants)}
        found |= _counted("", name, [*against, *matches])
        found |= _counted("teacher_", name, against)
        found["failures"] = sum(match.failures(name) for match in [*against, *matches])
        found["beat_teacher"] = int(found["teacher_wins"] > found["teacher_losses"])
        played = [each for match in [*against, *matches] for each in match.of(name)]
        for seat, result in [*played, *self._discarded(name)]:
            if not result.played or result.failed:
                continue
            for figure, both in result.figures.items():
                found[f"max_{figure}"] = max(found.get(f"max_{figure}", 0), both[seat])
        return found

    def _discarded(self, name: str) -> list[tuple[int, Result]]:
        """Games of matches that are drawn no more, but for those that somebody lost who was disqualified."""
        stages = [str(keys["name"]).replace(" ", "-") for keys in self.file["stages"]]
        found = []
        for game in self.journal.results.keys() - self.scheduled:
            players = self.journal.players[game]
            stage, *rounds = game.split("/")[:-2]
            when = (stages.index(stage), int(rounds[0][1:]) if rounds else 0)
            out = [self.journal.disqualified[each] for each in players if each in self.journal.disqualified]
            lost = any(not line["games_stand"] and (line["stage"], line["round"]) <= when for line in out)
            if name in players and not lost:
                found.append((players.index(name), self.journal.results[game]))
        return found

    def _graded(self, name: str, match: Match) -> Match:
        """The games that count for a grade: of somebody who withdrew, not those that it forfeited."""
        if not self.journal.withdrew(name):
            return match
        kept = [
            (seats, result)
            for seats, (seat, result) in zip(match.seats, match.of(name), strict=True)
            if result.present[seat]
        ]
        return replace(match, seats=[seats for seats, _ in kept], results=[result for _, result in kept])

    def grade(self, name: str) -> float | None:
        decided = self.journal.disqualified.get(name, {}).get("grade", "formula")
        if decided != "formula":
            return None if decided == "none" else float(Fraction(decided))
        keys = self.file["grades"]
        figures = {"max_tanks": 0, "max_boxes": 0} | self.figures(name)
        return formula.grade(keys["formula"], keys.get("decimals", 2), figures)


def _counted(prefix: str, name: str, matches: Sequence[Match]) -> dict[str, int]:
    points = [each for match in matches if match.second for each in match.points(name)]
    counts = {"games": sum(r.played for match in matches for r in match.results), "wins": points.count(WON)}
    counts |= {"draws": points.count(DRAWN), "losses": points.count(LOST)}
    return {prefix + key: count for key, count in counts.items()}
