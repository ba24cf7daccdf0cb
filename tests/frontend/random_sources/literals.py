# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of literals, constant expressions and macros. Used by write_sources.py."""

from source_writer import INTEGERS, both, feature

EDGES = [0, 1, 7, 8, 9, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
         2**53 + 1, 2**62, 2**63 - 1]
LARGE = [2**63, 2**63 + 1, 2**64 - 1, 0x9e3779b97f4a7c15, 0xcbf29ce484222325, 11400714819323198485]
UNSIGNED_SUFFIXES = ("u", "U", "ul", "uL", "Ul", "UL", "lu", "lU", "Lu", "LU")
LONG_LONG = ("ll", "LL")
UNSIGNED_LONG_LONG = ("ull", "uLL", "Ull", "ULL", "llu", "llU", "LLu", "LLU")
ESCAPES = (r"\n", r"\t", r"\0", r"\\", r"\'", r"\"", r"\a", r"\b", r"\f", r"\v", r"\r", r"\?", r"\x41", r"\x7f", r"\x80",
           r"\xff", r"\101", r"\7", r"\177", r"\377", r"\e")


def some_value(p, limit=2**63):
    return p.pick((p.pick([e for e in EDGES if e < limit]), p.random.getrandbits(p.below(63) + 1) % limit))


def digits(p, value, form):
    text = {"hex": f"{p.pick(('0x', '0X'))}{value:x}", "octal": f"0{value:o}",
            "binary": f"{p.pick(('0b', '0B'))}{value:b}", "decimal": str(value)}[form]
    if form == "hex" and p.chance(0.3):
        text = text[:2] + text[2:].upper()
    if p.cxx and p.chance(0.3) and len(text) > 5:  # digit separators
        text = text[:-3] + "'" + text[-3:]
    return text


def add_literal(p, literal):
    """The value, the size and whether the type is signed, then the literal as an operand."""
    kind = p.below(8)
    p.add(f"({literal})")
    p.add(f"sizeof({literal}) * 2 + (({literal}) * 0 - 1 < 0)")
    if kind == 0:
        p.add(f"({p.scalar('ulong')} & {literal})")
    elif kind == 1:
        p.add(f"({p.scalar('ulong')} / ({literal} | 1))")
    elif kind == 2:
        p.add(f"({p.scalar('ulong')} ^ {literal}) >> {p.below(64)}")
    elif kind == 3:
        p.add(f"({literal} > {p.uint()})")
    elif kind == 4:
        p.add(f"({p.uint()} + (ulong){literal}) % 1000003")
    elif kind == 5:
        p.emit(f"h ^= {p.scalar('ulong')} * {literal}u;" if literal[-1] not in "uUlL" else f"h += {literal};")
    elif kind == 6:
        p.add(f"({p.condition(p.scope, 0)} ? {literal} : {p.uint()})")
    else:
        p.emit(f"{{ const {p.pick(('ulong', 'uint', 'uchar'))} v = ({p.pick(('uint', 'ulong'))}){literal}; h -= v; }}")


@feature()
def literals_decimal(p):
    suffix = p.pick(("", "", "l", "L") + UNSIGNED_SUFFIXES)
    value = p.pick(LARGE) if "u" in suffix.lower() and p.chance(0.3) else some_value(p)
    add_literal(p, digits(p, value, "decimal") + suffix)


@feature()
def literals_hex_octal_binary(p):
    form = p.pick(("hex", "octal", "binary"))
    suffix = p.pick(("", "", "l", "L") + UNSIGNED_SUFFIXES)
    value = p.pick(LARGE) if p.chance(0.3) else some_value(p)
    if value == 0 and form == "octal":
        value = 8
    add_literal(p, digits(p, value, form) + suffix)


@feature()
def literals_long_long(p):
    unsigned = p.chance(0.6)
    form = p.pick(("decimal", "decimal", "hex", "octal", "binary"))
    value = p.pick(LARGE) if unsigned and p.chance(0.4) else some_value(p)
    add_literal(p, digits(p, value or 1, form) + p.pick(UNSIGNED_LONG_LONG if unsigned else LONG_LONG))
    if p.chance(0.3):
        a, b = p.uint(), p.uint()
        p.emit(f"{{ {p.pick(('unsigned long long', 'long long unsigned', 'long long unsigned int'))} v = {a}; "
               f"v = v << 33 | {b}; h += v ^ sizeof(v); }}")
        p.emit(f"{{ {p.pick(('long long', 'long long int', 'signed long long'))} v = (long){p.uint()}; "
               "h ^= (ulong)v * 3u; }")


