# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of conversions, as_type and the components of vectors. Used by write_sources.py."""

from source_writer import BITS, FLOATS, UNSIGNED, WIDTHS, bounds, both, feature, integer

MODES = ("_rte", "_rtz", "_rtp", "_rtn")


def in_range(p, source, to, depth=0):
    """A scalar that the type `to` can represent, as far as that is necessary for a defined result."""
    if integer(to) and not integer(source):
        largest = min(bounds(to)[1], 2000) // 4 * 4
        value = f"({p.uint(depth)} % {largest * 8 + 1}u)"
        if to not in UNSIGNED:
            return f"(({source})((float)((int){value} - {largest * 4}) * 0.125f))"
        return f"(({source})((float)(int){value} * 0.125f))"
    if source in ("long", "ulong", "int", "uint") and to == "half":
        return f"({source})({p.uint(depth)} & 32767u)"
    if source in ("float", "double") and to == "half":
        return f"(({source})(int)({p.uint(depth)} & 65535u) * ({source})0.0625f)"
    return p.scalar(source, depth)


def types_of_conversion(p):
    types = p.element_types()
    to, source = p.pick(types), p.pick(types)
    return to, source


def conversion(p, width, sat, mode):
    to, source = types_of_conversion(p)
    if sat and not integer(to):
        to = p.pick(("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"))
    if sat or to in FLOATS and source in FLOATS and to != "half":
        values = [saturating(p, source) if sat else p.scalar(source, 0) for _ in range(width)]
    else:
        values = [in_range(p, source, to) for _ in range(width)]
    name = p.convert(to, source, width, sat, mode)
    if width == 1:
        p.add(f"{name}({values[0]})", to)
    else:
        p.add_vector(f"{name}({p.literal(source, width, [(value, 1) for value in values])})", to, width)


def saturating(p, source):
    """A value that may be beyond every integer type."""
    if integer(source):
        return p.scalar(source, 0)
    if source == "half":
        return f"((half)((float)((int)({p.uint(0)} & 65535u) - 32768) * 0.5f))"
    factor = p.pick(("0.25", "1.5", "65537.0", "4294967296.0", "1099511627776.0"))
    return f"(({source})((int){p.uint(0)} >> 8) * ({source}){factor})"


@feature()
def conversions(p):
    for _ in range(1 + p.below(2)):
        conversion(p, p.pick((1, 1) + WIDTHS), False, "")


@feature()
def conversions_that_saturate(p):
    conversion(p, p.pick((1, 1) + WIDTHS), True, p.pick(("", "") + MODES))


@feature()
def conversions_with_rounding(p):
    for _ in range(1 + p.below(2)):
        conversion(p, p.pick((1, 1) + WIDTHS), False, p.pick(MODES))


@feature()
def casts(p):
    for _ in range(1 + p.below(3)):
        to, source = types_of_conversion(p)
        value = in_range(p, source, to)
        kind = p.below(4)
        if kind == 0:
            p.add(f"({to}){value}", to)
        elif kind == 1:
            name = p.unique()
            p.emit(f"{to} {name} = {value};")
            p.add(name, to)
        elif kind == 2:
            name = p.unique("f")
            p.function(f"{to} {name}({source} a)", "return a;")
            p.add(f"{name}({value})", to)
        else:
            p.add(f"(bool){value} + !{value}")


@feature()
def as_type(p):
    to, source = p.pick(p.element_types()), p.pick(p.element_types())
    total = max(BITS[to], BITS[source]) * p.pick((1, 1, 2, 4))
    if BITS[to] == BITS[source] and p.chance(0.3):
        n = m = p.pick(WIDTHS)
    else:
        n, m = total // BITS[to], total // BITS[source]
        if n > 16 or m > 16:
            n, m, to = 4, 4, source
    if to in FLOATS and integer(source):
        # Not the bits of a NaN, whose operations need not keep them.
        to = {"half": "ushort", "float": "uint", "double": "ulong"}[to]
    if source == "float" and m == 3 or p.below(4):
        value = p.scalar(source) if m == 1 else p.vector(source, m)
    else:
        value = p.constant_of(source) if m == 1 else p.literal(source, m, [(p.constant_of(source), 1) for _ in range(m)])
    name = f"as_{to}{n if n > 1 else ''}"
    if n == 1:
        p.add(f"{name}({value})", to)
    elif p.chance(0.3):
        p.add(f"{name}({value}).s{p.below(n):x}", to)
    else:
        p.add_vector(f"{name}({value})", to, n)


def component_forms(p, width, count):
    """Names of `count` components of a vector, which may repeat, and their indices."""
    forms = []
    lanes = [p.below(width) for _ in range(count)]
    forms.append("s" + "".join(p.pick((f"{lane:x}", f"{lane:X}")) for lane in lanes))
    forms.append("S" + "".join(f"{lane:x}" for lane in lanes))
    few = [p.below(min(width, 4)) for _ in range(count)]
    if width <= 4 or p.chance(0.5):
        forms.append("".join("xyzw"[lane] for lane in few))
    if count == (width + 1) // 2:
        forms += ["lo", "hi", "odd", "even"] if width != 3 else ["lo", "even"]
    return forms


