# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of variables at program scope. Used by generate.py."""

from literals import constant_expression
from source_writer import INTEGERS, WIDTHS, feature

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
