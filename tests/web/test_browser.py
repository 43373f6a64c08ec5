"""The page in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import evenkeel
from item_logs import helm_folder
from latex import compile_latex

pytestmark = pytest.mark.slow

CSV = "data set,New,Old,Base\n" + "".join(
    f"P{i},{(90 + i) / 100},{(80 + i) / 100},{(50 + 2 * i) / 100}\n" for i in range(12)
)
SERIOUS = ("serious", "critical")
_DROP_ALL = """(files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name, {type: "text/csv"}));
    document.getElementById("dropzone").dispatchEvent(
        new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def _open(browser: Browser, server, **options: object) -> Iterator[tuple[Page, list[str]]]:
    context = browser.new_context(base_url=server.url, accept_downloads=True, **options)
    context.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text)
            if message.type == "error" and "422" not in message.text
            else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((server.url, "data:"))
            else troubles.append(f"request to {request.url}")
        ),
    )
    yield page, troubles
    context.close()
    assert troubles == []


@pytest.fixture
def page(browser, server):
    for opened, _ in _open(browser, server):
        yield opened


@pytest.fixture
def page_without_script(browser, server):
    for opened, _ in _open(browser, server, java_script_enabled=False):
        yield opened


def _drop(page: Page, name: str, text: str) -> None:
    page.evaluate(_DROP_ALL, [[name, text]])


def test_dropped_logs_are_compared_at_once(page: Page, tmp_path: Path):
    for name, wins in (("a", 18), ("b", 6)):
        helm_folder(tmp_path / name, f"org/{name}", [1.0] * wins + [0.0] * (20 - wins))
    files = sorted(tmp_path.rglob("*.json"))
    page.goto("/items")
    page.evaluate(_DROP_ALL, [[str(f.relative_to(tmp_path)), f.read_text()] for f in files])
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Yes: org/a - org/b = 0.6000")
    expect(answer.locator("svg, img").first).to_be_visible()
    with page.expect_download() as downloading:  # the files are still chosen
        page.locator("summary", has_text="Save the report").click()
        page.get_by_role("button", name="report.txt").click()
    assert "org/a - org/b" in Path(downloading.value.path()).read_text()
    page.evaluate(_DROP_ALL, [["nothing.json", "{}"]])
    expect(answer).to_contain_text("no log that is known")


@pytest.mark.tex
def test_from_a_dropped_file_to_the_paper(page: Page, tmp_path: Path):
    page.goto("/")
    _drop(page, "mine.csv", CSV.replace("0.91", "0.91 %"))
    refused = page.locator("#refused")
    expect(refused).to_contain_text("line 3, column 2")
    expect(refused).to_contain_text("found '0.91 %', a percentage among plain numbers")

    table = page.locator("#table")  # correct the mistake
    table.fill(table.input_value().replace("0.91 %", "0.91"))
    question = page.locator("#question")
    expect(question).to_contain_text("Which values are better, the lower or the higher?")
    question.get_by_role("button", name="higher values are better").click()
    expect(page.get_by_label("higher (accuracies)")).to_be_checked()
    verdict = page.locator("#conclusions")
    expect(verdict).to_contain_text("New, rank 1.00")
    expect(verdict).to_contain_text("ranks: Shaffer static")
    expect(page.locator("#data")).to_contain_text("from mine.csv")

    page.get_by_label("with a control").check()  # switch to a control
    expect(verdict).to_contain_text("New > Old, Base")
    page.get_by_label("Control", exact=True).select_option("Old")
    expect(verdict).to_contain_text("New > Old")

    page.get_by_label("Level of significance, alpha").fill("0.001")
    page.get_by_label("Level of significance, alpha").press("Tab")
    expect(verdict).to_contain_text("None of 2 shown at 0.001")
    assert page.url.endswith("/?better=higher&control=Old&alpha=0.001")

    with page.expect_download() as downloading:
        page.get_by_role("button", name="LaTeX").click()
    assert downloading.value.suggested_filename == "report.tex"
    downloading.value.save_as(tmp_path / "report.tex")
    assert "None of 2 shown at 0.001" in " ".join(
        compile_latex(tmp_path / "report.tex").text.split()
    )


