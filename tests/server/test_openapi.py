"""docs/openapi.json describes every route, as it is: what it takes, what it answers, and how it refuses."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection
from starlette.routing import Route
from starlette.types import Scope

from sobremesa.server.limits import Limits, Rate
from tests import openapi
from tests.server.calls import CALLS, World
from tests.server.company import A_BOT, ME, House

DOC = openapi.load()
METHODS = ("get", "put", "post", "delete", "patch")
OPERATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    operation["operationId"]: (method, path, operation)
    for path, described in DOC["paths"].items()
    for method, operation in described.items()
}
ADVICE = "see CONTRIBUTING.md, Routes"


READ: dict[tuple[str, str], set[str]] = {}
"""The parameters of the query that were read, by method and path."""


class Query(QueryParams):
    """What notes which parameters are read."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope["query_string"])
        self.read = READ.setdefault((scope["method"].lower(), template(scope["route"])), set())

    def __contains__(self, key: Any) -> bool:
        self.read.add(key)
        return super().__contains__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)


def template(route: Route) -> str:
    """The path of a route as it is described."""
    return re.sub(r":\w+}", "}", route.path)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A server for all that only looks."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(HTTPConnection, "query_params", property(lambda each: Query(each.scope)))
        made = World(tmp_path_factory.mktemp("openapi"))
        yield made
        made.close()


def resolved(part: Any) -> Any:
    """A part of the description, or what it refers to."""
    while "$ref" in part:
        kind, name = part["$ref"].removeprefix("#/components/").split("/")
        part = DOC["components"][kind][name]
    return part


