"""Exact arithmetic for formulas: numbers are fractions.

What has no exact value, or a very long one, is rounded to 60 digits. Nothing here can take long: numbers are
bounded, and powers are bounded before they are computed.
"""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction

LONGEST = 1000  # bits of a numerator or denominator that is kept exactly
ROUNDED = decimal.Context(
    prec=60, Emin=-300, Emax=300, traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow]
)


def bounded(value: Fraction) -> Fraction:
    """The number itself, or rounded if it is very long; OverflowError if it is very large."""
    return value if _bits(value) <= LONGEST else Fraction(_decimal(value))


def divide(one: Fraction, two: Fraction) -> Fraction:
    if not two:
        raise ZeroDivisionError("division by zero")
    return one / two


def square_root(value: Fraction) -> Fraction:
    if value < 0:
        raise ValueError("square root of a negative number")
    return power(value, Fraction(1, 2))


def power(base: Fraction, exponent: Fraction) -> Fraction:
    if not base and exponent < 0:
        raise ZeroDivisionError("division by zero")
    if exponent.denominator == 1:
        return _whole_power(base, exponent.numerator)
    if base < 0:
        raise ValueError("fractional power of a negative number")
    root = _exact_root(base, exponent.denominator)
    if root is not None:
        return _whole_power(root, exponent.numerator)
    return _rounded_power(_decimal(base), _decimal(exponent))


def _whole_power(base: Fraction, exponent: int) -> Fraction:
    if abs(base) in {0, 1} or _bits(base) * abs(exponent) <= LONGEST:
        return base**exponent
    return _rounded_power(_decimal(base), Decimal(exponent))


def _rounded_power(base: Decimal, exponent: Decimal) -> Fraction:
    try:
        return Fraction(ROUNDED.power(base, exponent))
    except decimal.Overflow:
        raise OverflowError("a number that is too large") from None


def _exact_root(value: Fraction, degree: int) -> Fraction | None:
    above, below = (_whole_root(part, degree) for part in (value.numerator, value.denominator))
    return None if above is None or below is None else Fraction(above, below)


def _whole_root(number: int, degree: int) -> int | None:
    """The root if it is a whole number."""
    if number <= 1 or degree > number.bit_length():
        return number if number <= 1 else None
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**degree < number else (low, middle)
    return low if low**degree == number else None


def _decimal(value: Fraction) -> Decimal:
    try:
        return ROUNDED.divide(Decimal(value.numerator), Decimal(value.denominator))
    except decimal.Overflow:
        raise OverflowError("a number that is too large") from None


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())
