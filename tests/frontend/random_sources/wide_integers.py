# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of integers of 128 bits: arithmetic, conversions, memory. Used by write_sources.py."""

from source_writer import feature

WIDE = "unsigned __int128"


def wide(p, names, depth=2):
    """An expression of type unsigned __int128 over variables of that type."""
    kind = p.below(12) if depth else p.below(3)
    if kind < 2 or not names and kind == 2:
        return f"({WIDE}){p.scalar('ulong', 0)}"
    if kind == 2:
        return p.pick(names)
    a = wide(p, names, depth - 1)
    if kind == 3:
        return f"({a} {p.pick(('<<', '>>'))} ({p.uint(0)} & 127u))"
    if kind == 4:
        return f"({a} {p.pick(('<<', '>>'))} {p.below(128)})"
    if kind == 5:
        return f"{p.pick('~-')}({a})"
    if kind == 6:
        return f"({WIDE})((__int128)({a}) >> {p.below(128)})"
    b = wide(p, names, depth - 1)
    if kind == 7:
        return f"({a} {p.pick('/%')} ({b} | 1))"
    if kind == 8:
        return f"({a} {p.pick(('<', '==', '>='))} {b} ? {a} : {b})"
    return f"({a} {p.pick('+-*&|^')} {b})"


def add_wide(p, text):
    name = p.unique("w")
    p.emit(f"const {WIDE} {name} = {text}; h = h * 31u + (ulong){name}; h = h * 31u + (ulong)({name} >> 64);")


def variables(p):
    names = [p.unique("w") for _ in range(2)]
    for n, name in enumerate(names):
        p.emit(f"{WIDE} {name} = {wide(p, names[:n])};")
    return names


@feature()
def wide_arithmetic(p):
    names = variables(p)
    for _ in range(2):
        p.emit(f"{p.pick(names)} {p.pick(('+=', '-=', '*=', '^=', '|=', '&='))} {wide(p, names)};")
    p.emit(f"{p.pick(names)} {p.pick(('<<=', '>>='))} {p.below(128)}; {p.pick(names)}{p.pick(('++', '--'))};")
    add_wide(p, wide(p, names))
    add_wide(p, names[0])


@feature()
def wide_signed_arithmetic(p):
    a, b = p.unique("w"), p.unique("w")
    p.emit(f"const __int128 {a} = (__int128){p.scalar('long')} * {p.scalar('int')}, {b} = (__int128){p.scalar('long')} - {p.scalar('long')};")
    add_wide(p, f"({WIDE})({a} {p.pick('/%')} ({b} | 1)) + ({WIDE})({a} >> {p.below(128)})")
    p.add(f"({a} < {b}) + 2 * ({a} == {b}) + 4 * ({a} > -{p.below(99)}) + 8 * !{b} + 16 * ({a} && {b})")
    p.emit(f"{{ {WIDE} r; h += __builtin_{p.pick(('add', 'sub', 'mul'))}_overflow(({WIDE}){a}, ({WIDE}){b}, &r); "
           "h ^= (ulong)r + (ulong)(r >> 64); }")


@feature()
def wide_conversions(p):
    names = variables(p)
    name = p.pick(names)
    p.add(f"(float)({name} >> {1 + p.below(100)})", "float")
    p.add(f"(double)({name} >> {p.below(100)})", "double")
    p.add(f"(double)((__int128){name} >> {p.below(64)})", "double")
    p.add(f"(uchar){name} + (int){name} % 7 + (bool){name}")
    factor = p.pick(("1.0", "4294967296.0", "1180591620717411303424.0", "1e28"))
    add_wide(p, f"({WIDE})((double){p.uint()} * {factor})")
    add_wide(p, f"({WIDE})(__int128)({p.pick(('', '-'))}(double)({p.uint()} & 65535u) * {factor})")
    add_wide(p, f"({WIDE})({p.scalar(p.pick(('char', 'int', 'long', 'uint')))})")


@feature()
def wide_integers_in_memory(p):
    names = variables(p)
    kind = p.below(4)
    if kind == 0:
        name = p.unique("a")
        p.emit(f"{WIDE} {name}[3] = {{ {names[0]}, {wide(p, names)}, 5 }}; {name}[{p.uint()} % 3u] += {names[1]};")
        add_wide(p, f"{name}[{p.uint()} % 3u]")
    elif kind == 1:
        name = p.unique("S")
        p.top(f"typedef struct {{ uchar x; {WIDE} y; ushort z; }} {name};")
        p.function(f"{name} {name}_f({name} s, {WIDE} a)", "s.y = s.y * 3 + a; s.z += s.x; return s;")
        p.emit(f"{{ {name} v = {{ 3, {names[0]}, {p.scalar('ushort')} }}; v = {name}_f(v, {names[1]}); h += v.z;")
        add_wide(p, "v.y")
        p.emit("}")
    elif kind == 2:
        name = p.unique("c")
        p.top(f"constant {WIDE} {name}[2] = {{ ({WIDE}){p.random.getrandbits(64)}u << {p.below(64)}, {p.below(99)} }};")
        add_wide(p, f"{name}[id & 1u] + {names[0]}")
    else:
        p.emit(f"{{ union {{ {WIDE} w; ulong h[2]; uchar b[16]; }} v; v.w = {names[0]}; h += v.h[1] ^ v.b[{p.uint()} & 15u]; "
               f"for (uint i = 0; i < {1 + p.below(4)}u; ++i) v.w = v.w * 3 + {names[1]};")
        add_wide(p, "v.w")
        p.emit("}")
