"""The API's own page: its OpenAPI schema as plain HTML, with nothing loaded from elsewhere."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from chapterhouse.server.http.pages import render

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request) -> Response:
    described: dict[str, Any] = request.app.openapi()
    routes = [
        _route(method, path, operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    models = [_model(name, model) for name, model in sorted(described["components"]["schemas"].items())]
    return render(request, "api.html", routes=routes, models=models)


def _route(method: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {"name": p["name"], "type": _type(p["schema"]), "about": p.get("description", "")}
        for p in operation.get("parameters", ())
    ]
    body = operation.get("requestBody")
    answers = {status: _content(answer) for status, answer in operation["responses"].items() if status.startswith("2")}
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "about": operation.get("description", ""),
        "parameters": parameters,
        "body": _content(body) if body else None,
        "answers": answers,
    }


def _content(of: dict[str, Any]) -> dict[str, str]:
    """What a body or an answer is: a model, or a kind of file."""
    for kind, content in of.get("content", {}).items():
        schema = content.get("schema")
        return _type(schema) if schema else {"text": kind, "model": ""}
    return {"text": "–", "model": ""}


def _type(schema: dict[str, Any]) -> dict[str, str]:
    """The type of a value in a few words, and the model it is or holds."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return {"text": name, "model": name}
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            parts = [_type(part) for part in schema[key]]
            model = next((part["model"] for part in parts if part["model"]), "")
            return {"text": " | ".join(part["text"] for part in parts), "model": model}
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return {"text": " | ".join(map(str, values)), "model": ""}
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        of = _type(schema["items"])
        return {"text": f"[{of['text']}]", "model": of["model"]}
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        of = _type(schema["additionalProperties"])
        return {"text": f"{{{of['text']}}}", "model": of["model"]}
    return {"text": str(schema.get("type", "any")), "model": ""}


def _model(name: str, model: dict[str, Any]) -> dict[str, Any]:
    required = model.get("required", ())
    fields = [
        {"name": field, "type": _type(of), "required": field in required, "about": of.get("description", "")}
        for field, of in model.get("properties", {}).items()
    ]
    return {"name": name, "about": model.get("description", ""), "fields": fields}