def strict(schema: Any) -> Any:
    """A schema that is not content with keys that it does not name, where it is ours and does not say so itself."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict) or openapi.STRUCT in schema or openapi.NEEDED in schema:
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        made.setdefault("additionalProperties", False)
    return made


COMPONENTS = {"schemas": strict(DOC["components"]["schemas"])}


def faults_of(schema: Any, value: Any) -> list[ValidationError]:
    return list(Draft202012Validator({**strict(schema), "components": COMPONENTS}).iter_errors(value))


# The description itself


def test_the_description_is_as_the_code_demands() -> None:
    written = openapi.FILE.read_text(encoding="utf-8")
    expected = openapi.text_of(openapi.whole(DOC)) + "\n"

    assert written == expected, "docs/openapi.json is out of date: run `make openapi`"


def test_the_description_is_openapi() -> None:
    assert re.fullmatch(r"3\.1\.\d", DOC["openapi"])
    assert set(DOC) == {"openapi", "info", "servers", "tags", "security", "paths", "components"}
    assert {"title", "version"} <= set(DOC["info"])
    assert len(OPERATIONS) == sum(len(each) for each in DOC["paths"].values()), "an operationId is used twice"
    tags = {tag["name"] for tag in DOC["tags"]}
    schemes = set(DOC["components"]["securitySchemes"])
    for name, (method, path, operation) in OPERATIONS.items():
        assert method in METHODS, name
        assert operation["summary"], name
        assert set(operation["tags"]) <= tags, name
        assert {scheme for each in operation["security"] for scheme in each} <= schemes, name
        assert "default" in operation["responses"], name
        assert all(re.fullmatch(r"[1-5]\d\d|default", status) for status in operation["responses"]), name
        assert all(resolved(each)["description"] for each in operation["responses"].values()), name
        given = [resolved(each) for each in operation.get("parameters", ())]
        assert len({(each["in"], each["name"]) for each in given}) == len(given), name
        assert all(each["in"] in ("path", "query", "header") and "schema" in each for each in given), name
        in_path = {each["name"] for each in given if each["in"] == "path"}
        assert in_path == set(re.findall(r"{(\w+)}", path)), f"{name}: parameters of the path"
        assert all(each.get("required") for each in given if each["in"] == "path"), name


def parts(value: Any) -> Iterator[Any]:
    """Everything inside a value."""
    yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each)


def test_every_reference_leads_somewhere_and_nothing_is_unused() -> None:
    leading = {part["$ref"] for part in parts(DOC) if isinstance(part, dict) and isinstance(part.get("$ref"), str)}
    there = {
        f"#/components/{kind}/{name}"
        for kind, named in DOC["components"].items()
        for name in named
        if kind != "securitySchemes"
    }

    assert leading == there


@pytest.mark.parametrize("name", sorted(DOC["components"]["schemas"]))
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(DOC["components"]["schemas"][name])


# Routes


def test_every_route_is_described_and_nothing_else(world: World) -> None:
    routed = {
        (method.lower(), template(route))
        for route in world.routes()
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {(method, path) for method, path, _ in OPERATIONS.values()}

    assert routed - described == set(), f"describe these routes in docs/openapi.json; {ADVICE}"
    assert described - routed == set(), f"docs/openapi.json describes routes that are not there; {ADVICE}"


def test_every_operation_is_called() -> None:
    assert set(OPERATIONS) - set(CALLS) == set(), f"add a call for these to tests/server/calls.py; {ADVICE}"
    assert set(CALLS) - set(OPERATIONS) == set(), "tests/server/calls.py calls what is not described"


def read_by(endpoint: Any) -> list[Any]:
    """The types that a handler reads bodies as: the second argument of `body(request, …)`."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(endpoint)))
    found = [
        node.args[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "body"
    ]
    # Its own source, with its own names.
    return [eval(ast.unparse(each), inspect.unwrap(endpoint).__globals__) for each in found]


def test_bodies_are_described_by_the_types_that_read_them(world: World) -> None:
    for route in world.routes():
        path = template(route)
        for method in (route.methods or set()) - {"HEAD"}:
            operation = DOC["paths"].get(path, {}).get(method.lower(), {})
            read = read_by(route.endpoint)
            if "requestBody" not in operation:
                assert read == [], f"{method} {path} reads a body that is not described; {ADVICE}"
                continue
            media = operation["requestBody"]["content"]["application/json"]
            schema = resolved(media["schema"])
            described = [openapi.resolve(schema[openapi.STRUCT]) if openapi.STRUCT in schema else dict]
            assert read == described, f"{method} {path}: the body is described by another type; {ADVICE}"
            assert faults_of(media["schema"], media["example"]) == []


# Answers


def check_answer(method: str, path: str, operation: dict[str, Any], answer: httpx.Response) -> None:
    """An answer is as it is described."""
    asked = f"{answer.request.method} {answer.request.url.path}?{answer.request.url.query.decode()}"
    pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
    assert answer.request.method == method.upper(), asked
    assert re.fullmatch(pattern, answer.request.url.path), f"{asked} is not {path}"
    responses = operation["responses"]
    assert str(answer.status_code) in responses, f"{asked} answers {answer.status_code}, which is not described"
    described = resolved(responses[str(answer.status_code)])
    content = described.get("content")
    if content is None:
        assert answer.content == b"", asked
        return
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in content, f"{asked} answers with {kind}"
    if kind == "application/json":
        faults = [
            f"at {fault.json_path}: {fault.message}" for fault in faults_of(content[kind]["schema"], answer.json())
        ]
        assert faults == [], f"{asked} answers {answer.status_code} otherwise than described"
    for header in set(described.get("headers", ())) - {"Set-Cookie"}:
        assert header in answer.headers, f"{asked}: {header}"


@pytest.mark.parametrize("name", sorted(CALLS))
def test_answers_are_as_described(name: str, world: World) -> None:
    method, path, operation = OPERATIONS[name]
    seen = set()
    for answer in CALLS[name](world):
        check_answer(method, path, operation, answer)
        seen.add(str(answer.status_code))

    assert set(operation["responses"]) - seen <= {"default", "429"}, "described, and never answered"
    described = {each["name"] for each in map(resolved, operation.get("parameters", ())) if each["in"] == "query"}
    assert READ.get((method, path), set()) == described, "what is read of the query, and what is described"


def test_every_other_refusal_is_as_described(tmp_path: Path) -> None:
    house = House(tmp_path, limits=Limits(matches=Rate(0.001, 1)))
    try:
        http, wish = house.ana.http, {"game": "sequence-dice", "seats": [ME, A_BOT]}
        refused = [
            http.get("/api/games", headers={"authorization": "Bearer nothing"}),
            http.post("/api/matches", json=wish, headers={"origin": "https://elsewhere.example"}),
            http.delete("/api/games"),
            http.get("/nowhere"),
        ]
        assert http.post("/api/matches", json=wish).status_code == 201
        hurried = http.post("/api/matches", json=wish)
    finally:
        house.close()
    described = resolved({"$ref": "#/components/responses/Refused"})
    for answer in (*refused, hurried):
        assert faults_of(described["content"]["application/json"]["schema"], answer.json()) == []
    assert [answer.status_code for answer in (*refused, hurried)] == [401, 403, 405, 404, 429]
    assert str(hurried.json()["retry_after"]) == hurried.headers["retry-after"]


def test_a_command_that_comes_too_soon_is_as_described(tmp_path: Path) -> None:
    house = House(tmp_path, limits=Limits(commands=Rate(0.001, 1)))
    try:
        path = f"/api/matches/{house.ana.set_up(ME, A_BOT)}/commands"
        answers = [house.ana.http.post(path, json={"t": "auto", "id": f"a{n}", "roll": True}) for n in range(2)]
    finally:
        house.close()
    assert [answer.status_code for answer in answers] == [200, 429]
    for answer in answers:
        check_answer(*OPERATIONS["command"], answer)
