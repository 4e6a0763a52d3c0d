"""Formulas of contest files: parsed, checked against an allow-list, computed exactly, never run as code."""

from __future__ import annotations

import ast
import operator
import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from steelyard.contest.standings.arithmetic import bounded, divide, power, square_root
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

LONGEST = 1000  # characters
MOST_POWERS = 10  # powers and roots: one can take milliseconds, and a formula is tried with many figures
DEEPEST = 50
LARGEST = 300  # digits of a number, before the point or after it
TRIED = 300  # sets of figures, to see whether a formula has a value at all
ALLOWED = "numbers, names, + - * / **, comparisons, `a if b else c`, and, or, not, min, max, abs, round, sqrt"

_BINARY: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: divide,
    ast.Pow: power,
}
_UNARY: dict[type[ast.unaryop], Callable[[Fraction], Fraction]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: lambda value: Fraction(not value),
}
_COMPARE: dict[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: dict[str, tuple[Callable[..., Fraction], int, int]] = {  # with the fewest and the most arguments
    "min": (min, 2, 100),
    "max": (max, 2, 100),
    "abs": (abs, 1, 1),
    "round": (lambda value: Fraction(round(value)), 1, 1),
    "sqrt": (square_root, 1, 1),
}


class InvalidFormula(SteelyardError):
    """A formula that cannot be read, or that can never have a value; the message says where."""


class NoValue(InvalidFormula):
    """A formula has no value for some figures; the message is the reason: `division by zero, games is 0`."""


def _is_root(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sqrt"


class Formula:
    """`Formula("min(10, 9 * sqrt(x / 30))", {"x"})({"x": 12})` is a number."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        if len(text) > LONGEST:
            raise InvalidFormula(f"the formula has {len(text)} characters; {LONGEST} are the most")
        self.text = text.strip()
        try:
            self._tree = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            told = error.msg if isinstance(error, SyntaxError) else "it is too deep"
            raise InvalidFormula(f"{text!r} cannot be read: {told}") from None
        powers = sum(isinstance(node, ast.Pow) or _is_root(node) for node in ast.walk(self._tree))
        if powers > MOST_POWERS:
            raise InvalidFormula(f"the formula has {powers} powers and roots; {MOST_POWERS} are the most")
        self.names = sorted(set(_check(self._tree, frozenset(known), 0)))
        """The figures that go into it."""
        self._constants: dict[ast.expr, Fraction] = {}
        self._compute_constants(self._tree)
        self._check_has_value()

    def __call__(self, values: Mapping[str, float]) -> Fraction:
        return self._value(self._tree, {name: Fraction(values[name]) for name in self.names})

    def with_numbers(self, shown: Mapping[str, str]) -> str:
        """The formula's text with these figures in the place of their names."""
        if not self.names:
            return self.text
        return re.sub(rf"\b({'|'.join(self.names)})\b", lambda found: shown[found[0]], self.text)

    def _compute_constants(self, node: ast.expr) -> None:
        """Compute constant parts once, and refuse those without a value."""
        if any(isinstance(inner, ast.Name) and inner.id in self.names for inner in ast.walk(node)):
            for inner in _inner(node):
                self._compute_constants(inner)
            match node:
                case ast.BinOp(op=ast.Div(), right=divisor) if self._constants.get(divisor) == 0:
                    raise InvalidFormula(f"{self._source(node)!r} has no value: division by zero")
            return
        try:
            self._constants[node] = self._value(node, {})
        except NoValue as none:
            raise InvalidFormula(f"{self._source(node)!r} has no value: {none}") from None

    def _check_has_value(self) -> None:
        """Refuse a formula that has no value for any figures tried: zeros, ones and many random ones."""
        rng = Random(1)
        tried = [dict.fromkeys(self.names, Fraction(figure)) for figure in (0, 1)]
        tried += [{name: Fraction(rng.randint(0, 40)) for name in self.names} for _ in range(TRIED)]
        why = ""
        for figures in tried:
            try:
                self._value(self._tree, figures)
            except NoValue as none:
                why = str(none).partition(",")[0]
            else:
                return
        raise InvalidFormula(f"it has no value for any figures tried: {why}")

    def _value(self, node: ast.expr, values: Mapping[str, Fraction]) -> Fraction:  # noqa: C901 - a table
        if node in self._constants:
            return self._constants[node]
        match node:
            case ast.Constant():
                return _computed(lambda: self._number(node), [], values)
            case ast.Name(id=name):
                return values[name]
            case ast.BinOp():
                one, two = (self._value(side, values) for side in (node.left, node.right))
                about = [node.right] if isinstance(node.op, ast.Div) and not two else [node.left, node.right]
                return _computed(lambda: _BINARY[type(node.op)](one, two), about, values)
            case ast.UnaryOp():
                return _UNARY[type(node.op)](self._value(node.operand, values))
            case ast.Compare():
                sides = [self._value(side, values) for side in (node.left, *node.comparators)]
                pairs = zip(node.ops, pairwise(sides), strict=True)
                return Fraction(all(_COMPARE[type(op)](*pair) for op, pair in pairs))
            case ast.BoolOp(op=ast.And()):
                return Fraction(all(self._value(each, values) for each in node.values))
            case ast.BoolOp():
                return Fraction(any(self._value(each, values) for each in node.values))
            case ast.IfExp():
                return self._value(node.body if self._value(node.test, values) else node.orelse, values)
            case ast.Call(func=ast.Name(id=name)):
                arguments = [self._value(each, values) for each in node.args]
                return _computed(lambda: _FUNCTIONS[name][0](*arguments), node.args, values)
        raise InvalidFormula(f"{ast.unparse(node)!r} is not allowed in a formula")

    def _number(self, node: ast.Constant) -> Fraction:
        """Exactly as it is written: 0.1 is a tenth."""
        if isinstance(node.value, int):
            return Fraction(node.value)
        written = Decimal(self._source(node))
        if written.adjusted() > LARGEST:
            raise OverflowError("a number that is too large")
        if written.adjusted() < -LARGEST:
            raise ArithmeticError("a number that is too small")
        return Fraction(written)

    def _source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self.text, node) or ast.unparse(node)


def _computed(
    compute: Callable[[], Fraction], about: list[ast.expr], values: Mapping[str, Fraction]
) -> Fraction:
    """One step of a formula; if it has no value, the reason names the figures in it."""
    try:
        return bounded(compute())
    except (ArithmeticError, ValueError) as error:
        named = {each.id for node in about for each in ast.walk(node) if isinstance(each, ast.Name)}
        figures = [f"{name} is {float(values[name]):g}" for name in sorted(named & values.keys())]
        raise NoValue(listed([str(error), *figures])) from None


def _check(node: ast.expr, known: frozenset[str], depth: int) -> Iterator[str]:
    """The names in a formula; raises InvalidFormula for anything that is not allowed."""
    if depth > DEEPEST:
        raise InvalidFormula(f"the formula is nested more than {DEEPEST} deep")
    if isinstance(node, ast.Name):
        if node.id not in known:
            raise InvalidFormula(f"there is no figure {node.id!r}; there are {listed(sorted(known))}")
        yield node.id
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
        raise InvalidFormula("^ is not a power; write ** or sqrt(...)")
    elif not _allowed(node):
        raise InvalidFormula(f"{ast.unparse(node)!r} is not allowed in a formula; these are: {ALLOWED}")
    for inner in _inner(node):
        yield from _check(inner, known, depth + 1)


def _allowed(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return type(node.value) in {int, float}
        case ast.BinOp():
            return type(node.op) in _BINARY
        case ast.UnaryOp():
            return type(node.op) in _UNARY
        case ast.Compare():
            return all(type(each) in _COMPARE for each in node.ops)
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in _FUNCTIONS:
            _, fewest, most = _FUNCTIONS[name]
            return fewest <= len(node.args) <= most
    return isinstance(node, ast.BoolOp | ast.IfExp)


def _inner(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp():
            return [node.left, node.right]
        case ast.UnaryOp():
            return [node.operand]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.BoolOp():
            return node.values
        case ast.IfExp():
            return [node.test, node.body, node.orelse]
        case ast.Call():
            return node.args
    return []
