"""Puts small faults into packages, one at a time, and prints those that no test notices.

    python -m venv build/mutmut && build/mutmut/bin/pip install mutmut==3.8.1
    build/mutmut/bin/python benchmarks/mutants.py arena/referee arena/sandbox --tests tests/arena

The faults are mutmut's (another operator or number, an argument left out, None instead of a value, a word
turned round) and two more: a call or a `raise` left out, the condition of an `if` negated. Texts are left
alone, and so is what is not in a function: constants, annotations, decorators. From all faults of a package
`--number` are drawn with `--seed`, on as many different lines as there are. Each is written to a copy of the
tree; the tests that run its line are run there, the quickest first, as many as take half a minute. Tests that
do not end have noticed. `build/mutants/results.json` has what has been tried.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import re
import shutil
import signal
import subprocess
from collections import Counter
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from coverage import CoverageData
from libcst import matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build/mutants"
COPY = WORK / "copy"
LIMIT_S = 30.0
PYTEST = [str(ROOT / ".venv/bin/pytest"), "-p", "no:randomly", "-p", "no:cacheprovider", "-rfE"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(COPY / "src"),  # so that other processes see the fault too
    "PYTHONDONTWRITEBYTECODE": "1",
    "COVERAGE_FILE": str(WORK / "coverage"),
}
TEXT = m.SimpleString() | m.FormattedString()
CALLS = m.Name("len") | m.Name("isinstance") | m.Name("cast") | m.Attribute(value=m.Name("logger"))
LEFT_ALONE = m.Annotation() | m.Decorator() | m.FormattedString() | m.Call(func=CALLS)


def left_out(node: cst.Expr | cst.Raise) -> list[cst.Pass]:
    return [cst.Pass()] if isinstance(node, cst.Raise) or isinstance(node.value, cst.Call) else []


def negated(node: cst.If) -> list[cst.If]:
    test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return [node.with_changes(test=cst.UnaryOperation(cst.Not(), test))]


OPERATORS = [each for each in mutators.mutation_operators if each[1] is not mutators.operator_string]
OPERATORS += [(cst.Expr, left_out), (cst.Raise, left_out), (cst.If, negated)]


class Mutant(NamedTuple):
    file: str
    line: int
    function: str
    place: float
    """In the draw."""
    before: cst.CSTNode
    after: cst.CSTNode
    module: cst.Module

    @property
    def code(self) -> str:
        return self.module.deep_replace(self.before, self.after).code

    def __str__(self) -> str:
        lines = difflib.ndiff(self.module.code.splitlines(), self.code.splitlines())
        changes = [f"{each[0]} {each[2:].strip()}" for each in lines if each[0] in "-+"]
        return "\n".join([f"{self.file}:{self.line} {self.function}", *changes])


class Finder(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, file: str, module: cst.Module, seed: int) -> None:
        self.file, self.module, self.seed = file, module, seed
        self.found: list[Mutant] = []
        self._path: list[cst.ClassDef | cst.FunctionDef] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if m.matches(node, LEFT_ALONE):
            return False
        if isinstance(node, cst.ClassDef | cst.FunctionDef):
            self._path.append(node)
        elif any(isinstance(each, cst.FunctionDef) for each in self._path):
            self._mutate(node, ".".join(each.name.value for each in self._path))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.ClassDef | cst.FunctionDef):
            self._path.pop()

    def _mutate(self, node: cst.CSTNode, function: str) -> None:
        line = self.get_metadata(PositionProvider, node).start.line
        for kind, operator in OPERATORS:
            for after in operator(node) if isinstance(node, kind) else ():
                if operator is left_out or len(m.findall(node, TEXT)) == len(m.findall(after, TEXT)):
                    number = sum(each.function == function for each in self.found)
                    # So drawn that a change of one function moves no fault of another.
                    place = random.Random(f"{self.seed} {self.file} {function} {number}").random()
                    self.found.append(Mutant(self.file, line, function, place, node, after, self.module))


def drawn(package: str, number: int, seed: int, skipped: list[str]) -> list[Mutant]:
    found: list[Mutant] = []
    source = COPY / "src/steelyard" / package
    for path in [source] if source.is_file() else sorted(source.rglob("*.py")):
        wrapper = MetadataWrapper(cst.parse_module(path.read_text()))
        finder = Finder(str(path.relative_to(COPY / "src")), wrapper.module, seed)
        wrapper.visit(finder)
        found += finder.found
    found = [each for each in found if not any(part in f"{each.file} {each.function}" for part in skipped)]
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for each in sorted(found, key=lambda mutant: mutant.place):
        lines.setdefault((each.file, each.line), []).append(each)
    print(f"{package}: {len(found)} faults on {len(lines)} lines")
    return [each for every_line in zip_longest(*lines.values()) for each in every_line if each][:number]


class Tests:
    """Which tests run a line, and how long each takes."""

    def __init__(self, folders: list[str], counted: set[str]) -> None:
        count = [*(f"--cov=src/steelyard/{each}" for each in counted), "--cov-context=test", "--cov-report="]
        count += ["-p", "no:tests.counted_lines"]  # which leaves out tests that few lines need
        said = run_tests(None, "-n2", *count, "--cov-fail-under=0", "--durations=0", "-vv", *folders)[1]
        failed = re.findall(r"^(?:FAILED|ERROR) (\S+::[^[\n]*?)(?:\[.*| - .*)?$", said, re.MULTILINE)
        print(f"these fail without a fault and are left out: {sorted({*failed}) or 'none'}")
        self._failed = {*failed}
        self._seconds: Counter[str] = Counter()
        for seconds, test in re.findall(r"^([\d.]+)s \w+ +(\S+::.*)$", said, re.MULTILINE):
            self._seconds[test] += float(seconds)
        self._of_line: dict[str, set[str]] = {}
        data = CoverageData(ENVIRONMENT["COVERAGE_FILE"])
        data.read()
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                tests = {each.rpartition("|")[0] for each in contexts} - {""}
                self._of_line[f"{Path(file).relative_to(COPY / 'src')}:{line}"] = tests

    def of(self, mutant: Mutant) -> list[str]:
        """Those that run the line; where none does, as in another process, those that name its module."""
        tests = self._of_line.get(f"{mutant.file}:{mutant.line}") or self._naming(Path(mutant.file).stem)
        with_cases = {each.partition("[")[0] for each in tests}  # lines are counted for two cases of each
        cases = [each for each in self._seconds if each.partition("[")[0] in with_cases - self._failed]
        chosen = sorted(cases, key=lambda each: (each not in tests, self._seconds[each]))
        until_s = accumulate(map(self._seconds.__getitem__, chosen))
        return [each for each, end_s in zip(chosen, until_s, strict=True) if end_s < LIMIT_S]

    def _naming(self, module: str) -> set[str]:
        tests = set().union(*self._of_line.values())
        return {each for each in tests if module in (COPY / each.partition("::")[0]).read_text()}


def run_tests(limit_s: float | None, *words: str) -> tuple[int, str]:
    output = WORK / "output"  # no pipe: a process that a fault leaves behind would keep it open
    with output.open("w") as out:
        run = subprocess.Popen(  # noqa: S603 - our own
            [*PYTEST, *words], cwd=COPY, env=ENVIRONMENT, stdout=out, stderr=out, start_new_session=True
        )
    try:
        run.wait(limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
    return run.wait(), output.read_text()


def noticed_by(mutant: Mutant, tests: list[str]) -> str:
    """What pytest says of the test that fails; nothing if all pass."""
    target = COPY / "src" / mutant.file
    original = target.read_text()
    target.write_text(mutant.code)
    flags = ["-n0", "-x", "--no-cov", f"--timeout={LIMIT_S:g}", "--tb=no", "-qq"]
    status, said = run_tests(3 * LIMIT_S, *flags, *tests)
    target.write_text(original)
    return f"{status} {said[-300:]}" if status else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", nargs="+", help="folders or files in src/steelyard")
    parser.add_argument("--tests", nargs="+", required=True, help="arguments of pytest")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", nargs="*", default=[], help="parts of names of files or functions")
    parser.add_argument("--again", action="store_true", help="try again what no test has noticed")
    options = parser.parse_args()
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=shutil.ignore_patterns(".*", "build", "node_modules"))
    tests = Tests(options.tests, {each.partition("/")[0] for each in options.packages})
    file = WORK / "results.json"
    results: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    for package in options.packages:
        shutil.rmtree(COPY / "src/steelyard" / package / "__pycache__", ignore_errors=True)
        mutants = drawn(package, options.number, options.seed, options.skip)
        for mutant in mutants:
            name = str(mutant)
            if name not in results or (options.again and not results[name]):
                chosen = tests.of(mutant)
                results[name] = noticed_by(mutant, chosen) if chosen else ""
                file.write_text(json.dumps(results, indent=1))
            if not results[name]:
                print(f"\n{name}", flush=True)
        noticed = sum(1 for each in mutants if results[str(each)])
        print(f"\n{package}: {noticed} of {len(mutants)} noticed", flush=True)


if __name__ == "__main__":
    main()
