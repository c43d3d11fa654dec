"""The mutants of a module: every way to plant one small fault in its source.

A mutant replaces one node of the syntax tree. It is known by texts that survive edits elsewhere in the file: the
function it lies in, its statement as it stands and its statement as the mutant has it. Docstrings, annotations and the
fields of the table say nothing that runs, and are left alone.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

MODULE = ""
"""What stands for the name of the function outside of all functions."""

SKIPPED_CLASSES = {"Table"}

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """This is one fault and where it is planted."""

    function: str
    """The name of the function, MODULE outside of all."""
    before: str
    """The statement as it stands; of one with a block only its first line."""
    after: str
    """The same with the fault."""
    lines: tuple[int, int]
    """The first and the last line of the statement."""
    place: int
    """The number of the replaced node among the places of the module."""
    change: int
    """Which of the changes of that place this is."""

    @property
    def key(self) -> str:
        """This is what the mutant is called in results."""
        return " | ".join((self.function, self.before, self.after))

    def __str__(self) -> str:
        return f"line {self.lines[0]}, {self.function or 'module'}: {self.before}  ->  {self.after}"


@dataclass(frozen=True)
class Place:
    """This is a node that may be replaced, with the statement and the function it lies in."""

    node: ast.AST
    statement: ast.stmt
    function: ast.FunctionDef | None


class Source:
    """This is the source of a module, and all its mutants.

    >>> source = Source("def f(x: int) -> bool:\\n    return x > 3")
    >>> [mutant.after for mutant in source.mutants]
    ['return not x > 3', 'return x >= 3', 'return x <= 3', 'return x > 4', 'return x > 2']
    """

    def __init__(self, text: str, origin: str = "") -> None:
        self.origin = origin
        self.tree = ast.parse(text)
        self.places = [place for statement in self.tree.body for place in _within(statement, statement, None)]
        self.mutants = list(self._mutants())

    def _mutants(self) -> Iterator[Mutant]:
        seen: set[tuple[int, str]] = set()
        twins: Counter[tuple[str, str, str]] = Counter()
        for number, place in enumerate(self.places):
            before = _head(place.statement)
            function = place.function.name if place.function else MODULE
            for change, replacement in enumerate(_changes(place)):
                after = _head(_copied(place.statement, place.node, replacement))
                if after == before or (id(place.statement), after) in seen:
                    continue
                seen.add((id(place.statement), after))
                twins[function, before, after] += 1
                nth = twins[function, before, after]
                text = f"{after}  # {nth}" if nth > 1 else after
                yield Mutant(function, before, text, _lines(place.statement), number, change)

    def module_with(self, mutant: Mutant) -> CodeType:
        """This compiles the module with a mutant's fault."""
        place, fault = self.places[mutant.place], self._replacement(mutant)
        return self._compiled([_copied(statement, place.node, fault) for statement in self.tree.body])

    def function_with(self, mutant: Mutant) -> CodeType:
        """This compiles only the function with a mutant's fault."""
        place = self.places[mutant.place]
        assert place.function is not None
        module = self._compiled([_copied(place.function, place.node, self._replacement(mutant))])
        return next(code for code in module.co_consts if isinstance(code, CodeType))

    def _replacement(self, mutant: Mutant) -> ast.AST:
        place = self.places[mutant.place]
        return ast.copy_location(list(_changes(place))[mutant.change], place.node)

    def _compiled(self, body: list[ast.stmt]) -> CodeType:
        module = ast.fix_missing_locations(ast.Module(body=body, type_ignores=[]))
        return compile(module, self.origin, "exec")


# Where something can be changed


def _within(node: ast.AST, statement: ast.stmt, function: ast.FunctionDef | None) -> Iterator[Place]:
    if isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node):
        return
    if isinstance(node, ast.ClassDef):
        if node.name not in SKIPPED_CLASSES:
            for inner in node.body:
                yield from _within(inner, inner, function)
        return
    if isinstance(node, ast.FunctionDef):
        for inner in node.body:
            yield from _within(inner, inner, node)
        return
    yield Place(node, statement, function)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "ctx", "op", "ops"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _within(child, child if isinstance(child, ast.stmt) else statement, function)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _lines(statement: ast.stmt) -> tuple[int, int]:
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, last)