@feature()
def literals_above_the_largest_long(p):
    """Clang gives them 128 bits in OpenCL C, where the host has unsigned long."""
    value = p.pick(LARGE + [p.random.getrandbits(63) + 2**63])
    spelling = f"{value // 1000}'{value % 1000:03}" if p.cxx and p.chance(0.2) else str(value)
    literal = both(spelling, f"((__int128){value}u)")
    kind = p.below(8)
    if kind == 0:
        p.emit(f"h += {literal};")
    elif kind == 1:
        p.emit(f"{{ const ulong v = {literal}; h ^= v; }}")
    elif kind == 2:
        p.add(f"({p.scalar('ulong')} ^ {literal})")
    elif kind == 3:
        p.add(f"({p.scalar('ulong')} * 5u == {literal}) + ({p.scalar('long')} < {literal})")
    elif kind == 4:
        p.add(f"(ulong)({p.uint()} * {literal})")
    elif kind == 5:
        name = p.unique("M")
        p.top(f"#define {name} {literal}")
        p.add(f"({p.scalar('ulong')} ^ {name}) + sizeof({name})")
        p.emit(f"#if {value}u > 5 && {value}u != 9223372036854775807\nh += 3;\n#endif")
    elif kind == 6:
        name = p.unique("f")
        p.function(f"ulong {name}(ulong a, ulong b)", "return a * b;")
        p.add(f"{name}({p.scalar('ulong')}, {literal})")
    else:
        name = p.unique("c")
        p.top(f"constant ulong {name}[2] = {{ {literal}, 5 }};")
        p.add(f"{name}[id & 1]")
    p.add(f"sizeof({literal})")


@feature()
def literals_that_become_others(p):
    """A large literal that macros make a part of another token, or a text."""
    value = p.pick(LARGE + [p.random.getrandbits(63) + 2**63])
    name = p.unique("M")
    p.top(f"#define {name}(x) x##{p.pick(('u', 'ul', 'UL'))}")
    p.top(f"#define {name}_text(x) #x")
    p.add(f"{name}({value}) + sizeof({name}_text({value})) + {name}_text({value})[id % 19u]")


def float_literal(p, suffix):
    whole, part = p.below(1000), p.below(1000)
    form = p.below(7)
    text = (f"{whole}.{part}", f"{whole}.", f".{part}", f"{whole}e{p.below(9)}", f"{whole}.{part}E-{p.below(9)}",
            f"0x{whole:x}.{part:x}p{p.below(9)}", f"0X{whole:X}p-{p.below(9)}")[form]
    return text + suffix


@feature()
def literals_float(p):
    for _ in range(1 + p.below(3)):
        suffix, type_name = p.pick((("f", "float"), ("F", "float"), ("", "double")))
        literal = float_literal(p, suffix)
        p.add(f"({literal})", type_name)
        p.add(f"sizeof({literal})")
        if p.chance(0.4):
            p.add(f"{p.scalar(type_name)} + {literal}", type_name)
        if p.chance(0.2):
            p.add(f"(-{literal})", type_name)
    if p.chance(0.5):
        literal = f"{p.below(100)}.{p.pick((0, 25, 5))}"
        p.add(both(f"{literal}{p.pick(('h', 'H'))}", f"((half){literal})"), "half")


@feature()
def literals_char(p):
    for _ in range(2):
        text = p.pick(ESCAPES + tuple(chr(c) for c in range(32, 127) if chr(c) not in "'\\"))
        literal = f"'{text}'"
        p.add(f"{literal} + {p.uint()}")
        p.add(f"sizeof({literal}) + ({literal} < 0)")
    p.emit(f"switch ({p.uint()} & 127u) {{ case '{p.pick('abcxyz019')}': h += 3; break; "
           "case '\\n': h ^= 5; break; default: h *= 3; }")


