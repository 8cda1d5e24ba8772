"""Parameters that many routes take."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from chapterhouse.server.http import schema

TableId = Annotated[str, Path(description="Id of a table", max_length=64)]
SeatQuery = Annotated[int | None, Query(ge=0, le=7, description="A seat that the caller holds")]
LanguageQuery = Annotated[schema.Language | None, Query(description="Instead of the browser's preference")]
EyesQuery = Annotated[str, Query(pattern=r"^([0-7]|watch|open)$", description="A seat, `watch` or `open`")]
PlyQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]
AfterQuery = Annotated[int | None, Query(ge=0, le=1_000_000, description="`step` of the last Now that the page has")]
