"""The part of the build that pyproject.toml cannot say: the rules are compiled where a C compiler is there.

Every module of the rules and of the search with a `.pxd` beside it becomes a C extension; where it was not compiled
the same `.py` file runs interpreted and plays the same games. Either all of them are compiled or none: the two forms do
not mix.

LUDOTECA_BUILD     auto (default): compile, or go on without; require: compile or fail; never: leave interpreted
LUDOTECA_SANITIZE  1: stop at the first overrun or other undefined behaviour of the compiled form
"""

import hashlib
import importlib.util
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CompileError, LinkError

SOURCE = Path("src")
PACKAGE = Path("ludoteca")
RULES = PACKAGE / "rules"
TRANSLATED = Path("build/c")
STAMP = "_built_from"
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "annotation_typing": False,
    "freethreading_compatible": True,
    "initializedcheck": False,
    "cpow": True,  # powers of real numbers are real
    "auto_pickle": False,  # what Cython would write mixes up arrays of different shapes; games pickle as positions
}
LENIENT = ["-Wno-incompatible-pointer-types"]
EXACT = ["-ffp-contract=off"]  # real numbers are rounded as Python does
MODE = os.environ.get("LUDOTECA_BUILD", "auto")
SANITIZE = os.environ.get("LUDOTECA_SANITIZE") == "1"


def load_fingerprint() -> ModuleType:
    """The module `ludoteca.rules._fingerprint`, by its path: the package itself cannot be imported yet."""
    spec = importlib.util.spec_from_file_location("_fingerprint", SOURCE / RULES / "_fingerprint.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def how_to_compile() -> dict[str, Any]:
    """What every extension is told about compiling and linking."""
    if not SANITIZE:
        # In branches that only the interpreted form takes, Cython reuses one temporary for arrays of different
        # shapes. They are never run compiled, but newer compilers would stop at them.
        return {"extra_compile_args": ["-O3", "-g0", *LENIENT, *EXACT] if os.name == "posix" else ["/O2"]}
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=True).stdout
    # An array at the end of a struct passes for one of open length and is not checked unless bounds are taken strictly.
    # Python's own tuples and integers end in such arrays: the limited API keeps their insides out of the C code.
    bounds = ["-fsanitize=bounds", "-fstrict-flex-arrays=3"] if "clang" in version else ["-fsanitize=bounds-strict"]
    checks = ["-fsanitize=undefined", *bounds, "-fno-sanitize-recover=all"]
    return {
        "extra_compile_args": ["-O1", "-g", *LENIENT, *checks],
        "extra_link_args": checks,
        "define_macros": [("Py_LIMITED_API", "0x030B0000")],
    }


def extensions() -> list[Extension]:
    """One extension for every module that has C types."""
    options = {**how_to_compile(), "optional": MODE == "auto"}
    return [
        Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [path.as_posix()], **options)
        for path in load_fingerprint().compiled_modules(SOURCE / PACKAGE)
    ]


def ingredients(extension: Extension) -> str:
    """Hash of all that a compiled module depends on: its source, the C types of all modules, and how it is built."""
    from Cython.Compiler.Version import watermark

    digest = hashlib.sha256(f"{watermark} {sys.version} {extension.extra_compile_args}".encode())
    for path in [Path(__file__), Path(extension.sources[0]), *load_fingerprint().c_types(SOURCE / PACKAGE)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_below(folder: Path) -> list[Path]:
    return [*folder.rglob("*.so"), *folder.rglob("*.pyd")]


class BuildRules(build_ext):
    """Compiles the modules that changed. In the end all of them are there compiled or, where one failed, none is."""

    parallel: int | None

    def run(self) -> None:
        target = SOURCE if self.inplace else Path(self.build_lib)
        stamp = target / RULES / f"{STAMP}.py"
        stamp.unlink(missing_ok=True)
        # Also what was compiled for another Python or from a source that is gone: the stamp speaks for all of it.
        for compiled in compiled_below(SOURCE / PACKAGE) if self.inplace else []:
            compiled.unlink()
        if not self.extensions:
            return
        try:
            self.compile_all()
            for each in self.extensions:
                if not (target / self.get_ext_filename(each.name)).exists():
                    raise CompileError(f"{each.name} was not compiled")
        except (BaseError, CompileError, LinkError, ImportError) as error:
            for compiled in compiled_below(target / PACKAGE):
                compiled.unlink()
            if MODE == "require":
                raise
            print(f"The rules stay interpreted (slower, same games): {error}", file=sys.stderr)
        else:
            stamp.write_text(f'SHA256 = "{load_fingerprint().fingerprint(SOURCE / PACKAGE)}"\n')

    def compile_all(self) -> None:
        """Compiles what has changed by content. The times of files say too little: those of a release that is
        unpacked over another one may be older than what was compiled in between."""
        hashes = {Path(self.build_temp, f"{each.name}.sha256"): ingredients(each) for each in self.extensions}
        unchanged = [note.stem for note, value in hashes.items() if note.exists() and note.read_text() == value]
        kept = [Path(self.build_lib, self.get_ext_filename(name)) for name in unchanged]
        for compiled in compiled_below(Path(self.build_lib, PACKAGE)):
            if compiled not in kept:
                compiled.unlink()
        for each in self.extensions:
            if each.name not in unchanged:
                (TRANSLATED / each.sources[0]).with_suffix(".c").unlink(missing_ok=True)
        self.translate()
        self.parallel = self.parallel or os.cpu_count()
        super().run()
        for note, value in hashes.items():
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(value)

    def translate(self) -> None:
        """From Python to C."""
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError as CythonError

        try:
            translated = cythonize(
                [Extension(each.name, each.sources) for each in self.extensions],
                build_dir=str(TRANSLATED),
                include_path=[str(SOURCE)],
                compiler_directives=DIRECTIVES,
                emit_linenums=SANITIZE,  # the sanitizer then names the line of the Python source
            )
        except CythonError as error:
            raise CompileError(f"Cython: {error}") from error
        for each, in_c in zip(self.extensions, translated, strict=True):
            each.sources = in_c.sources


class BuildSources(build_py):
    """Leaves out the stamp of an earlier build in the source folder: it says nothing about this one."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        return [entry for entry in found if entry[1] != STAMP]


if MODE not in ("auto", "never", "require"):
    sys.exit(f"LUDOTECA_BUILD is {MODE!r}; it must be auto, never or require.")
setup(
    ext_modules=[] if MODE == "never" else extensions(),
    cmdclass={"build_ext": BuildRules, "build_py": BuildSources},
)
