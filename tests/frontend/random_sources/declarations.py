# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of declarations and of expressions of C: qualifiers, enumerations, compound literals, promotions,
prototypes, loads of vectors. Used by write_sources.py."""

from source_writer import INTEGERS, UNSIGNED, WIDTHS, feature


@feature()
def constants_in_the_kernel(p):
    type_name, name, length = p.pick(p.element_types()), p.unique("c"), 1 + p.below(6)
    values = ", ".join(p.constant_of(type_name) for _ in range(length))
    # At the beginning of the kernel: `constant` variables have its outermost scope.
    p.lines.insert(0, f"{p.pick(('constant', '__constant'))} {type_name} {name}[{length}] = {{ {values} }};")
    p.add(f"{name}[{p.uint()} % {length}u]", type_name)


@feature(("c",))
def compound_literals(p):
    name = p.unique("S")
    p.top(f"typedef struct {{ uint x; ushort y; float z[2]; }} {name};")
    p.function(f"uint {name}_f({name} a)", "return a.x * 3u + a.y + (uint)(int)a.z[1];")
    form = p.below(3)
    if form == 0:
        p.add(f"{name}_f(({name}){{ {p.uint()}, 3, {{ 1.0f, {p.scalar('float')} }} }})")
    elif form == 1:
        p.add(f"{name}_f(({name}){{ .y = {p.scalar('ushort')}, .z = {{ [1] = 2.5f }} }})")
    else:
        p.add(f"((uint[]){{ 3u, {p.uint()}, 7u }})[{p.uint()} % 3u]")
        p.emit(f"{{ {name} v = ({name}){{ .x = {p.uint()} }}; h += v.x + v.y; }}")


@feature(("c",))
def generic_selections(p):
    name = p.unique("G")
    p.top(f"#define {name}(x) _Generic((x), int: 1, uint: 2, long: 3, ulong: 4, float: 5, double: 6, uint4: 7, default: 8)")
    for _ in range(3):
        type_name = p.pick(("int", "uint", "long", "ulong", "float", "double", "uchar", "short"))
        other = p.pick(INTEGERS)
        p.add(f"{name}({p.scalar(type_name, 0)} {p.pick(('+', '*') if type_name in ('float', 'double') else '&|^')} "
              f"({other}){p.below(100)})")
    p.add(f"{name}(1 {p.pick(('?', '&& 1 ?'))} 2u : 3l) + {name}('a') + {name}(sizeof(int)) + {name}(1.0f * 2.0)")
    p.emit(f"{{ __typeof__({p.scalar('ulong', 0)} + 1) v = {p.uint()}; h += v << 35 | sizeof(v); }}")


@feature()
def qualifiers(p):
    type_name, name = p.pick(("uint", "ushort", "ulong", "uint2")), p.unique("f")
    value = p.scalar(type_name) if type_name != "uint2" else p.vector("uint", 2)
    p.function(f"uint {name}(const global uint* {'' if p.cxx else 'restrict '}a, const uint* const b, uint c[])",
               "c[1] += *b; return a[3] ^ c[0];")
    p.emit(f"{{ volatile {type_name} v = {value}; const volatile {type_name} w = v; const {type_name} x = w; v = x;")
    p.add("v" if type_name != "uint2" else "((const uint2)x).y")
    p.emit(f"const uint b = {p.uint()}; uint c[2] = {{ b, {p.uint()} }}; h += {name}(in, &b, c); h ^= c[1]; }}")


@feature()
def enumerations(p):
    name = p.unique("E")
    p.top(f"typedef enum {name}_tag {{ {name}_a = {p.below(50) - 25}, {name}_b, {name}_c = {100 + p.below(50)} }} {name};")
    p.function(f"uint {name}_f({name} e)",
               f"switch (e) {{ case {name}_a: return 3u; case {name}_b: return 5u; default: return (uint)e; }}")
    p.emit(f"{{ {name} e = {p.condition(p.scope, 0)} ? {name}_a : {name}_c; h += {name}_f(e) + {name}_f({name}_b); "
           f"h ^= sizeof({name}); {name} t[2] = {{ {name}_b, e }}; h += t[id & 1] * 3u; }}")


@feature()
def prototypes(p):
    name, type_name = p.unique("f"), p.pick(("uint", "ulong", "float", "short"))
    head = p.pick(("static ", "static ", ""))
    p.top(f"{head}{type_name} {name}({type_name} a, uint);")
    p.add(f"{name}({p.scalar(type_name)}, {p.uint()})", type_name)
    p.top(f"{head}{type_name} {name}_first({type_name} a) {{ return {name}(a, 3u); }}")
    p.add(f"{name}_first({p.scalar(type_name)})", type_name)
    p.top(f"{head}{type_name} {name}({type_name} a, uint b) {{ return b & 1u ? a : ({type_name})(b & 255u); }}")


@feature()
def typedefs(p):
    name = p.unique("T")
    type_name, width = p.pick(UNSIGNED), p.pick(WIDTHS)
    p.top(f"typedef {type_name} {name}; typedef {name} {name}_row[3]; typedef {name}_row {name}_grid[2]; "
          f"typedef {type_name}{width} {name}_vector;")
    p.emit(f"{{ {name}_grid g = {{ {{ {p.scalar(type_name)}, 2, 3 }}, {{ 4, {p.scalar(type_name)} }} }}; "
           f"{name}_vector v = {p.vector(type_name, width)}; {name}* r = g[{p.uint()} & 1u]; "
           f"h += r[{p.uint()} % 3u] + sizeof(g); h ^= v.s{p.below(width):x} + sizeof(v); }}")


@feature()
def promotions(p):
    """Operands of different types. Products of types narrower than int do not overflow int."""
    for _ in range(2 + p.below(2)):
        a, b = p.pick(("char", "uchar", "short", "uint", "ulong")), p.pick(("char", "uchar", "uint", "ulong", "bool"))
        operator = p.pick(("+", "-", "*", "&", "|", "^", "<", ">=", "==", "!="))
        text = f"({p.scalar(a)} {operator} {p.scalar(b)})"
        p.add(text)
        p.add(f"sizeof{text}")
    narrow = p.pick(("uchar", "ushort", "char", "short"))
    name = p.unique("n")
    p.emit(f"{{ {narrow} {name} = {p.scalar(narrow)}; {name} += {p.pick(('3', '300', '70000u', '5ul'))}; {name}--; "
           f"{name} <<= 1; {name} ^= {p.uint()}; h += {name}; h ^= (ulong)(-{name}) + (ulong)~{name}; "
           f"h += {name}++ * 3 + ({name} > -1); }}")


@feature()
def pointers(p):
    name = p.unique("N")
    p.top(f"typedef struct {name}_tag {{ uint x; struct {name}_tag* next; uint rest[3]; }} {name};")
    p.function(f"uint {name}_f({name}* a)", "uint s = 0; while (a) { s = s * 3u + a->x; a = a->next; } return s;")
    p.emit(f"{{ {name} a = {{ {p.uint()}, 0, {{ 1, 2, 3 }} }}, b = {{ {p.uint()}, &a, {{ 4, 5, 6 }} }}; h += {name}_f(&b); "
           f"uint* v = b.rest; uint** w = &v; *++*w += {p.uint()}; h += *v + (uint)(v - b.rest); (*b.next).rest[id % 3u] = 9u; "
           f"h ^= a.rest[{p.below(3)}]; const global uint* q = in + (id & 7u); h += *q++ ^ q[1] + (q > in); }}")


@feature()
def loads_and_stores_of_vectors(p):
    type_name, width = p.pick(p.element_types()), p.pick(WIDTHS)
    p.file_state.loads.add((type_name, width))
    name = p.unique("a")
    values = ", ".join(p.scalar(type_name, 0) for _ in range(3))
    p.emit(f"{type_name} {name}[{2 * width + 1}] = {{ {values} }};")
    p.emit(f"vstore{width}({p.vector(type_name, width)}, {p.uint()} & 1u, {name} + {p.below(2)});")
    p.add_vector(f"vload{width}({p.uint()} & 1u, {name} + {p.below(2)})", type_name, width)
    if p.chance(0.4) and width <= 8:
        p.file_state.loads.add(("uint", width))
        p.add_vector(f"vload{width}({p.uint()} & 1u, in)", "uint", width)
