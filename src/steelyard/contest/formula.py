"""Formulas that come as data: read into a tree, checked name by name, and never run as Python."""

from __future__ import annotations

import ast
import math
import operator
from itertools import pairwise
from typing import TYPE_CHECKING

from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

LONGEST = 1000  # characters
DEEPEST = 50
ALLOWED = "numbers, names, + - * / **, comparisons, `a if b else c`, and, or, not, min, max, abs, round, sqrt"

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
_COMPARE: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: dict[str, tuple[Callable[..., float], int, int]] = {  # with the fewest and the most arguments
    "min": (min, 2, 100),
    "max": (max, 2, 100),
    "abs": (abs, 1, 1),
    "round": (lambda value: float(round(value)), 1, 1),
    "sqrt": (math.sqrt, 1, 1),
}


class InvalidFormula(SteelyardError):
    """A formula that cannot be read or has no value; the message says where."""


class Formula:
    """`Formula("min(10, 9 * sqrt(x / 30))", {"x"})({"x": 12})` is a number."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        if len(text) > LONGEST:
            raise InvalidFormula(f"the formula has {len(text)} characters; {LONGEST} are the most")
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            told = error.msg if isinstance(error, SyntaxError) else "it is too deep"
            raise InvalidFormula(f"{text!r} cannot be read: {told}") from None
        self.text = text
        self.names = sorted(set(_checked(self._tree, frozenset(known), 0)))
        """The figures that go into it."""

    def __call__(self, values: Mapping[str, float]) -> float:
        try:
            value = _value(self._tree, values)
        except ZeroDivisionError:
            raise InvalidFormula(f"{self.text!r} divides by zero for {_told(self.names, values)}") from None
        except (ValueError, OverflowError, ArithmeticError) as error:
            raise InvalidFormula(f"{self.text!r}: {error} for {_told(self.names, values)}") from None
        if isinstance(value, complex) or not math.isfinite(value):
            raise InvalidFormula(f"{self.text!r} gives no number for {_told(self.names, values)}")
        return float(value)


def _checked(node: ast.expr, known: frozenset[str], depth: int) -> Iterator[str]:
    """The names in it; raises at whatever a formula may not have."""
    if depth > DEEPEST:
        raise InvalidFormula(f"the formula is nested more than {DEEPEST} deep")
    if isinstance(node, ast.Name):
        if node.id not in known:
            raise InvalidFormula(f"there is no figure {node.id!r}; there are {listed(sorted(known))}")
        yield node.id
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
        raise InvalidFormula("^ is no power here; write ** or sqrt(...)")
    elif not _allowed(node):
        raise InvalidFormula(f"{ast.unparse(node)!r} may not stand in a formula; what may: {ALLOWED}")
    for inner in _inner(node):
        yield from _checked(inner, known, depth + 1)


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


def _value(node: ast.expr, values: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            return float(values[name])
        case ast.BinOp():
            return _BINARY[type(node.op)](_value(node.left, values), _value(node.right, values))
        case ast.UnaryOp():
            return _UNARY[type(node.op)](_value(node.operand, values))
        case ast.Compare():
            sides = [_value(side, values) for side in (node.left, *node.comparators)]
            holds = (_COMPARE[type(op)](*pair) for op, pair in zip(node.ops, pairwise(sides), strict=True))
            return float(all(holds))
        case ast.BoolOp(op=ast.And()):
            return float(all(_value(each, values) for each in node.values))
        case ast.BoolOp():
            return float(any(_value(each, values) for each in node.values))
        case ast.IfExp():
            return _value(node.body if _value(node.test, values) else node.orelse, values)
        case ast.Call(func=ast.Name(id=name)):
            return _FUNCTIONS[name][0](*(_value(each, values) for each in node.args))
    raise InvalidFormula(f"{ast.unparse(node)!r} may not stand in a formula")


def _told(names: list[str], values: Mapping[str, float]) -> str:
    return listed(f"{name} = {values[name]:g}" for name in names)
