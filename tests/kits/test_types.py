"""The types that the JavaScript kits write down in JSDoc hold: the TypeScript compiler finds no mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steelyard import games
from tests.kits.kit_builds import made, run

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
COMPILER = ["node", str(ROOT / "node_modules/typescript/bin/tsc"), "-p", "jsconfig.json"]
# What the kits use of Node, whose own types are a package from the network.
NODE = """
declare module "node:console" { export const Console: any; }
declare module "node:fs" { export function writeSync(file: number, data: any, offset?: number): number; }
declare module "node:test" { export function test(name: string, body: () => void): void; }
declare module "node:assert/strict" { const assert: any; export default assert; }
declare const process: { exit(code: number): never; stdin: any; stdout: any; stderr: any };
declare const Buffer: any;
declare type Buffer = any;
"""


def kit(game: str, folder: Path) -> Path:
    """A kit with what it needs to be checked without the network."""
    made("javascript", game, folder)
    settings = json.loads((folder / "jsconfig.json").read_text("utf-8"))
    settings["compilerOptions"]["types"] = []
    settings["include"].append("node.d.ts")
    (folder / "jsconfig.json").write_text(json.dumps(settings), "utf-8")
    (folder / "node.d.ts").write_text(NODE, "utf-8")
    return folder


@pytest.mark.parametrize("game", games.names())
def test_the_types_of_a_kit_hold(game: str, tmp_path: Path) -> None:
    run(COMPILER, kit(game, tmp_path / "mine"))


def test_a_mistake_in_a_bot_is_found(tmp_path: Path) -> None:
    folder = kit("tank_duel", tmp_path / "mine")
    with (folder / "tank_logic.mjs").open("a") as edit:
        edit.write("export const wrong = new GameMap('0', 1);\n")
    assert "tank_logic.mjs" in run(COMPILER, folder, status=2).stdout