def string_literal(p):
    parts = []
    for _ in range(1 + p.below(2)):
        text = "".join(p.pick(ESCAPES[:14] + tuple("gkmXYZ ~%{}")) for _ in range(p.below(7)))
        parts.append(f'"{text}"')
    if p.chance(0.15):
        parts.append('"größe"')
    if p.cxx and p.chance(0.2):
        parts.append('R"(a\\n"b")"')
    return " ".join(parts)


@feature()
def literals_string(p):
    literal = string_literal(p)
    kind = p.below(4)
    if kind == 0:
        name = p.unique("s")
        p.top(f"constant char {name}[] = {literal};")
        p.add(f"{name}[id % sizeof({name})] + sizeof({name})")
    elif kind == 1:
        p.add(f"({literal})[{p.uint()} % sizeof({literal})] + sizeof({literal})")
    elif kind == 2:
        name = p.unique("s")
        p.top(f"{p.constant_char()}* constant {name}[2] = {{ {literal}, \"b\" }};")
        p.add(f"{name}[id & 1][0]")
    else:
        p.emit(f"{{ {p.constant_char()}* v = {literal}; h += v[{p.uint()} % sizeof({literal})]; }}")


# Constant expressions.


def constant_expression(p, depth=3):
    """An integer constant expression and its value, from 0 to 2^31 - 1."""
    kind = p.below(12) if depth else 0
    if kind < 2:
        value = p.below(200)
        return p.pick((str(value), f"{value}u", f"0x{value:x}", f"(int){value}L", f"{value}l")), value
    a, x = constant_expression(p, depth - 1)
    b, y = constant_expression(p, depth - 1)
    if kind == 2 and x + y < 2**31:
        return f"({a} + {b})", x + y
    if kind == 3 and x * y < 2**31:
        return f"({a} * {b})", x * y
    if kind == 4 and x >= y:
        return f"({a} - {b})", x - y
    if kind == 5:
        return f"({a} / ({b} + 1))", x // (y + 1)
    if kind == 6:
        return f"({a} % ({b} + 3))", x % (y + 3)
    if kind == 7:
        operator, value = p.pick((("&", x & y), ("|", x | y), ("^", x ^ y)))
        return f"({a} {operator} {b})", value
    if kind == 8:
        operator, value = p.pick((("<", x < y), ("==", x == y), ("!=", x != y), (">=", x >= y), ("&&", bool(x and y)),
                                  ("||", bool(x or y))))
        return f"({a} {operator} {b} ? 5 : {b})", 5 if value else y
    if kind == 9 and x < 2**20:
        shift = p.below(11)
        return f"(({a}) << {shift})", x << shift
    if kind == 10:
        type_name = p.pick(INTEGERS)
        size = {"c": 1, "s": 2, "i": 4, "l": 8}[type_name.lstrip("u")[0]]
        return f"((uint)sizeof({type_name}) + {a} % 7)", size + x % 7
    return f"(!{a} + (~{b} & 15))", (not x) + (~y & 15)


@feature()
def constant_expressions(p):
    for _ in range(1 + p.below(2)):
        kind = p.below(6)
        text, value = constant_expression(p)
        if kind == 0:
            name = p.unique("E")
            p.top(f"enum {{ {name} = {text}, {name}b, {name}c = {name} % 5 + 1 }};")
            p.add(f"{name} * 3u + {name}b + {name}c")
        elif kind == 1:
            p.emit(f"{{ uint v[{text} % 13 + 1]; v[0] = {p.uint()}; h += v[0] + sizeof(v); }}")
        elif kind == 2:
            p.emit(f"switch ({p.uint()} & 15u) {{ case ({text}) & 15: h += 3; break; default: h ^= 5; }}")
        elif kind == 3:
            word = "static_assert" if p.cxx else "_Static_assert"
            p.emit(f"{word}(({text}) == {value}, \"value\"); h += {text};")
        elif kind == 4:
            name = p.unique("c")
            p.top(f"constant uint {name}[{text} % 7 + 1] = {{ {text} }};")
            p.add(f"{name}[0] + sizeof({name})")
        else:
            p.add(f"({text})")
            p.add(f"(float)({text} & 0xffff) * 0.5f + {p.below(100)}.25f / 4", "float")


