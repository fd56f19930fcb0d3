"""What is on disk and what is only seen: a folder as a log of operations leaves it.

What is written to a file is on disk when the file is synced, a name when its folder is synced, whether it was given,
taken away or changed. POSIX promises no more. Most file systems also keep the name of a new file that is synced;
neither SQLite nor the store relies on it, so it is not assumed here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath
from random import Random
from typing import Generic, TypeAlias, TypeVar

from .log import Kind, Operation, Unfollowed

SECTOR = 512  # bytes: what a disk writes whole or not at all

Tree: TypeAlias = dict[str, bytes | None]  # what is at each path; None for a folder
Change = TypeVar("Change")


class Node(ABC, Generic[Change]):
    """A file or a folder: its changes that are not on disk yet, in order."""

    def __init__(self) -> None:
        self.unsynced: list[Change] = []
        self.synced = 0

    @property
    def changes(self) -> int:
        """How many there ever were."""
        return self.synced + len(self.unsynced)

    def sync(self, changes: int) -> None:
        """The first so many of all changes are on disk. A sync that began earlier may end later."""
        new = max(changes - self.synced, 0)
        for change in self.unsynced[:new]:
            self.settle(change)
        del self.unsynced[:new]
        self.synced += new

    @abstractmethod
    def settle(self, change: Change) -> None: ...


class File(Node[Operation]):
    def __init__(self) -> None:
        super().__init__()
        self.on_disk = bytearray()

    def settle(self, change: Operation) -> None:
        apply(self.on_disk, change)

    def seen(self) -> bytes:
        content = bytearray(self.on_disk)
        for change in self.unsynced:
            apply(content, change)
        return bytes(content)

    def after_cut(self, chance: Random | None) -> bytes:
        """With chance some unsynced changes survive, whole or in part. A sector is always as it once was seen."""
        survived = bytearray(self.on_disk)
        if chance is not None:
            seen = bytearray(self.on_disk)
            for change in self.unsynced:
                apply(seen, change)
                survive(survived, change, seen, chance)
        return bytes(survived)


class Folder(Node["dict[str, AnyNode | None]"]):
    """A change gives names to nodes or takes them away, all of it or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.on_disk: dict[str, AnyNode] = {}
        self.seen: dict[str, AnyNode] = {}

    def change(self, names: dict[str, AnyNode | None]) -> None:
        rename(self.seen, names)
        self.unsynced.append(names)

    def settle(self, change: dict[str, AnyNode | None]) -> None:
        rename(self.on_disk, change)

    def after_cut(self, chance: Random | None) -> dict[str, AnyNode]:
        """With chance any of the unsynced changes survive: not every file system keeps their order."""
        survived = dict(self.on_disk)
        if chance is not None:
            for change in self.unsynced:
                if chance.random() < 0.5:
                    rename(survived, change)
        return survived


AnyNode: TypeAlias = File | Folder


class Disk:
    """A folder on it and everything in there, after some operations."""

    def __init__(self, operations: Iterable[Operation] = ()) -> None:
        self.root = Folder()
        self._files: dict[int, File] = {}
        self._syncs: dict[int, tuple[AnyNode, int]] = {}
        for operation in operations:
            self.happen(operation)

    def happen(self, operation: Operation) -> None:
        match operation.kind:
            case Kind.CREATE:
                self._files[operation.file] = File()
                self._name({operation.path: self._files[operation.file]})
            case Kind.OPEN:
                found = self._find(operation.path)
                assert isinstance(found, File)
                self._files[operation.file] = found
            case Kind.WRITE | Kind.TRUNCATE:
                self._files[operation.file].unsynced.append(operation)
            case Kind.SYNC_FILE:
                file = self._files[operation.file]
                self._syncs[operation.number] = file, file.changes
            case Kind.SYNC_FOLDER:
                folder = self._find(operation.path)
                self._syncs[operation.number] = folder, folder.changes
            case Kind.SYNCED:
                node, changes = self._syncs.pop(operation.number)
                node.sync(changes)
            case Kind.UNLINK | Kind.RMDIR:
                self._name({operation.path: None})
            case Kind.RENAME:
                old, new = operation.paths
                self._name({old: None, new: self._find(old)})
            case Kind.MKDIR:
                self._name({operation.path: Folder()})
            case _:
                raise Unfollowed(f"An operation of the kind {operation.kind.name} cannot happen.")

    def seen(self) -> Tree:
        """What the process saw."""
        return tree(self.root, lambda folder: folder.seen, File.seen)

    def after_cut(self, seed: int | None) -> Tree:
        """What is found when the power is back. A seed chooses what survives beyond what must; None is the least."""
        chance = None if seed is None else Random(seed)
        return tree(self.root, lambda folder: folder.after_cut(chance), lambda file: file.after_cut(chance))

    def _name(self, nodes: dict[str, AnyNode | None]) -> None:
        paths = [PurePosixPath(path) for path in nodes]
        if len({path.parent for path in paths}) > 1:
            raise Unfollowed(f"{paths[0]} was moved to another folder.")
        folder = self._find(str(paths[0].parent))
        assert isinstance(folder, Folder)
        folder.change({PurePosixPath(path).name: node for path, node in nodes.items()})

    def _find(self, path: str) -> AnyNode:
        node: AnyNode = self.root
        for part in PurePosixPath(path).parts:
            assert isinstance(node, Folder)
            if part not in node.seen:
                raise Unfollowed(f"{path} came to be unnoticed.")
            node = node.seen[part]
        return node


# ---------------------------------------------------------------- content and names


def apply(content: bytearray, change: Operation) -> None:
    """Write, or cut to a size or lengthen to it."""
    lengthen(content, change.number)
    if change.kind is Kind.TRUNCATE:
        del content[change.number :]
    else:
        content[change.number : change.number + len(change.content)] = change.content


def lengthen(content: bytearray, size: int) -> None:
    content.extend(bytes(max(size - len(content), 0)))


def survive(survived: bytearray, change: Operation, seen: bytearray, chance: Random) -> None:
    """Let chance keep a change, lose it, or keep some of the sectors that it touched, as they were seen after it."""
    fate = chance.choice(("kept", "lost", "torn"))
    if change.kind is Kind.TRUNCATE:
        if fate == "kept":
            apply(survived, change)
        return
    end = change.number + len(change.content)
    for start in range(change.number // SECTOR * SECTOR, end, SECTOR):
        if fate == "kept" or (fate == "torn" and chance.random() < 0.5):
            lengthen(survived, start)
            survived[start : start + SECTOR] = seen[start : start + SECTOR]


def rename(names: dict[str, AnyNode], change: dict[str, AnyNode | None]) -> None:
    for name, node in change.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


def tree(root: Folder, names: Callable[[Folder], dict[str, AnyNode]], content: Callable[[File], bytes]) -> Tree:
    found: Tree = {}

    def walk(folder: Folder, above: str) -> None:
        for name, node in sorted(names(folder).items()):
            if isinstance(node, Folder):
                found[above + name] = None
                walk(node, f"{above}{name}/")
            else:
                found[above + name] = content(node)

    walk(root, "")
    return found
