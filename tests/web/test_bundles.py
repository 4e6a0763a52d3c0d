"""Modules joined for browsers: the same programs, in scopes of their own, loaded once."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.http import javascript
from steelyard.server.http.bundles import COMMON, Scripts, Sheets, smaller
from steelyard.server.http.pages import SITE, WEB

if TYPE_CHECKING:
    from collections.abc import Mapping

NODE = shutil.which("node") or "node"
PAGES = sorted(page.stem for page in WEB.glob("*.html") if page.stem != "closed")  # it has no script
WORKER = "service-worker.js"  # no module
MODULES = sorted(file for file in WEB.rglob("*.js") if file.name != WORKER)


def checked(**given: Any) -> Any:
    """What node says of bundles and programs: see `bundles.mjs`."""
    command = [
        NODE,
        "--experimental-vm-modules",
        "--no-warnings",
        str(Path(__file__).with_name("bundles.mjs")),
    ]
    told = subprocess.run(command, input=json.dumps(given), stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(told.stdout)


def errors(bundles: Mapping[str, str], *run: str) -> Any:
    return checked(bundles=bundles, run=run)["errors"]


def scripts(modules: Mapping[str, str], *pages: str) -> Scripts:
    return Scripts(modules.__getitem__, {page: f"{page}.js" for page in pages})


def text(joined: Scripts, name: str) -> str:
    found = joined.find(name)
    assert found is not None
    return found.text.decode()


CASES = [
    ('a = "// no" // yes', 'a = "// no"'),
    ("a = '/*' /* yes */ + b", "a = '/*' + b"),
    ("a = b / c; // d / e", "a = b / c;"),
    ('a = /[/]\\/"/.test(b) / 2 // c', 'a = /[/]\\/"/.test(b) / 2'),
    ("return /a b/g // c", "return /a b/g"),
    ("(a + b) / 2 / c", "(a + b) / 2 / c"),
    (
        "a = `// ${b /* c */ + `/* ${ { d: '}' }.d } */`}  // e` // f",
        "a = `// ${b + `/* ${ { d: '}' }.d } */`}  // e`",
    ),
    ("a = `\n  b  \n`", "a = `\n  b  \n`"),
    ("if (a) {\n  // b\n  c();  \n}", "if (a) {\n\nc();\n}"),
    ("a/* b */c", "a c"),
    ("(/** @type {any} */ (a)).b", "((a)).b"),
    ("a = b\n/* c\nd */ e", "a = b\n\ne"),
]


def test_a_module_without_comments_and_indentation_is_the_same_program() -> None:
    sources = {file.name: file.read_text() for file in MODULES}
    programs = [(name, source, javascript.stripped(source)) for name, source in sources.items()]
    programs += [(program, program, left) for program, left in CASES]
    assert checked(programs=programs)["different"] == []
    lines = [line for _, _, left in programs for line in left.split("\n")]
    assert not [line for line in lines if line.startswith(("//", "/*"))]


@pytest.mark.parametrize(("program", "left"), CASES)
def test_strings_templates_and_regular_expressions_are_left_alone(program: str, left: str) -> None:
    assert javascript.stripped(program + "\n").rstrip() == left


@pytest.mark.parametrize(
    "form",
    [
        "export default 1;",
        "export { a };",
        'export * from "./b.js";',
        'export { a } from "./b.js";',
        "export let a = 1;",
        "export const { a } = b;",
        'import a from "./b.js";',
        'import a, { b } from "./b.js";',
        'import "./b.js";',
        "const a = import(b);",
        "const a = import.meta.url;",
        "  export const a = 1;",
    ],
)
def test_a_form_that_the_bundler_does_not_know_is_an_error(form: str) -> None:
    with pytest.raises(javascript.UnknownForm, match=r"a\.js, line 2"):
        javascript.read("a.js", f"// one\n{form.strip() if form[0] != ' ' else 'if (b) ' + form}\n")


def test_words_in_strings_are_no_forms() -> None:
    module = javascript.read("a.js", 'const b = { import: "import x", export: `export ${c} import(d)` };\n')
    assert (module.imports, module.exports, module.lazy) == ((), (), ())


def test_modules_that_import_one_another_are_an_error() -> None:
    joined = scripts({"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}, "a")
    with pytest.raises(javascript.UnknownForm, match="imports itself"):
        joined.find("a")


@pytest.mark.parametrize("language", SITE.languages)
def test_the_bundles_of_every_page_fit_together(language: str) -> None:
    """All are read and linked; what pages share also runs, as far as it does without a page."""
    prefix = "" if language == "en" else f"{language}/"
    joined = SITE.scripts[language]
    names = [COMMON, *(part for page in PAGES for part in joined.parts(page))]
    bundles = {f"{prefix}bundles/{name}.js": _site(f"{prefix}bundles/{name}.js") for name in names}
    assert errors(bundles, f"{prefix}bundles/common.js") == []


def _site(path: str) -> str:
    found = SITE.find(path)
    assert found is not None, path
    return found.data.decode()


@pytest.mark.parametrize("language", SITE.languages)
def test_a_page_has_each_module_once_and_no_more_than_it_needs(language: str) -> None:
    joined = SITE.scripts[language]
    modules = set()
    for page in PAGES:
        loaded = [*joined.common, *(module for part in joined.parts(page).values() for module in part)]
        assert len(loaded) == len(set(loaded)), page
        modules |= set(loaded)
    for module in modules:
        quick = javascript.imports(module, SITE.source(language, module))
        assert quick == tuple(each.module for each in joined.module(module).imports)
        taken = {each.module: each.names for each in joined.module(module).imports}
        for target, names in taken.items():
            if names.startswith("{"):
                wanted = {each.partition(":")[0].strip() for each in names.strip("{}").split(",")}
                assert wanted <= set(joined.module(target).exports), f"{module} imports {target}"


MODULE = """import {{ note }} from "./notes.js";
const name = "{0}";
function own() {{ return name; }}
note(own());
export const {1} = own;
"""
NOTES = """export const notes = (globalThis.notes = []);
export function note(said) {
  notes.push(said);
}
"""


def test_names_of_modules_do_not_collide() -> None:
    modules = {
        "notes.js": NOTES,
        "one.js": MODULE.format("one", "first"),
        "two.js": MODULE.format("two", "first"),
        "page.js": 'import { first as one } from "./one.js";\nimport { first } from "./two.js";\n'
        'import * as all from "./notes.js";\nconst name = one() + first();\n'
        "if (name !== 'onetwo' || all.notes.join() !== 'one,two') throw new Error(name + all.notes);\n",
    }
    bundle = text(scripts(modules, "page"), "page")
    assert errors({"page.js": bundle}, "page.js") == []


def test_what_is_loaded_later_is_a_bundle_of_its_own_and_runs_once() -> None:
    modules = {
        "notes.js": NOTES,
        "both.js": MODULE.format("both", "both"),
        "parts/one.js": 'import { both } from "../both.js";\n'
        + MODULE.format("one", "one").replace("./", "../"),
        "parts/two.js": 'import { both } from "../both.js";\nexport const two = both;\n',
        "page.js": 'import { note } from "./notes.js";\nnote("page");\n'
        'export const one = () => import("./parts/one.js");\n'
        'export const two = () => import("./parts/two.js");\n'
        'export const here = () => import("./notes.js");\n',
    }
    joined = scripts(modules, "page")
    assert joined.parts("page") == {
        "page": ("notes.js", "both.js", "page.js"),  # what both need is with the page
        "page.parts-one": ("parts/one.js",),
        "page.parts-two": ("parts/two.js",),
    }
    page = text(joined, "page")
    assert "import('./page.parts-one.js').then((loaded) => loaded.$parts_one)" in page
    assert "Promise.resolve($notes)" in page
    bundles = {f"{name}.js": text(joined, name) for name in joined.parts("page")}
    assert errors(bundles, "page.parts-one.js", "page.parts-two.js") == []
    assert joined.find("page.parts-three") is None
    assert joined.find("other") is None


def test_what_many_pages_share_is_joined_for_all() -> None:
    pages = [f"page{number}" for number in range(12)]
    own = {f"{page}.js": 'import { note } from "./notes.js";\nnote("it");\n' for page in pages}
    joined = scripts({"notes.js": NOTES, **own}, *pages)
    assert joined.common == ("notes.js",)
    assert joined.parts("page3") == {"page3": ("page3.js",)}
    assert text(joined, "page3").startswith("import { $notes } from './common.js';")
    bundles = {f"{name}.js": text(joined, name) for name in (COMMON, "page3")}
    assert errors(bundles, "page3.js") == []


def test_a_line_of_a_bundle_is_traced_to_its_file() -> None:
    bundle = SITE.scripts["cs"].find("index")
    assert bundle is not None
    lines = bundle.text.decode().split("\n")
    wanted = ("function card(game) {", "start();")
    source = (WEB / "pages/lobby.js").read_text().split("\n")
    found = checked(maps=[(json.loads(bundle.map), lines.index(line)) for line in wanted])["origins"]
    assert found == [["../pages/lobby.js", source.index(line)] for line in wanted]
    assert lines[-2] == "//# sourceMappingURL=index.js.map"
    assert SITE.find("cs/bundles/index.js.map") is not None


def test_sheets_are_joined_in_order() -> None:
    sheets = {
        "a.css": '/* one */\n.a {\n  content: "  /* { */ ";\n  color: red;\n}\n',
        "b.css": "@media (width < 2px) {\n  .b > i,\n  .c :hover {\n    margin: 0 1px;\n  }\n}\n",
        "c.css": ".c {}",
    }
    joined = Sheets(sheets.__getitem__, {"x": ["a.css", "b.css"], "y": ["a.css", "c.css"]})
    assert joined.find("common") == b'.a{content: "  /* { */ ";color: red;}'
    assert joined.find("x") == b"@media (width < 2px){.b > i,.c :hover{margin: 0 1px;}\n}"
    assert joined.find("z") is None
    assert smaller("") == ""
