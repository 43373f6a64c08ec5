"""The API: the same comparison as data, in the schema of the report's JSON."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from evenkeel._version import __version__
from evenkeel.errors import choice
from evenkeel.omnibus.registry import RESAMPLES, Ties
from evenkeel.pairwise.sign import TieTreatment
from evenkeel.posthocs.confidence_sets import RankTest
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS, complete_rankings
from evenkeel.runs.problem_tests import Design, Test
from evenkeel.tables.choices import Statistic
from evenkeel.tables.options import READING, parsed
from evenkeel.web.answers import MOST_FAULTS, RefusedError
from evenkeel.web.options import LONGEST_LIST, MOST_RESAMPLES, Options, Source, safe_name
from evenkeel.web.pool import Pool
from evenkeel.web.tables import MOST_ALGORITHMS

MOST_PVALUES = 5_000
MOST_REPETITIONS = 2_000
MOST_BIASES = 21

router = APIRouter()
Text = Annotated[str, Field(max_length=200)]

_COMPLETE = complete_rankings()
_QUICK_LAWS = tuple(law.name for law in LAWS if law.quick)


def _one_of(names: tuple[str, ...], what: str) -> AfterValidator:
    return AfterValidator(lambda name: choice(name, names, what))


def _listing(names: tuple[str, ...]) -> Any:
    return Field(json_schema_extra={"enum": [*names]})


RankingName = Annotated[str, _listing(RANKINGS.names), _one_of(RANKINGS.names, "ranking")]
CompleteRankingName = Annotated[str, _listing(_COMPLETE), _one_of(_COMPLETE, "ranking")]
LawName = Annotated[str, _listing(LAWS.names), _one_of(LAWS.names, "method")]
QuickLawName = Annotated[str, _listing(_QUICK_LAWS), _one_of(_QUICK_LAWS, "method")]
Alpha = Annotated[float, Field(gt=0, lt=1, description="Level of significance, between 0 and 1.")]


class ColumnRole(BaseModel):
    """A column, or a row that is left out: what it is taken for, and why."""

    name: str
    role: str
    why: str


class Answer(BaseModel):
    """A whole reading of a table: in a sentence, as options of a request, and as a command."""

    sentence: str
    options: dict[str, Any] = Field(description="Send the request again with these.")
    command: str


class Question(BaseModel):
    """What is in doubt about a table, the likeliest reading of it, and the answers."""

    why: str
    columns: list[ColumnRole]
    answers: list[Answer] = Field(description="At most three, the likeliest first; each works.")


class Fault(BaseModel):
    """An error: its type, its message, and the single faults of a table."""

    type: str = Field(description="Kind of error, such as TableError or UnknownNameError.")
    message: str = Field(description="What is wrong, where, and how to mend it.")
    faults: list[str] = Field(
        description=f"The first {MOST_FAULTS} faults of a table by themselves; else empty."
    )
    question: Question | None = Field(
        None, description="Of a ReadingQuestion: a table that can be read in several ways."
    )


class Failure(BaseModel):
    """What every refusal looks like."""

    error: Fault


class Report(BaseModel):
    """A report, as `evenkeel compare --json` prints it; the schema is named in `schema`."""

    model_config = ConfigDict(extra="allow")

    schema_: Literal["evenkeel/report/1"] = Field(alias="schema")
    evenkeel: str
    title: str
    sections: list[dict[str, Any]]
    advice: list[dict[str, Any]]
    tables: dict[str, dict[str, Any]]
    references: list[dict[str, Any]]


def _reading_fields(kinds: dict[str, Any]) -> dict[str, Any]:
    """A field for each option of reading; `kinds` are the types of those that are no choice."""
    return {
        option.name: (
            Literal[option.choices] if option.choices else kinds[option.kind],
            Field(option.default, description=option.help),
        )
        for option in READING.values()
    }


# In the address of a request all of them have to fit into what a server takes for one, 64 kB.
_LISTED_IN_ADDRESS = Annotated[str, Field(max_length=LONGEST_LIST // 4)]
_LISTED = Annotated[str, Field(max_length=LONGEST_LIST)]
_TEXT: dict[str, Any] = {
    "text": Text | None,
    **dict.fromkeys(("name or names", "names", "pairs"), _LISTED_IN_ADDRESS | None),
    "flag": bool,
}
_NAMES = _LISTED | Annotated[list[Text], Field(max_length=1_000)]
_JSON = _TEXT | {
    "text": Text | Literal[False] | None,
    "name or names": _NAMES | Literal[False] | None,
    "names": _NAMES | None,
    "pairs": _LISTED | Annotated[dict[Text, Text], Field(max_length=100)] | None,
}
ReadingTexts = create_model("ReadingTexts", **_reading_fields(_TEXT))
ReadingValues = create_model("ReadingValues", **_reading_fields(_JSON))


class _Runs(BaseModel):
    """Which values are good, and how runs are looked at."""

    model_config = ConfigDict(extra="forbid")

    better: Literal["lower", "higher"] | None = Field(
        None, description="Which values are good; needed with a table."
    )
    statistic: Statistic = Field("mean", description="How the runs of a cell become one number.")
    test: Test | None = Field(
        None, description="How the runs of each problem are tested; by default as the design asks."
    )
    design: Design | None = Field(None, description="How the runs were made.")
    test_share: float | None = Field(
        None, gt=0, lt=1, description="Share of the examples that each fold or split is tested on."
    )

    def source(self, **where: Any) -> Source:
        """As the jobs take it."""
        told = {name: getattr(self, name) for name in READING}
        texts = {name: value for name, value in told.items() if isinstance(value, str)}
        values = {
            name: value
            for name, value in told.items()
            if name not in texts and value != READING[name].default
        }
        return Source(
            better=self.better,
            reading=parsed(texts) | values,
            statistic=self.statistic,
            test=self.test or "",
            design=self.design or "",
            test_share=self.test_share,
            **where,
        )


class TableSource(_Runs, ReadingValues):  # type: ignore[misc, valid-type]
    """Which table: a case study, or the text of a table."""

    case: Text | None = Field(None, description="Name of a case study, see /api/cases.")
    table: str | None = Field(None, description="A table as text: CSV, TSV, or JSON.")

    def found(self) -> Source:
        """The table that is meant."""
        if (self.case is None) == (self.table is None):
            raise RefusedError(
                422, "InputError", "give either case, the name of a case study, or table, its text"
            )
        return self.source(case=self.case or "", data=(self.table or "").encode("utf-8", "replace"))


class Comparing(BaseModel):
    """The options of `evenkeel.compare`."""

    control: Text | None = Field(
        None, description="The control, or best for the best ranked; without it, all pairs."
    )
    alpha: Alpha = 0.05
    ranking: RankingName = "friedman"
    method: LawName | None = None
    procedure: Text | None = Field(None, description="The procedure to conclude from.")
    adjust: list[Text] | None = Field(
        None, max_length=30, min_length=1, description="Procedures to show, see /api/procedures."
    )
    always: bool = Field(False, description="Go on even if the omnibus hypothesis stands.")
    order: list[Text] | None = Field(
        None, max_length=MOST_ALGORITHMS, description="A predicted order, best first."
    )
    ties: Ties = Field("corrected", description="Ties in statistics of ranks.")
    omnibus_method: Literal["permutation"] | None = Field(
        None, description="P-values of the omnibus tests, by default approximations."
    )
    sign_ties: TieTreatment = Field("split", description="Ties in the sign tests.")
    second_look: RankTest | None = Field(None, description="The test of two columns alone.")
    resamples: int = Field(RESAMPLES, ge=1, le=MOST_RESAMPLES, description="Random permutations.")
    seed: int = Field(0, ge=0, le=2**32 - 1, description="Seed of the random permutations.")
    scaled: bool = Field(False, description="Map each problem on [0, 1] first.")

    def options(self) -> Options:
        """As the jobs take them."""
        given = {name: getattr(self, name) for name in Comparing.model_fields}
        order = None if self.order is None else tuple(self.order)
        return Options(**{**given, "adjust": tuple(self.adjust or ()), "order": order})


class CompareRequest(TableSource, Comparing):
    """A comparison."""


class FileRequest(_Runs, ReadingTexts, Comparing):  # type: ignore[misc, valid-type]
    """A comparison of a file, which is the body of the request."""

    name: Text | None = Field(None, description="What messages call the file.")


class AdjustRequest(BaseModel):
    """P-values to adjust."""

    model_config = ConfigDict(extra="forbid")

    pvalues: list[Annotated[float, Field(ge=0, le=1)]] = Field(
        min_length=1, max_length=MOST_PVALUES, description="P-values, in any order."
    )
    methods: list[Text] = Field(["holm"], min_length=1, max_length=30)
    alpha: Alpha = 0.05


class PowerRequest(TableSource):
    """A study of power on samples of a table's own problems, bounded in size."""

    first: Text = Field(description="The algorithm that the samples come to favour.")
    second: Text = Field(description="The algorithm to compare it with.")
    size: int = Field(10, ge=2, le=1_000, description="Problems in a sample.")
    bias: list[Annotated[float, Field(ge=0, le=1e6)]] = Field(
        [0.0, 5.0, 10.0, 15.0, 20.0], min_length=1, max_length=MOST_BIASES
    )
    repetitions: int = Field(200, ge=1, le=MOST_REPETITIONS)
    procedures: list[Text] | None = Field(None, min_length=1, max_length=30)
    control: Text | None = None
    ranking: CompleteRankingName = "friedman"
    method: QuickLawName = "calibrated"
    alpha: Alpha = 0.05
    seed: int = Field(0, ge=0, le=2**32 - 1)

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of `evenkeel.studies._power.power`."""
        return self.model_dump(exclude=set(TableSource.model_fields))


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The request is not well formed."},
    403: {"model": Failure, "description": "A page of another site asked."},
    408: {"model": Failure, "description": "The request did not arrive in time."},
    413: {"model": Failure, "description": "The request or the table is too large."},
    422: {"model": Failure, "description": "The input cannot be used; the message says why."},
    503: {"model": Failure, "description": "All processes are busy, or failed; try again."},
}
Compared = Annotated[
    CompareRequest,
    Body(
        openapi_examples={
            "case study": {"value": {"case": "cec2005", "control": "SaDE"}},
            "own table": {
                "value": {"table": "problem,A,B,C\nx,1,2,3\ny,2,3,4\nz,1,4,2\n", "better": "lower"}
            },
        }
    ),
]


def pool_of(request: Request) -> Pool:
    """The pool of the application that got the request."""
    pool: Pool = request.app.state.pool
    return pool


@router.post("/api/compare", response_model=Report, responses=REFUSALS, tags=["api"])
async def compare(request: Request, asked: Compared) -> Any:
    """Compare algorithms: the whole report as data."""
    return await pool_of(request).run("compare", asked.found(), asked.options())


@router.post(
    "/api/compare/file",
    response_model=Report,
    responses=REFUSALS,
    tags=["api"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "description": "The bytes of a CSV, TSV, Excel or JSON file.",
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
async def compare_file(request: Request, asked: Annotated[FileRequest, Query()]) -> Any:
    """Compare the algorithms of a file, which is the body of the request."""
    source = asked.source(data=await request.body(), name=safe_name(asked.name))
    return await pool_of(request).run("compare", source, asked.options())


@router.post("/api/adjust", response_model=Report, responses=REFUSALS, tags=["api"])
async def adjust(request: Request, asked: AdjustRequest) -> Any:
    """Adjust p-values; the table "adjusted" has them in the order given."""
    return await pool_of(request).run("adjust", asked.pvalues, asked.methods, asked.alpha)


@router.post("/api/power", response_model=Report, responses=REFUSALS, tags=["api"])
async def power(request: Request, asked: PowerRequest) -> Any:
    """Measure how often each procedure rejects on samples of the table's problems."""
    if not all(math.isfinite(bias) for bias in asked.bias):
        raise RefusedError(422, "InputError", "bias: give finite numbers")
    return await pool_of(request).run("power", asked.found(), asked.arguments())


@router.get("/api", tags=["api"])
async def addresses(request: Request) -> list[dict[str, str]]:
    """List the addresses of the API, and what each does; /openapi.json has their schemas."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    return [
        {"method": method.upper(), "path": path, "does": operation.get("description", "")}
        for path, operations in paths.items()
        for method, operation in operations.items()
    ]


@router.get("/api/cases", tags=["api"])
async def cases(request: Request) -> list[dict[str, Any]]:
    """List the bundled case studies."""
    listed: list[dict[str, Any]] = request.app.state.cases
    return listed


@router.get("/api/procedures", tags=["api"])
async def procedures(request: Request) -> list[dict[str, Any]]:
    """List the procedures: what each controls, what it assumes, which families it serves."""
    listed: list[dict[str, Any]] = request.app.state.procedures
    return listed


@router.get("/health", tags=["server"])
async def health(request: Request) -> dict[str, Any]:
    """Whether the server is well, and how busy it is."""
    pool = pool_of(request)
    return {
        "status": "ok",
        "evenkeel": __version__,
        "busy": pool.busy,
        "waiting": pool.waiting,
    }
