"""Grades once more, from the documented rules alone: a small evaluator with exact fractions."""

from __future__ import annotations

import ast
import operator
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DIGITS = 90


def power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator == 1:
        return base ** int(exponent)
    if base < 0:
        raise ValueError("a root of a negative number")
    if exponent == Fraction(1, 2):
        whole = Fraction(isqrt(base.numerator), isqrt(base.denominator))
        if whole * whole == base:
            return whole
    with localcontext() as context:
        context.prec = DIGITS
        of = Decimal(base.numerator) / Decimal(base.denominator)
        return Fraction(of ** (Decimal(exponent.numerator) / Decimal(exponent.denominator)))


OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: power,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "round": round,
    "sqrt": lambda value: power(value, Fraction(1, 2)),
}


def grade(formula: str, decimals: int, figures: Mapping[str, int]) -> float | None:
    """The rounded grade; None where the formula has no value."""
    try:
        exact = value(ast.parse(formula.strip(), mode="eval").body, formula.strip(), figures)
    except (ZeroDivisionError, ValueError):
        return None
    return float(round(Fraction(exact), decimals))


def value(  # noqa: C901 - one case for each part of a formula
    node: ast.expr, text: str, figures: Mapping[str, int]
) -> Fraction:
    def of(part: ast.expr) -> Fraction:
        return value(part, text, figures)

    match node:
        case ast.Constant():
            return Fraction(ast.get_source_segment(text, node) or "")
        case ast.Name(id=name):
            return Fraction(figures[name])
        case ast.UnaryOp(op=ast.USub()):
            return -of(node.operand)
        case ast.UnaryOp(op=ast.Not()):
            return Fraction(not of(node.operand))
        case ast.BinOp(left=left, op=op, right=right):
            return Fraction(OPERATIONS[type(op)](of(left), of(right)))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return Fraction(OPERATIONS[type(op)](of(left), of(right)))
        case ast.BoolOp(op=op, values=parts):
            wanted = isinstance(op, ast.Or)
            return next((found for part in parts if bool(found := of(part)) is wanted), of(parts[-1]))
        case ast.IfExp(test=test, body=body, orelse=otherwise):
            return of(body) if of(test) else of(otherwise)
        case ast.Call(func=ast.Name(id=name), args=args):
            return Fraction(FUNCTIONS[name](*map(of, args)))
    raise AssertionError(f"no part of a formula: {ast.dump(node)}")
