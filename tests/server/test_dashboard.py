"""The dashboard and the scrape configuration in deploy/: every query names metrics and labels that there are."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server.serve import PORT
from tests.server.company import ME, House
from tests.server.scraping import Scraped, parse

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "sobremesa.json").read_text(encoding="utf-8"))
METRIC = re.compile(r"\b((?:sobremesa|process)_[a-z0-9_]+)(?:\{([^}]*)\})?")
OF_PROMETHEUS = {"instance", "job"}
"""Labels that Prometheus adds to what it scrapes."""
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def queries() -> list[str]:
    """Every expression of the dashboard."""
    shown = [target["expr"] for panel in PANELS for target in panel["targets"]]
    return [*shown, *(each["expr"] for each in DASHBOARD["annotations"]["list"]), variable("instance")["query"]]


def variable(name: str) -> Any:
    return next(each for each in DASHBOARD["templating"]["list"] if each["name"] == name)


@pytest.fixture
def scraped(house: House) -> Scraped:
    """What a server tells after something of every kind has happened."""
    with house.ana.socket(house.ana.set_up(ME, {"kind": "bot", "level": "easy"})) as playing:
        playing.hello()
        playing.play(lambda each: each.frame["seq"] > 4)
    house.ana.http.get("/nowhere")
    return parse(house.ana.http.get("/metrics").text)


def test_every_query_names_metrics_that_there_are(scraped: Scraped) -> None:
    asked = {name for query in queries() for name, _ in METRIC.findall(query)}

    assert asked
    assert asked - scraped.names == set()


def test_every_label_is_one_of_its_metric(scraped: Scraped) -> None:
    for query in queries():
        for name, inside in METRIC.findall(query):
            known = OF_PROMETHEUS.union(*(labels for series, labels in scraped.labels.items() if is_of(series, name)))
            matched = set(re.findall(r"(\w+)=~?\"", inside))
            # Those that have not happened yet tell no labels.
            if any(is_of(series, name) for series in scraped.values):
                assert matched | grouped_by(query) <= known, query


def grouped_by(query: str) -> set[str]:
    return {label.strip() for group in re.findall(r"by \(([^)]*)\)", query) for label in group.split(",")}


def is_of(series: str, name: str) -> bool:
    return series.partition("{")[0] == name


def test_counters_are_asked_for_by_rate_and_nothing_else_is(scraped: Scraped) -> None:
    growing = {name for name, kind in scraped.kinds.items() if kind == "counter"} | {
        f"{name}{suffix}"
        for name, kind in scraped.kinds.items()
        if kind in ("histogram", "summary")
        for suffix in ("_bucket", "_sum", "_count")
    }
    for query in queries():
        for name, _ in METRIC.findall(query):
            assert (f"rate({name}" in query) is (name in growing), query


def test_legends_and_quantiles_are_told() -> None:
    for panel in PANELS:
        for target in panel["targets"]:
            shown = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
            expression = target["expr"]
            grouped = {
                label.strip() for group in re.findall(r"by \(([^)]*)\)", expression) for label in group.split(",")
            }
            if grouped:
                assert shown <= grouped, panel["title"]
            for quantile in re.findall(r'quantile=~?"([^"]*)"', expression):
                assert set(quantile.split("|")) <= {"0.5", "0.9", "0.99"}, panel["title"]


def test_panels_lie_beside_one_another() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_the_example_scrapes_where_a_server_listens(house: House) -> None:
    text = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")

    path = re.search(r"metrics_path: (\S+)", text)
    assert path is not None
    assert house.ana.http.get(path[1]).status_code == 200
    assert re.findall(r'targets: \["127\.0\.0\.1:(\d+)"\]', text) == [str(PORT)]
