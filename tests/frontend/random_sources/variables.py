# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of variables at program scope. Used by write_sources.py."""

from literals import constant_expression
from source_writer import INTEGERS, WIDTHS, both, feature

SPACES = ("constant", "constant", "__constant", "global", "__global const")


def space(p):
    return p.pick(SPACES if p.file_state.standard != "CL1.2" else SPACES[:3])


def vector_constant(p, type_name, width):
    return p.literal(type_name, width, [(p.constant_of(type_name), 1) for _ in range(width)])


@feature()
def initializers_of_scalars(p):
    for _ in range(1 + p.below(3)):
        type_name = p.pick(p.element_types())
        name = p.unique("c")
        value = p.constant_of(type_name)
        if type_name in INTEGERS and p.chance(0.5):
            value = f"({type_name})({constant_expression(p)[0]})"
        elif type_name in ("float", "double") and p.chance(0.3):
            value = f"{p.below(99)} * {p.below(99)}.5f - {p.below(99)}"
        p.top(f"{space(p)} {type_name} {name} = {value};")
        p.add(name, type_name)
    if p.chance(0.3) and p.file_state.standard != "CL1.2":
        name = p.unique("c")
        p.top(f"global uint {name};")  # 0
        p.add(f"{name} + {p.uint()}")


@feature()
def initializers_of_arrays(p):
    type_name, name = p.pick(p.element_types()), p.unique("c")
    length = 1 + p.below(8)
    kind = p.below(4)
    where = space(p)
    if kind == 0:
        values = ", ".join(p.constant_of(type_name) for _ in range(length))
        p.top(f"{where} {type_name} {name}[] = {{ {values} }};")
        p.add(f"sizeof({name})")
    elif kind == 1:  # the rest is 0
        values = ", ".join(p.constant_of(type_name) for _ in range(1 + p.below(length)))
        p.top(f"{where} {type_name} {name}[{length}] = {{ {values}, }};")
    elif kind == 2 and not p.cxx:
        chosen = p.random.sample(range(length), 1 + p.below(length))
        values = ", ".join(f"[{n}] = {p.constant_of(type_name)}" for n in chosen)
        p.top(f"{where} {type_name} {name}[{length}] = {{ {values} }};")
    else:
        rows = ", ".join("{ " + ", ".join(p.constant_of(type_name) for _ in range(1 + p.below(3))) + " }"
                         for _ in range(length))
        p.top(f"{where} {type_name} {name}[{length}][3] = {{ {rows} }};")
        p.add(f"{name}[{p.uint()} % {length}u][id % 3u]", type_name)
        return
    p.add(f"{name}[{p.uint()} % {length}u]", type_name)


@feature()
def initializers_of_vectors(p):
    type_name, width, name = p.pick(p.element_types()), p.pick(WIDTHS), p.unique("c")
    if p.chance(0.5):
        p.top(f"{space(p)} {type_name}{width} {name} = {vector_constant(p, type_name, width)};")
        p.add_vector(name, type_name, width)
    else:
        values = ", ".join(vector_constant(p, type_name, width) for _ in range(2))
        p.top(f"{space(p)} {type_name}{width} {name}[3] = {{ {values} }};")
        p.add_vector(f"{name}[{p.uint()} % 3u]", type_name, width)


@feature()
def initializers_of_pointers(p):
    type_name, name = p.pick(("uint", "uchar", "float", "ulong", "short", "uint4")), p.unique("c")
    element, width = (type_name, 1) if type_name != "uint4" else ("uint", 4)
    where = "constant" if p.file_state.standard == "CL1.2" else p.pick(("constant", "global"))
    values = ", ".join(p.constant_of(element) if width == 1 else vector_constant(p, element, width) for _ in range(4))
    p.top(f"{where} {type_name} {name}[4] = {{ {values} }};")
    kind = p.below(4)
    pointer = p.unique("p")
    if kind == 0:
        p.top(f"{where} {type_name}* {where} {pointer} = &{name}[{p.below(4)}];")
        access = f"*{pointer}"
    elif kind == 1:
        p.top(f"{where} {type_name}* constant {pointer} = {name} + {p.below(4)};")
        access = f"{pointer}[0]"
    elif kind == 2:
        p.top(f"{where} {type_name}* {where} {pointer}[3] = {{ {name}, &{name}[2], {name} + 1 }};")
        access = f"{pointer}[id % 3u][{p.below(2)}]"
    else:
        structure = p.unique("S")
        p.top(f"typedef struct {{ ushort n; {where} {type_name}* at; }} {structure};")
        p.top(f"constant {structure} {pointer}[2] = {{ {{ 3, {name} + 2 }}, {{ {p.below(99)}, {name} }} }};")
        p.add(f"{pointer}[id & 1].n")
        access = f"{pointer}[id & 1].at[1]"
    if width == 1:
        p.add(access, element)
    else:
        p.add_vector(access, element, width)


# Macros of OpenCL C that <limits.h> and <float.h> have, too.
OF_INTEGERS = ("CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "SCHAR_MAX", "SCHAR_MIN", "UCHAR_MAX", "SHRT_MAX", "SHRT_MIN", "USHRT_MAX",
               "INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "ULONG_MAX", "FLT_DIG", "FLT_MANT_DIG",
               "FLT_MAX_EXP", "FLT_MIN_10_EXP", "FLT_RADIX", "DBL_MANT_DIG", "DBL_MAX_10_EXP")
OF_FLOATS = ("INFINITY", "-INFINITY", "HUGE_VALF", "FLT_MAX", "-FLT_MAX", "FLT_MIN", "FLT_EPSILON", "MAXFLOAT", "1.0f / 3.0f")
OF_DOUBLES = ("DBL_MAX", "DBL_MIN", "DBL_EPSILON", "-INFINITY", "HUGE_VAL", "1.0 / 3.0")


@feature()
def constants_of_the_language(p):
    name = p.unique("c")
    p.top(f"{space(p)} float {name}[3] = {{ {p.pick(OF_FLOATS)}, NAN, {p.pick(OF_FLOATS)} }};")
    p.add(f"{name}[id % 3u & 2u]", "float")
    p.add(f"({name}[{p.uint()} % 3u] != {name}[1]) + 2 * ({name}[1] == {name}[1])")
    p.top(f"{space(p)} double {name}_d = {p.pick(OF_DOUBLES)};")
    p.add(f"{name}_d", "double")
    p.top(f"{space(p)} long {name}_n[2] = {{ (long){p.pick(OF_INTEGERS)}, (long){p.pick(OF_INTEGERS)} }};")
    p.add(f"{name}_n[id & 1u] + {p.pick(OF_INTEGERS)} % 7")
    type_name, width = p.pick(p.element_types()), p.pick(WIDTHS)
    p.add(both(f"vec_step({type_name}{width})", str(4 if width == 3 else width)) + f" + __alignof__({type_name}{width})")
