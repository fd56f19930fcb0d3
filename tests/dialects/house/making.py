"""Values of any type that msgspec can read, and values that are nearly right, for property tests."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as kinds

LARGEST = 2**53 - 1

# Fractions are never whole: JSON Schema takes 1.0 for an integer, the house does not.
FRACTIONS = st.integers(-(10**6), 10**6).map(lambda number: number + 0.5)
SIMPLE = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | FRACTIONS | st.text(max_size=30)
JSON: st.SearchStrategy[Any] = st.recursive(
    SIMPLE, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
OBJECTS = st.dictionaries(st.text(max_size=8), JSON, max_size=4)


def values(type_: kinds.Type) -> st.SearchStrategy[Any]:
    """What JSON can say that is of a type. Members with a default are sometimes left out."""
    match type_:
        case kinds.Metadata():
            return values(type_.type)
        case kinds.StructType():
            return st.fixed_dictionaries(
                {field.encode_name: values(field.type) for field in type_.fields if field.required}
                | ({} if type_.tag is None else {str(type_.tag_field): st.just(type_.tag)}),
                optional={field.encode_name: values(field.type) for field in type_.fields if not field.required},
            )
        case kinds.UnionType():
            return st.one_of([values(part) for part in type_.types])
        case kinds.IntType():
            return st.integers(type_.ge if type_.ge is not None else -LARGEST, type_.le or LARGEST)
        case kinds.StrType():
            return st.text(min_size=type_.min_length or 0, max_size=type_.max_length or 40)
        case kinds.EnumType():
            return st.sampled_from([member.value for member in type_.cls])
        case kinds.BoolType():
            return st.booleans()
        case kinds.NoneType():
            return st.none()
        case kinds.DictType():
            return OBJECTS
        case kinds.ListType():
            return st.lists(values(type_.item_type), max_size=min(type_.max_length or 3, 3))
    raise NotImplementedError(type_)


def of_struct(kind: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    made: st.SearchStrategy[dict[str, Any]] = values(kinds.type_info(kind))
    return made


@st.composite
def nearly(draw: st.DrawFn, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """An object of a type in which one member may be missing, of another type, or too much."""
    made = dict(draw(of_struct(kind)))
    names = [*kind.__struct_encode_fields__, str(kind.__struct_config__.tag_field)]
    match draw(st.sampled_from(["as it is", "missing", "other", "more"])):
        case "missing":
            made.pop(draw(st.sampled_from(names)), None)
        case "other":
            made[draw(st.sampled_from(names))] = draw(JSON)
        case "more":
            made[draw(st.text(max_size=8))] = draw(JSON)
    return made
