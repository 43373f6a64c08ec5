"""The analyses beside the comparison as data: an address for each entry of their registry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, create_model

from evenkeel.analyses.registry import ANALYSES, Analysis, AnalysisOption
from evenkeel.web.api import REFUSALS, Report, TableSource, Text, pool_of
from evenkeel.web.beside import Beside

router = APIRouter()
_KINDS: dict[str, Any] = {"number": float, "count": int, "text": Text, "flag": bool}


def _options_model(analysis: Analysis) -> type[BaseModel]:
    """The options of an analysis, as its entry of the registry has them."""
    kinds = {option: _kind(option) for option in analysis.options}
    fields: dict[str, Any] = {
        option.name: (
            kind if option.required or option.default is not None else kind | None,
            Field(
                ... if option.required else option.default,
                description=option.help,
            ),
        )
        for option, kind in kinds.items()
    }
    name = f"{_camel(analysis.name)}Options"
    model: type[BaseModel] = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    return model


def _kind(option: AnalysisOption) -> Any:
    """What the option may be: one of its choices, or, of a number, a word in its place."""
    if option.kind == "choice":
        return Literal[option.choices]
    bounded = _KINDS[option.kind]
    if option.kind in ("number", "count"):
        bounded = Annotated[bounded, Field(ge=option.least, le=option.most)]
    return bounded | Literal[option.choices] if option.choices else bounded


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _add_analysis(analysis: Analysis) -> None:
    """An address for an analysis: a table and its options."""
    options = _options_model(analysis)
    needed = any(option.required for option in analysis.options)
    request_model = create_model(
        f"{_camel(analysis.name)}Request",
        __base__=TableSource,
        options=(options, Field(... if needed else options(), description="Its options.")),
    )

    async def analyse(request: Request, asked: Any) -> Any:
        told = analysis.arguments(asked.options.model_dump())
        return await pool_of(request).run("analyse", asked.found(), Beside(analysis.name, told))

    analyse.__annotations__["asked"] = request_model
    router.post(
        f"/api/analyses/{analysis.name}",
        name=analysis.name,
        summary=analysis.title,
        description=analysis.summary,
        response_model=Report,
        responses=REFUSALS,
        tags=["analyses"],
    )(analyse)


for _analysis in ANALYSES:
    _add_analysis(_analysis)


@router.get("/api/analyses", tags=["analyses"])
async def analyses() -> list[dict[str, Any]]:
    """List the analyses beside the comparison, with their options."""
    return [
        {
            "name": analysis.name,
            "title": analysis.title,
            "summary": analysis.summary,
            "takes": analysis.takes,
            "options": [option.described() for option in analysis.options],
        }
        for analysis in ANALYSES
    ]
