"""The largest matching in a graph, by Edmonds' blossom algorithm.

A path that alternates between pairs of a matching and other edges, from one single vertex to another, makes
the matching larger by one pair; without such a path it is the largest. Odd cycles hide paths, so each one met
is taken for a single vertex from then on (a blossom, known by its base).
"""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Matching:
    """A largest matching among the vertices that are left."""

    def __init__(self, neighbours: Sequence[Iterable[int]]) -> None:
        self.neighbours = [set(others) for others in neighbours]
        self.left = set(range(len(self.neighbours)))
        self.partner: dict[int, int] = {}
        """Of each vertex that is not single."""
        self._enlarge()

    @property
    def pairs(self) -> int:
        return len(self.partner) // 2

    def without(self, *taken: int) -> Matching:
        """The largest matching of the others."""
        rest = copy(self)
        rest.left = self.left - set(taken)
        rest.partner = {one: two for one, two in self.partner.items() if {one, two} <= rest.left}
        rest._enlarge()  # noqa: SLF001 - our own
        return rest

    def _enlarge(self) -> None:
        for root in sorted(self.left):
            if root not in self.partner:
                end, before = _Search(self, root).run()
                while end is not None:  # back along the path: each vertex gets the one before it
                    other = before[end]
                    following = self.partner.get(other)
                    self.partner[end], self.partner[other] = other, end
                    end = following


class _Search:
    """A path from one single vertex to another, breadth first."""

    def __init__(self, matching: Matching, root: int) -> None:
        self._partner = matching.partner
        self._left = matching.left
        self._neighbours = matching.neighbours
        self._root = root
        self._base = list(range(len(self._neighbours)))
        self._parent: dict[int | None, int] = {}
        self._outer = {root}
        self._queue = deque([root])

    def run(self) -> tuple[int | None, dict[int | None, int]]:
        while self._queue:
            vertex = self._queue.popleft()
            for other in sorted(self._neighbours[vertex] & self._left):
                if self._base[vertex] == self._base[other] or self._partner.get(vertex) == other:
                    continue
                partner = self._partner.get(other)
                if other == self._root or partner in self._parent:
                    self._contract(vertex, other)
                elif other not in self._parent:
                    self._parent[other] = vertex
                    if partner is None:
                        return other, self._parent
                    self._outer.add(partner)
                    self._queue.append(partner)
        return None, self._parent

    def _contract(self, one: int, two: int) -> None:
        base = self._common_base(one, two)
        inside: set[int] = set()
        self._mark(one, base, two, inside)
        self._mark(two, base, one, inside)
        for vertex in sorted(self._left):
            if self._base[vertex] in inside:
                self._base[vertex] = base
                if vertex not in self._outer:
                    self._outer.add(vertex)
                    self._queue.append(vertex)

    def _common_base(self, one: int, two: int) -> int:
        passed = {vertex := self._base[one]}
        while vertex in self._partner:
            vertex = self._base[self._parent[self._partner[vertex]]]
            passed.add(vertex)
        vertex = self._base[two]
        while vertex not in passed:  # both ways lead to the root
            vertex = self._base[self._parent[self._partner[vertex]]]
        return vertex

    def _mark(self, vertex: int, base: int, child: int, inside: set[int]) -> None:
        while self._base[vertex] != base:
            partner = self._partner[vertex]
            inside |= {self._base[vertex], self._base[partner]}
            self._parent[vertex] = child
            child = partner
            vertex = self._parent[partner]