def test_an_address_with_a_case_study_reproduces_the_view(page: Page):
    page.goto("/?case=cec2005")
    page.get_by_label("with a control").check()
    page.get_by_label("Control", exact=True).select_option("SaDE")
    expect(page.locator("#conclusions")).to_contain_text("SaDE > PSO, CHC")
    page.get_by_label("Ranking", exact=True).select_option("quade")
    expect(page.locator("#conclusions")).to_contain_text("Quade rank")
    page.wait_for_url("**/?case=cec2005&control=SaDE&ranking=quade")
    before = page.locator("#conclusions").inner_text()
    page.goto(page.url)
    assert page.locator("#conclusions").inner_text() == before
    assert page.get_by_label("Ranking", exact=True).input_value() == "quade"
    assert page.locator("#family-control").is_checked()


def test_a_workbook_becomes_text_that_can_be_corrected(page: Page, tmp_path: Path):
    evenkeel.load("toy").save(tmp_path / "toy.xlsx")
    page.goto("/")
    page.get_by_label("Choose or drop a file").set_input_files(tmp_path / "toy.xlsx")
    page.get_by_role("button", name="lower values are better").click()
    expect(page.locator("#table")).to_have_value(re.compile(r"^problem,A,B,C,D\nP1,2\.711,"))
    expect(page.locator("#conclusions")).to_contain_text("C, rank 1.75")
    expect(page.locator("#data")).to_contain_text("from toy.xlsx")


def test_hovering_and_focusing_a_term_explains_it(page: Page):
    page.goto("/?case=cec2005&control=SaDE")
    meaning = page.locator("#term-holm")
    expect(meaning).to_be_hidden()
    page.locator("#conclusions .term", has_text="Holm").hover()
    expect(meaning).to_be_visible()
    page.mouse.move(0, 0)
    expect(meaning).to_be_hidden()
    page.locator("#conclusions .term", has_text="Holm").focus()
    expect(meaning).to_be_visible()
    box = meaning.bounding_box()
    assert box is not None
    assert box["x"] >= 0


def test_a_column_sorts_its_table(page: Page):
    page.goto("/?case=cec2005&control=SaDE")
    table = page.locator("#table-description")
    table.get_by_role("columnheader", name="Wins").click()
    wins = [int(text) for text in table.locator("tbody td:last-child").all_inner_texts()]
    assert wins == sorted(wins)


def test_everything_is_reached_by_the_keyboard(page: Page):
    page.goto("/?case=toy")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"family-all", "control", "alpha", "ranking", "method", "procedure", "submit"} <= seen


def test_every_field_has_a_label_and_every_picture_a_text(page: Page):
    page.goto("/?case=cec2005")
    unlabelled = page.evaluate(
        """[...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
           .filter((field) => field.labels.length === 0).map((field) => field.id)"""
    )
    assert unlabelled == []
    assert page.evaluate("[...document.images].every((image) => image.hasAttribute('alt'))")
    assert page.locator("#picture-ranks img").evaluate("image => image.naturalWidth") > 0


