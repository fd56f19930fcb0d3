"""The part of the build that pyproject.toml cannot say: the rules are compiled where a C compiler is there.

Every module of the rules and of the search with a `.pxd` beside it becomes a C extension; where it was not compiled
the same `.py` file runs interpreted and plays the same games. Either all of them are compiled or none: the two forms do
not mix.

LUDOTECA_BUILD     auto (default): compile, or go on without; require: compile or fail; never: leave interpreted
LUDOTECA_SANITIZE  1: stop at the first overrun or other undefined behaviour of the compiled form
LUDOTECA_ABI       stable: compiled once for CPython 3.11 and all later ones, which is how wheels are built
LUDOTECA_PAGE      never: a package without the page for browsers; otherwise it has the page, or is not built
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
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CompileError, LinkError

SOURCE = Path("src")
PACKAGE = Path("ludoteca")
RULES = PACKAGE / "rules"
TRANSLATED = Path("build/c")
PAGE = SOURCE / PACKAGE / "server/api/pages/built"
WEB = Path("web")
STAMP = "_built_from"
COMMIT = "_commit.py"  # what a package was built from
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
STABLE = os.environ.get("LUDOTECA_ABI") == "stable"
WITH_PAGE = os.environ.get("LUDOTECA_PAGE") != "never"
OLDEST_PYTHON = "0x030B0000"


def load(path: Path) -> ModuleType:
    """A module by its path: the package itself cannot be imported yet."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_fingerprint() -> ModuleType:
    return load(SOURCE / RULES / "_fingerprint.py")


def how_to_compile() -> dict[str, Any]:
    """What every extension is told about compiling and linking."""
    if not SANITIZE:
        # In branches that only the interpreted form takes, Cython reuses one temporary for arrays of different
        # shapes. They are never run compiled, but newer compilers would stop at them.
        arguments = ["-O3", "-g0", *LENIENT, *EXACT] if os.name == "posix" else ["/O2"]
        stable = {"define_macros": [("Py_LIMITED_API", OLDEST_PYTHON)], "py_limited_api": True} if STABLE else {}
        return {"extra_compile_args": arguments, **stable}
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    version = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=True).stdout
    # An array at the end of a struct passes for one of open length and is not checked unless bounds are taken strictly.
    # Python's own tuples and integers end in such arrays: the limited API keeps their insides out of the C code.
    bounds = ["-fsanitize=bounds", "-fstrict-flex-arrays=3"] if "clang" in version else ["-fsanitize=bounds-strict"]
    checks = ["-fsanitize=undefined", *bounds, "-fno-sanitize-recover=all"]
    return {
        "extra_compile_args": ["-O1", "-g", *LENIENT, *checks],
        "extra_link_args": checks,
        "define_macros": [("Py_LIMITED_API", OLDEST_PYTHON)],
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

    how = f"{extension.extra_compile_args} {extension.define_macros}"
    digest = hashlib.sha256(f"{watermark} {sys.version} {how}".encode())
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
    """Adds to the modules what a package is made of besides: the page for browsers, and the commit that it is from."""

    def run(self) -> None:
        if not self.editable_mode:
            provide_page()
            # What an earlier build left: a module that is gone, a file of the page that has another name now.
            for path in [path for path in Path(self.build_lib).rglob("*") if path.suffix not in (".so", ".pyd")]:
                if path.is_file():
                    path.unlink()
        super().run()
        if not self.editable_mode:
            write_commit(Path(self.build_lib) / PACKAGE)

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Without the stamp of an earlier build in the source folder: it says nothing about this one."""
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        return [entry for entry in found if entry[1] != STAMP]

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        found: list[str] = super().find_data_files(package, src_dir)
        return found if WITH_PAGE else [path for path in found if PAGE not in Path(path).parents]


class BuildSourcePackage(sdist):
    """A source package carries the page, so that whoever builds it needs neither Node nor a network."""

    def run(self) -> None:
        provide_page()
        super().run()

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        write_commit(Path(base_dir) / SOURCE / PACKAGE)


def provide_page() -> None:
    """Makes the page unless it was made from these sources."""
    if not WITH_PAGE or not (WEB / "build.py").exists():
        return
    sources = load(WEB / "sources.py")
    if sources.noted(PAGE) == sources.fingerprint(WEB):
        return
    if subprocess.call([sys.executable, str(WEB / "build.py")]):
        raise BaseError("The page for browsers could not be made. LUDOTECA_PAGE=never builds a package without it.")


def write_commit(package: Path) -> None:
    """Notes the commit and its time beside the package's first module; a source package says what it was made from."""
    given = SOURCE / PACKAGE / COMMIT
    target = package / COMMIT
    if given.exists():
        text = given.read_text()
    else:
        text = "".join(f"{name} = {said!r}\n" for name, said in commit().items())
    target.unlink(missing_ok=True)  # it may be a second name of another file
    target.write_text(text)


def commit() -> dict[str, str]:
    """What git says about this folder; nothing where it is not a clone."""
    if not Path(".git").exists():
        return {"COMMIT": "", "TIME": ""}
    return {
        "COMMIT": git("describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"),
        "TIME": git("log", "-1", "--format=%ct"),
    }


def git(*arguments: str) -> str:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if MODE not in ("auto", "never", "require"):
    sys.exit(f"LUDOTECA_BUILD is {MODE!r}; it must be auto, never or require.")
setup(
    ext_modules=[] if MODE == "never" else extensions(),
    cmdclass={"build_ext": BuildRules, "build_py": BuildSources, "sdist": BuildSourcePackage},
    # Modules that are compiled for one Python and those for many are kept apart.
    options={"build": {"build_base": "build/stable"}, "bdist_wheel": {"py_limited_api": "cp311"}}
    if STABLE and MODE != "never"
    else {},
)