# Macros.


@feature()
def macros_plain(p):
    name, other = p.unique("M"), p.unique("N")
    a, b = p.below(100), p.below(100)
    p.top(f"#define {name} ({a} + {b})")
    p.top(f"#define {other}(x, y) ((x) * {name} + (y))")
    p.add(f"{other}({p.uint()}, {other}({p.uint()}, 3u))")
    if p.chance(0.4):
        p.emit(f"#undef {name}")
        p.emit(f"#define {name} {p.below(100)}u")
        p.add(f"{other}({p.uint()}, {name})")
    if p.chance(0.3):  # names of builtins
        builtin = p.pick(("max", "min", "clamp", "mix", "rotate", "mad24", "vload4", "convert_int", "dot", "barrier"))
        p.emit(f"#define {builtin}(a, b) ((a) > (b) ? (a) : (b) + {p.below(9)}u)")
        p.add(f"{builtin}({p.uint()}, {p.uint()})")
        p.emit(f"#undef {builtin}")


@feature()
def macros_variadic(p):
    name, join = p.unique("V"), p.unique("F")
    p.top(f"static uint {join}(uint a, uint b, uint c) {{ return a * 3u + b * 5u + c; }}")
    kind = p.below(4)
    u = [p.uint() for _ in range(3)]
    if kind == 0:
        p.top(f"#define {name}(...) {join}(__VA_ARGS__)")
        p.add(f"{name}({u[0]}, {u[1]}, {u[2]})")
    elif kind == 1:
        p.top(f"#define {name}(a, ...) {join}(a, ##__VA_ARGS__)")
        p.add(f"{name}({u[0]}, {u[1]}, {u[2]})")
    elif kind == 2:
        p.top(f"#define {name}_count(...) {name}_at(__VA_ARGS__, 4, 3, 2, 1, 0)")
        p.top(f"#define {name}_at(a, b, c, d, n, ...) n")
        p.add(f"{name}_count({', '.join(u[:1 + p.below(3)])})")
    else:
        p.top(f"#define {name}(text, args...) (sizeof(text) + {join}(args))")
        p.add(f'{name}("{p.pick(("a", "bcd", ""))}", {", ".join(u)})')


@feature()
def macros_stringification(p):
    name = p.unique("S")
    p.top(f"#define {name}(x) #x")
    p.top(f"#define {name}_of(x) {name}(x)")
    p.top(f"#define {name}_word {p.pick(('float4 v', '1 + 2', 'a, b', 'k', '__x'))}")
    argument = p.pick(("a b", "f(x, y)", "\"q\\n\"", "1.5f", "  a   +b ", "'c'", f"{name}_word", "max(a, b)"))
    which = p.pick((name, f"{name}_of")) if "," not in argument or argument[0] == "f" or argument[0] == "m" else name
    if which != name and argument == f"{name}_word":
        which = name
    p.add(f"sizeof({which}({argument})) + {which}({argument})[{p.uint()} % sizeof({which}({argument}))]")


@feature()
def macros_pasting(p):
    name = p.unique("P")
    p.top(f"#define {name}(a, b) a##b")
    p.top(f"#define {name}_of(a, b) {name}(a, b)")
    p.top(f"#define {name}_n {p.pick((2, 4, 8))}")
    kind = p.below(4)
    if kind == 0:
        p.emit(f"{{ uint {name}(va, l) = {p.uint()}; h += val; }}")
    elif kind == 1:
        width = f"{name}_of(uint, {name}_n)"
        p.emit(f"{{ {width} v = ({width})({p.uint()}); v += 3u; h += v.{name}(s, 1) + sizeof(v); }}")
    elif kind == 2:
        p.add(f"{name}({p.below(99)}, {p.pick(('u', 'ul', 'UL'))}) + {name}(0x, {p.below(99)})"
              if p.chance(0.5) else f"{name}({1 + p.below(99)}, u) + {name}(0x, {p.below(99)})")
    else:
        function = p.unique("f")
        p.top(f"#define {name}_make(type) static type {function}_##type(type x) {{ return x + (type)3; }}")
        types = p.random.sample(("uint", "ulong", "float"), 2)
        for type_name in types:
            p.top(f"{name}_make({type_name})")
            p.add(f"{name}({function}_, {type_name})({p.scalar(type_name)})", type_name)