@feature()
def components_read(p):
    type_name, width = p.pick(p.element_types()), p.pick(WIDTHS)
    name = p.unique("w")
    p.emit(f"{type_name}{width} {name} = {p.vector(type_name, width)};")
    for _ in range(2 + p.below(2)):
        count = p.pick((1, 2, 3, 4, 8, 16))
        form = p.pick(component_forms(p, width, count))
        if count == 1:
            p.add(f"{name}.{form}", type_name)
        else:
            p.add_vector(f"{name}.{form}", type_name, count)
            if count >= 4 and p.chance(0.4):
                p.add_vector(f"{name}.{form}.{p.pick(('lo', 'hi', 'odd', 'even'))}", type_name, count // 2)


@feature()
def components_halves(p):
    type_name, width = p.pick(p.element_types()), p.pick((2, 4, 8, 16))
    name = p.unique("w")
    p.emit(f"{type_name}{width} {name} = {p.vector(type_name, width)};")
    part, target = p.pick(("lo", "hi", "odd", "even")), p.pick(("lo", "hi", "odd", "even"))
    half = width // 2
    if half == 1:
        p.emit(f"{name}.{part} = {p.scalar(type_name)};")
        p.add(f"{name}.{target}", type_name)
    else:
        p.emit(f"{name}.{part} = {p.vector(type_name, half)};")
        p.add_vector(f"{name}.{target}", type_name, half)
        p.emit(f"{name}.{part}.{p.pick(('lo', 'hi', 'odd', 'even'))} = "
               f"{p.vector(type_name, half // 2) if half > 2 else p.scalar(type_name)};")
    p.add_vector(name, type_name, width)


@feature()
def components_written(p):
    type_name, width = p.pick(p.element_types()), p.pick(WIDTHS)
    name = p.unique("w")
    p.emit(f"{type_name}{width} {name} = {p.vector(type_name, width)};")
    for _ in range(1 + p.below(3)):
        count = p.pick([n for n in (1, 2, 3, 4, 8) if n <= width])
        lanes = p.random.sample(range(width), count)
        if width <= 4 and p.chance(0.5):
            form = "".join("xyzw"[lane] for lane in lanes)
        else:
            form = "s" + "".join(f"{lane:x}" for lane in lanes)
        if count == 1:
            value = p.scalar(type_name)
            if type_name in UNSIGNED and p.chance(0.3):
                p.emit(f"{name}.{form} {p.pick(('+=', '^=', '-='))} {value}; {name}.{form}{p.pick(('++', '--'))};")
            else:
                p.emit(f"{name}.{form} = {value};")
        else:
            value = p.vector(type_name, count)
            if type_name in UNSIGNED and p.chance(0.3):
                p.emit(f"{name}.{form} {p.pick(('+=', '^=', '-='))} {value};")
            elif p.chance(0.3) and count <= 4:
                p.emit(f"{name}.{form} = {name}.{'s' + ''.join(f'{lane:x}' for lane in lanes[::-1])};")
            else:
                p.emit(f"{name}.{form} = {value};")
    p.add_vector(name, type_name, width)


@feature()
def components_at_an_index(p):
    type_name, width = p.pick(p.element_types()), p.pick((2, 4, 8, 16))
    name = p.unique("w")
    p.emit(f"{type_name}{width} {name} = {p.vector(type_name, width)};")
    p.emit(f"{name}[{p.uint()} % {width}u] = {p.scalar(type_name)};")
    p.add(f"{name}[{p.uint()} % {width}u]", type_name)
    p.emit(f"{{ {type_name}* v = ({type_name}*)&{name}; v[{p.below(width)}] = {p.scalar(type_name)}; }}")
    p.add_vector(name, type_name, width)


@feature()
def vector_literals(p):
    type_name, width = p.pick(p.element_types()), p.pick((3, 4, 8, 16))
    parts, left = [], width
    while left:
        count = p.pick([n for n in (1, 1, 2, 3, 4, 8) if n <= left])
        if count == width:
            continue
        if count == 1:
            parts.append((p.scalar(type_name, 0), 1))
        else:
            name = p.unique("w")
            wide = p.pick([n for n in WIDTHS if n >= count])
            p.emit(f"{type_name}{wide} {name} = {p.vector(type_name, wide)};")
            lanes = "" if wide == count else ".s" + "".join(f"{p.below(wide):x}" for _ in range(count))
            parts.append((name + lanes, count))
        left -= count
    p.add_vector(p.literal(type_name, width, parts), type_name, width)
    if p.chance(0.3):
        p.add_vector(p.splat(type_name, width, p.scalar(type_name)), type_name, width)


@feature()
def vector_operators(p):
    type_name, width = p.pick(("uint", "ulong", "uint", "float", "uchar", "ushort", "int")), p.pick(WIDTHS)
    a, b = p.unique("w"), p.unique("w")
    p.emit(f"{type_name}{width} {a} = {p.vector(type_name, width)}, {b} = {p.vector(type_name, width)};")
    kind = p.below(6)
    signed = {"uint": "int", "ulong": "long", "float": "int", "uchar": "char", "ushort": "short", "int": "int"}[type_name]
    if kind == 0:
        p.add_vector(f"({a} {p.pick(('<', '==', '!=', '>=', '>'))} {b})", signed, width)
    elif kind == 1:
        p.add_vector(f"({a} {p.pick(('<', '==', '>='))} {b} ? {a} : {b})", type_name, width)
    elif type_name == "float":
        p.add_vector(f"({a} {p.pick('+-*')} {b})", type_name, width)
    elif type_name == "int":
        p.add_vector(f"(({a} {p.pick('&|^')} ~{b}) >> {p.below(31)})", type_name, width)
    elif kind == 2:
        p.add_vector(f"({a} {p.pick('/%')} ({b} | ({type_name})1))", type_name, width)
    elif kind == 3:
        p.add_vector(f"({a} {p.pick(('<<', '>>'))} ({b} & ({type_name})7))", type_name, width)
    elif kind == 4:
        p.emit(f"{a} {p.pick(('+=', '-=', '*=', '^=', '|='))} {p.scalar(type_name)}; {both(f'++{b}', f'{b} += 1')};")
        p.add_vector(f"-{a} + {b}", type_name, width)
    else:
        p.add_vector(f"({a} {p.pick('+-*&|^')} {b})", type_name, width)