_CONTRAST = """() => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const colour = parts(getComputedStyle(e).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    return [...document.querySelectorAll("p, dt, dd, td, th, h1, h2, label, a, summary, legend")]
        .filter((e) => e.innerText && e.innerText.trim() && e.checkVisibility())
        .map((e) => {
            const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))];
            return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.innerText.slice(0, 40)];
        })
        .filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_contrast_and_width(browser: Browser, server, scheme: str, width: int):
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    for page, _ in _open(browser, server, **options):
        for address in ("/", "/?case=cec2005&control=SaDE", "/?case=nothing"):
            page.goto(address)
            assert page.evaluate(_CONTRAST) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_javascript_the_form_works_with_a_reload(page_without_script: Page, tmp_path: Path):
    page = page_without_script
    file = tmp_path / "mine.csv"
    file.write_text(CSV, encoding="utf-8")
    page.goto("/")
    page.get_by_label("Choose or drop a file").set_input_files(file)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#question")).to_be_visible()
    page.get_by_label("higher (accuracies)").check()
    page.get_by_label("with a control").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#conclusions")).to_contain_text("New > Old, Base")
    page.locator("#conclusions .term", has_text="Holm").click()
    expect(page.locator("#term-holm")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="JSON").click()
    assert downloading.value.suggested_filename == "report.json"


def test_the_page_prints_the_report_without_its_controls(page: Page):
    page.goto("/?case=toy")
    page.emulate_media(media="print")
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator("#conclusions")).to_be_visible()


def _compared(page: Page) -> None:
    page.goto("/")
    page.locator("#table").fill(CSV)
    page.get_by_label("higher (accuracies)").check()
    expect(page.locator("#conclusions")).to_contain_text("New, rank 1.00")


def test_two_settings_stand_side_by_side(page: Page):
    _compared(page)
    page.get_by_role("button", name="Keep beside the next").click()
    page.get_by_label("Ranking", exact=True).select_option("quade")
    expect(page.locator("#conclusions")).to_contain_text("Quade rank")
    earlier = page.locator(".earlier")
    expect(earlier).to_contain_text("New, rank 1.00")
    expect(earlier.locator("h2")).to_contain_text("evenkeel compare results.csv --better=higher")


def test_a_link_brings_the_table_and_the_settings_back_without_the_server(page: Page):
    _compared(page)
    page.get_by_label("Ranking", exact=True).select_option("quade")
    expect(page.locator("#conclusions")).to_contain_text("Quade rank")
    page.get_by_role("button", name="Copy a link to this").click()
    expect(page.locator("#status")).to_contain_text("link")
    address = page.url
    assert "#state=" in address
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#conclusions")).to_contain_text("Quade rank")
    assert page.locator("#table").input_value().strip() == CSV.strip()


def test_a_damaged_link_says_so(page: Page):
    page.goto("/#state=abc")
    expect(page.locator("#status")).to_contain_text("The link is damaged")


def test_columns_are_chosen_where_a_table_is_misunderstood(page: Page):
    rows = [f"{d},{m},{0.8 + 0.01 * i},{i}" for i, d in enumerate("uvwxyz") for m in ("SVM", "NB")]
    page.goto("/")
    page.locator("#table").fill("\n".join(["where,who,how good,how long", *rows]))
    page.get_by_label("higher (accuracies)").check()
    expect(page.locator("#understood, #question, #refused")).to_be_visible()
    if page.locator("#roles").count():
        page.locator("#roles > summary").click()
    for column, role in {
        "where": "Column of the problems",
        "who": "Column of the algorithms",
        "how good": "Column of the values",
        "how long": "find out",
    }.items():
        page.get_by_label(column, exact=True).select_option(role)
    page.get_by_role("button", name="Read it with these roles").click()
    expect(page.locator("#understood")).to_contain_text("u, v, w, x, y, z")
    expect(page.locator("#understood")).to_contain_text("SVM, NB")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_question_is_answered_and_a_column_left_out(
    page: Page, page_without_script: Page, scripted: bool
):
    shown = page if scripted else page_without_script
    shown.goto("/")
    shown.locator("#table").fill(CSV)
    if not scripted:
        shown.get_by_role("button", name="Compare").click()
    shown.get_by_role("button", name="higher values are better").click()
    expect(shown.locator(".read")).to_contain_text("3 algorithms (New, Old, Base)")
    shown.locator("#roles > summary").click()
    shown.get_by_label("Base", exact=True).select_option("leave out")
    shown.get_by_role("button", name="Read it with these roles").click()
    expect(shown.locator(".read")).to_contain_text("2 algorithms (New, Old)")
    expect(shown.locator("#not_algorithms")).to_have_value("Base")
    expect(shown.locator("#table")).to_have_value(re.compile("Base"))  # the table as it was given


def test_the_name_of_the_file_stays_visible(page: Page):
    page.goto("/")
    _drop(page, "mine.csv", CSV)
    expect(page.locator("#chosen")).to_have_text("File: mine.csv")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_answer_is_seen_after_the_button(browser: Browser, server, width: int):
    context = browser.new_context(base_url=server.url, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto("/?case=toy")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#answer h1")).to_be_in_viewport()
    context.close()


@pytest.mark.parametrize("address", ["/", "/?case=garcia2008&beside.rank-sets=1", "/?case=nothing"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(browser: Browser, server, address: str, scheme: str):
    context = browser.new_context(base_url=server.url, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(address)
    only = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}  # the rest is the same
    found = Axe().run(page, options=only).response["violations"]
    serious = [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in SERIOUS]
    assert serious == []
    context.close()