def _head(statement: ast.stmt) -> str:
    if not hasattr(statement, "body"):
        return ast.unparse(statement)
    empty = {"body": [ast.Pass()]} | ({"orelse": []} if hasattr(statement, "orelse") else {})
    return ast.unparse(_with(statement, **empty)).partition("\n")[0]


# What it can be changed into


def _changes(place: Place) -> Iterator[ast.AST]:
    node = place.node
    if isinstance(node, ast.stmt):
        yield from _changes_of_statement(node, place.function)
    elif isinstance(node, ast.Constant):
        yield from _changes_of_constant(node)
    elif isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield _with(node, ops=[*node.ops[:number], other(), *node.ops[number + 1 :]])
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield _with(node, op=OPERATORS[type(node.op)]())
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield from _negated_test(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in TWINS:
            yield _with(node, func=ast.Name(TWINS[node.func.id], ast.Load()))
        elif node.func.id == "range":
            yield from _other_ranges(node)


def _changes_of_constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _changes_of_statement(node: ast.stmt, function: ast.FunctionDef | None) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return):
        if node.value is None:
            yield ast.Pass()
        elif function is not None:
            yield from _other_results(node.value, function)
    elif isinstance(node, ast.If | ast.While):
        yield from _negated_test(node)
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.AugAssign):
        if type(node.op) in OPERATORS:
            yield _with(node, op=OPERATORS[type(node.op)]())
        yield ast.Pass()
    elif isinstance(node, ast.Expr) or (isinstance(node, ast.Assign) and function and _is_spare(node, function)):
        yield ast.Pass()


def _other_results(value: ast.expr, function: ast.FunctionDef) -> Iterator[ast.AST]:
    promised = ast.unparse(function.returns) if function.returns else ""
    if promised == "bool" and not isinstance(value, ast.Constant):
        yield ast.Return(_negation(value))
    elif promised == "int" and not isinstance(value, ast.Constant):
        yield ast.Return(ast.BinOp(value, ast.Add(), ast.Constant(1)))


def _negated_test(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.AST]:
    # Other tests have an operator that is changed anyway.
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield _with(node, test=_negation(node.test))


def _negation(value: ast.expr) -> ast.expr:
    return value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not) else _not(value)


def _not(value: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), value)


def _other_ranges(node: ast.Call) -> Iterator[ast.AST]:
    one = ast.Constant(1)
    if len(node.args) == 1:
        yield _with(node, args=[one, *node.args])
    for number, sign in ((0, ast.Add()), (1, ast.Sub())) if len(node.args) > 1 else ((0, ast.Sub()),):
        # Whole numbers are changed anyway.
        if not isinstance(node.args[number], ast.Constant):
            bound = ast.BinOp(node.args[number], sign, one)
            yield _with(node, args=[*node.args[:number], bound, *node.args[number + 1 :]])


def _is_spare(node: ast.Assign, function: ast.FunctionDef) -> bool:
    # Without its first assignment a name does not exist, which any test would notice.
    bound = {argument.arg for argument in function.args.args}
    for other in ast.walk(function):
        if isinstance(other, ast.Name) and isinstance(other.ctx, ast.Store) and other.lineno < node.lineno:
            bound.add(other.id)
    names = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return all(isinstance(name.ctx, ast.Load) or name.id in bound for name in names)


# How it is changed


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _copied(value: Any, node: ast.AST, replacement: ast.AST) -> Any:
    if value is node:
        return replacement
    if isinstance(value, list):
        return [_copied(item, node, replacement) for item in value]
    if isinstance(value, ast.AST):
        copied = copy.copy(value)
        for name, inner in ast.iter_fields(value):
            setattr(copied, name, _copied(inner, node, replacement))
        return copied
    return value