@feature()
def macros_counter(p):
    name = p.unique("c")
    p.emit(f"{{ enum {{ {name} = __COUNTER__, {name}b = __COUNTER__ }}; h += {name}b - {name};")
    join = p.unique("J")
    p.top(f"#define {join}_(a, b) a##b")
    p.top(f"#define {join}(a, b) {join}_(a, b)")
    p.top(f"#define {join}_unique(a) {join}(a, __COUNTER__)")
    p.emit(f"uint {join}_unique(x) = {p.uint()}, {join}_unique(x) = 3u; h += __COUNTER__ > {name}b; "
           f"h += __LINE__ - __LINE__; }}")


def condition_of_preprocessor(p, depth=3):
    kind = p.below(9) if depth else 0
    if kind < 3:
        return p.pick((str(p.below(9)), f"{p.below(99)}u", f"0x{p.below(99):x}L", "'a'", "UNDEFINED_NAME",
                       f"defined({p.pick(('KERNEL_NAME', '__LINE__x', '__COUNTER__'))})", "__LINE__ > 0",
                       f"{p.below(9)}ull", "0b11", "!defined NOT_HERE"))
    a, b = condition_of_preprocessor(p, depth - 1), condition_of_preprocessor(p, depth - 1)
    if kind == 3:
        return f"(({a}) ? ({b}) : ({a}))"
    if kind == 4:
        return f"!({a})"
    operator = p.pick(("+", "*", "&&", "||", "<", ">=", "==", "&", "|", "^"))
    return f"(({a}) {operator} ({b}))"


@feature()
def macros_conditions(p):
    name = p.unique("D")
    if p.chance(0.5):
        p.emit(f"#define {name} {p.below(4)}")
    p.emit(f"#if {condition_of_preprocessor(p)}")
    p.emit(f"h += {p.uint()};")
    if p.chance(0.6):
        p.emit(f"#elif defined({name}) && {name} > 1 || {condition_of_preprocessor(p)}")
        p.emit(f"h ^= {p.uint()};")
    p.emit("#else")
    p.emit(f"h *= {p.below(99)}u;")
    p.emit("#endif")
    p.emit(f"#ifdef {name}\nh += {name} + 1u;\n#endif")


@feature()
def layout_of_the_text(p):
    """Comments, line splices, digraphs, #line and pragmas at places where people and generators write them."""
    kind = p.below(6)
    if kind == 0:
        p.emit(f"h +=/* {p.pick(BOUNDARIES)} */{p.uint()}/**/; // {p.pick(BOUNDARIES)}\nh ^= 3; // ends in a splice \\\nh *= 5;\nh += 7;")
    elif kind == 1:
        name = p.unique("M")
        p.top(f"#define {name}(a) \\\n  do {{ \\\n    h += (a); /* {p.pick(BOUNDARIES)} */ \\\n    h ^= 5u; \\\n  }} while (0)")
        p.emit(f"{name}({p.uint()});\n{name}\n(\n3u\n)\n;")
    elif kind == 2:
        p.emit(f"<% uint a<:2:> = <% {p.uint()}, 3u %>; h += a<:{p.uint()} & 1u:>; %>")
        name = p.unique("D")
        p.emit(f"%:define {name} {p.below(99)}\nh += {name};\n%:undef {name}")
    elif kind == 3:
        p.emit(f"ul\\\nong b = 12\\\n34u + {p.uint()}; h += b;")
    elif kind == 4:
        p.emit(f"#line {1 + p.below(30000)} \"{p.pick(('other.cl', 'a b.h', 'größe.cl'))}\"\nh += {p.uint()};\n#pragma nothing known\n"
               f"# {1 + p.below(99)} \"generated.py\"\nh += __LINE__ > 0;")
    else:
        p.emit(f"_Pragma(\"unroll 2\") for (uint i = 0; i < {1 + p.below(6)}u; ++i) h = h * 3u + (i ^ {p.uint()});;;")
        p.emit("\t;\f;\v;   h  +=\t3 ;")


BOUNDARIES = ("kernel void", '"quoted', "'", "// again", "größe", "#define x", "*", "{ ( [")
