"""Native speed from the same source: loops over matches, bound to the rules of one game, plain or compiled.

Binding gives a game its own copy of the loops in which the names of the contract are the game's. For a native run
the modules of the rules are loaded a second time as twins whose functions are compiled. The twins are copies in a
folder named by a hash of every source and version involved; the compiler keeps its results beside them and, since
another source lies in another folder, can never serve a stale one.
"""

import ast
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.core.rules import VERBS

FOREIGN = {"numpy", "numba"} | sys.stdlib_module_names
"""What the rules may import that is not compiled with them: known by version, not by source."""

MAKE_NOTHING = {"sobremesa.core.drivers", "sobremesa.search.tree"}
"""Loops whose functions make no arrays: they need not count who holds one, at every step."""

JUDGES = (".worth", ".insight")
"""How modules end that judge tables: often, and each in one place, so that all of it belongs there."""

INNER: dict[str, Any] = {"cache": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How functions of rules are compiled that only others of them call: without a way in from outside, a third sooner.

They are not kept either: what is kept of a function of the contract holds them already.
"""


def is_wanted() -> bool:
    """This tells whether native runs are wanted: always, unless SOBREMESA_NATIVE is 0."""
    return os.environ.get("SOBREMESA_NATIVE", "1") != "0"


@cache
def bind(loops: str, *parts: str, native: bool, checked: bool = False) -> Any:
    """This binds a module of loops to a game: what it declares without a value comes from the game's parts.

    Checked, a native run notices an index out of range and a division by zero.
    """
    if native:
        loaded = _twins([*parts, loops], checked=checked)
    else:
        copy = _load(loops, _source(loops), _origin(loops))
        loaded = {part: import_module(part) for part in parts} | {loops: copy}
    bound = loaded[loops]
    for name in set(vars(bound).get("__annotations__", {})) - set(vars(bound)):
        setattr(bound, name, next(getattr(loaded[part], name) for part in parts if hasattr(loaded[part], name)))
    return bound


def cache_folder() -> Path:
    """This is where compiled rules are kept: SOBREMESA_CACHE, or the user's cache folder, or a passing one."""
    if chosen := os.environ.get("SOBREMESA_CACHE"):
        return Path(chosen)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    try:
        folder = home / "sobremesa"
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return _passing_folder()


@cache
def _passing_folder() -> Path:
    # Nobody else can have put anything into a folder that is new.
    return Path(tempfile.mkdtemp(prefix="sobremesa-"))


def digest_of(sources: dict[str, str], options: dict[str, Any]) -> str:
    """This is the name of a set of sources under the versions and the options that would compile them."""
    versions = [sys.version, *(version(name) for name in ("numba", "numpy", "llvmlite"))]
    return hashlib.sha256(repr((versions, sources, options)).encode()).hexdigest()[:24]


def sources_of(names: list[str]) -> dict[str, str]:
    """This is the source of modules and of all that they import, each after those it imports."""
    found: dict[str, str] = {}
    for name in names:
        _gather(name, found, set())
    return found


def _gather(name: str, found: dict[str, str], pending: set[str]) -> None:
    if name in found or name in pending or name.partition(".")[0] in FOREIGN:
        return
    pending.add(name)
    source = _source(name)
    for imported in _imports(name, source):
        _gather(imported, found, pending)
    found[name] = source


def _imports(name: str, source: str) -> Iterator[str]:
    package = name.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            members = [f"{base}.{alias.name}" for alias in node.names]
            modules = [member for member in members if _is_module(base, member)]
            yield from modules
            if len(modules) < len(members):
                yield base


def _is_module(base: str, member: str) -> bool:
    spec = find_spec(base)
    return spec is not None and spec.submodule_search_locations is not None and find_spec(member) is not None


def _origin(name: str) -> str:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"{name} has no source to compile")
    return spec.origin


def _source(name: str) -> str:
    return Path(_origin(name)).read_text(encoding="utf-8")


def _load(name: str, source: str, origin: str) -> ModuleType:
    module = ModuleType(name)
    module.__package__ = name.rpartition(".")[0]
    module.__file__ = origin
    exec(compile(source, origin, "exec"), vars(module))  # noqa: S102 - it is our own source, read again
    return module


def _twins(names: list[str], *, checked: bool) -> dict[str, ModuleType]:
    sources = sources_of(names)
    # Like an index out of range, a division by nothing is noticed where that is wanted: noticing it costs time.
    options = {"cache": True, "nogil": True, "boundscheck": checked, "error_model": "python" if checked else "numpy"}
    # How functions are compiled is said in this module, so its source belongs to the name too.
    folder = cache_folder() / digest_of(sources | {__name__: _source(__name__)}, options)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise FileFault(path=str(folder), reason=files.reason_of(fault)) from fault
    twins: dict[str, ModuleType] = {}
    for name, source in sources.items():
        copy = folder / f"{name}.py"
        if not copy.exists():
            files.write(copy, source)
        twins[name] = _load(name, source, str(copy))
        _compile(twins[name], twins, options)
    return twins


def _forgiving(compiled: Any) -> Any:
    """This lets a function be compiled anew where what was kept of it before cannot be read."""
    kept = compiled._cache
    load = kept.load_overload

    def load_or_forget(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:
            # A damaged file can be anything, and so can what comes of reading it.
            kept.flush()
            return None

    kept.load_overload = load_or_forget
    return compiled


def makes_arrays(module: str, function: str) -> bool:
    """This is whether a compiled function may make arrays: of rules and judgements, only a default move does."""
    if module.endswith(".rules"):
        return function == "default"
    if module.endswith(JUDGES):
        return False
    return module not in MAKE_NOTHING and not module.startswith("sobremesa.kit.")


def _compile(twin: ModuleType, twins: dict[str, ModuleType], options: dict[str, Any]) -> None:
    # Importing the compiler takes longer than loading what it has compiled; plain runs never pay for it.
    from numba import njit

    for name, value in list(vars(twin).items()):
        if isinstance(value, ModuleType) and value.__name__ in twins:
            setattr(twin, name, twins[value.__name__])
        elif isinstance(value, FunctionType) and value.__module__ == twin.__name__:
            chosen = options | {"_nrt": makes_arrays(twin.__name__, name)}
            # As a part of those that call it, it runs faster; where every index is checked, nobody is in a hurry.
            if twin.__name__.endswith(".rules") and name not in VERBS:
                chosen |= INNER | {"forceinline": not options["boundscheck"]}
            elif twin.__name__.endswith(JUDGES):
                chosen |= {"forceinline": not options["boundscheck"]}
            setattr(twin, name, _forgiving(njit(**chosen)(value)))
        elif isinstance(value, FunctionType) and value.__module__ in twins:
            setattr(twin, name, getattr(twins[value.__module__], value.__name__))
