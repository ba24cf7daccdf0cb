# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of structures and unions: by value, packed, aligned, nested. OpenCL has no bit fields. Used by write_sources.py."""

from source_writer import WIDTHS, feature
from variables import space, vector_constant


class Structure:
    """A random structure or union: its text, and the paths and types of its members."""

    def __init__(self, p, depth=0, union=False, constants=False):
        self.name = p.unique("U" if union else "S")
        self.members, self.values, self.lines = [], [], []
        self.union, self.constants, self.vectors = union, constants, False
        for n in range(2 + p.below(4)):
            kind, member = p.below(10), f"m{n}"
            if union or kind < 5:
                self.add_scalar(p, member)
            elif kind == 5:
                self.add_array(p, member)
            elif kind == 6:
                self.add_vector(p, member)
            elif depth:
                self.add_inner(p, member, depth)
            else:
                self.add_scalar(p, member)
        if depth and not any("." in path for path, _ in self.members):
            self.add_inner(p, "inner", depth)

    def value(self, p, type_name):
        return p.constant_of(type_name) if self.constants else p.scalar(type_name, 0)

    def add_scalar(self, p, member):
        type_name = "bool" if p.chance(0.1) and not self.union else p.pick(p.element_types())
        self.lines.append(f"{type_name} {member};")
        self.members.append((member, type_name))
        self.values.append(self.value(p, type_name))

    def add_array(self, p, member):
        type_name, length = p.pick(p.element_types()), 1 + p.below(4)
        self.lines.append(f"{type_name} {member}[{length}];")
        self.members += [(f"{member}[{n}]", type_name) for n in range(length)]
        self.values.append("{ " + ", ".join(self.value(p, type_name) for _ in range(length)) + " }")

    def add_vector(self, p, member):
        type_name, width = p.pick(p.element_types()), p.pick(WIDTHS)
        self.lines.append(f"{type_name}{width} {member};")
        self.members += [(f"{member}.s{lane:x}", type_name) for lane in range(width)]
        self.values.append(vector_constant(p, type_name, width) if self.constants
                           else p.vector(type_name, width))
        self.vectors = True

    def add_inner(self, p, member, depth):
        inner = Structure(p, depth - 1, constants=self.constants)
        if p.chance(0.25):
            self.lines.append(f"struct {{ {' '.join(inner.lines)} }} {member};")
        else:
            inner.declare(p)
            self.lines.append(f"{inner.name} {member};")
        self.members += [(f"{member}.{path}", type_name) for path, type_name in inner.members]
        self.values.append(inner.braces())
        self.vectors |= inner.vectors

    def braces(self):
        return "{ " + (self.values[0] if self.union else ", ".join(self.values)) + " }"

    def declare(self, p, attribute=""):
        keyword = "union" if self.union else "struct"
        text = " ".join(self.lines)
        if p.chance(0.4):
            p.top(f"{keyword} {attribute} {self.name}_tag {{ {text} }}; typedef {keyword} {self.name}_tag {self.name};")
        elif p.chance(0.5):
            p.top(f"typedef {keyword} {{ {text} }} {attribute} {self.name};")
        else:
            p.top(f"typedef {keyword} {attribute} {{ {text} }} {self.name};")
        return self

    def variable(self, p):
        name = p.unique()
        p.emit(f"{self.name} {name} = {self.braces()};")
        return name

    def add_to_hash(self, p, expression, most=5):
        """Some of the members; of a union the first one, which is the one with a value."""
        members = self.members[:1] if self.union else p.random.sample(self.members, min(most, len(self.members)))
        for path, type_name in members:
            p.add(f"{expression}.{path}", type_name)

    def write_member(self, p, expression):
        path, type_name = self.members[0] if self.union else p.pick(self.members)
        return f"{expression}.{path} = {p.scalar(type_name, 0)};"


def pass_by_value(p, s):
    """Calls with the structure as parameter and as result."""
    name, variable = p.unique("f"), s.variable(p)
    path, type_name = s.members[0] if s.union else p.pick(s.members)
    kind = p.below(4)
    if kind == 0:
        p.function(f"{s.name} {name}({s.name} a, {type_name} b)", f"a.{path} = b; return a;")
        p.emit(f"{{ {s.name} r = {name}({variable}, {p.scalar(type_name, 0)});")
        s.add_to_hash(p, "r")
        p.emit("}")
    elif kind == 1:
        p.function(f"{type_name} {name}(uint c, {s.name} a, const {s.name} b)",
                   f"return c & 1u ? a.{path} : b.{path};")
        p.emit(f"{{ {s.name} r = {variable}; {s.write_member(p, 'r')}")
        p.add(f"{name}({p.uint()}, r, {variable})", type_name)
        p.emit("}")
    elif kind == 2:
        p.function(f"void {name}({s.name}* a, uint c)", f"{s.name} b = *a; if (c & 1u) {s.write_member(s_writer(p), 'b')} *a = b;")
        p.emit(f"{name}(&{variable}, {p.uint()});")
    else:
        p.function(f"{s.name} {name}(uint n, {s.name} a)", f"if (n) return {name}_next(a); return a;")
        p.top_lines.insert(-1, f"static {s.name} {name}_next({s.name} a) {{ {s.name} b = a; return b; }}")
        p.add(f"{name}({p.uint()}, {variable}).{path}", type_name)
    s.add_to_hash(p, variable)


class _Constants:
    """Scalars without names of the kernel, for code at file scope."""

    def __init__(self, p):
        self.p = p

    def pick(self, items):
        return self.p.pick(items)

    def scalar(self, type_name, _):
        return self.p.constant_of(type_name)


def s_writer(p):
    return _Constants(p)


def sizes(p, s):
    p.add(f"sizeof({s.name}) * 3u")
    if p.chance(0.7):
        p.add(f"__builtin_offsetof({s.name}, {s.members[-1][0].split('.')[0].split('[')[0]})")


def elements(p, s):
    """An array of structures, copied and read at an index."""
    name = p.unique("a")
    count = 2 + p.below(2)
    p.emit(f"{s.name} {name}[{count}] = {{ {', '.join(s.braces() for _ in range(count))} }};")
    p.emit(f"{name}[{p.uint()} % {count}u] = {name}[{p.below(count)}];")
    s.add_to_hash(p, f"{name}[{p.uint()} % {count}u]", 3)


@feature()
def structures_by_value(p):
    pass_by_value(p, Structure(p).declare(p))


@feature()
def structures_nested(p):
    s = Structure(p, depth=1 + p.below(2)).declare(p)
    p.pick((pass_by_value, elements))(p, s)
    sizes(p, s)


@feature()
def structures_packed(p):
    s = Structure(p, depth=p.below(2)).declare(p, p.pick(("__attribute__((packed))", "__attribute__((__packed__))")))
    p.pick((pass_by_value, elements))(p, s)
    sizes(p, s)


@feature()
def structures_aligned(p):
    alignment = p.pick((2, 4, 8, 16, 32, 64, 128))
    s = Structure(p)
    if p.chance(0.5):
        s.lines[-1] = f"__attribute__((aligned({alignment}))) {s.lines[-1]}"
        s.declare(p)
    else:
        s.declare(p, f"__attribute__((aligned({alignment})))")
    p.pick((pass_by_value, elements))(p, s)
    sizes(p, s)
    if p.chance(0.4):
        name = p.unique()
        p.emit(f"uint {name} __attribute__((aligned({alignment}))) = {p.uint()}; h += {name};")
        p.add(f"((ulong)&{name} % {alignment} == 0)")


@feature()
def structures_in_program_scope(p):
    s = Structure(p, depth=p.below(2), constants=True).declare(p)
    name = p.unique("c")
    count = 1 + p.below(3)
    if p.chance(0.3) and not p.cxx:
        path = s.members[0][0].split(".")[0].split("[")[0]
        p.top(f"{space(p)} {s.name} {name}[{count}] = {{ [{count - 1}] = {{ .{path} = {s.values[0]} }} }};")
    else:
        p.top(f"{space(p)} {s.name} {name}[{count}] = {{ {', '.join(s.braces() for _ in range(count))} }};")
    s.add_to_hash(p, f"{name}[{p.uint()} % {count}u]")
    if p.chance(0.4) and not p.cxx:  # C++ for OpenCL copies no structure from another address space
        p.emit(f"{{ {s.name} v = {name}[0]; {s.write_member(p, 'v')}")
        s.add_to_hash(p, "v")
        p.emit("}")


@feature()
def unions_by_value(p):
    s = Structure(p, union=True).declare(p)
    pass_by_value(p, s)
    sizes(p, s)
    if p.chance(0.5):
        name = p.unique("c")
        u = Structure(p, union=True, constants=True).declare(p)
        p.top(f"{space(p)} {u.name} {name}[2] = {{ {u.braces()}, {u.braces()} }};")
        u.add_to_hash(p, f"{name}[id & 1u]")


@feature()
def unions_read_as_another_type(p):
    """Members of the same size without padding; C allows it, and Clang does in C++."""
    pair = p.pick((("uint", "float"), ("ulong", "double"), ("ulong", "uint2"), ("uint4", "ushort8"), ("ulong2", "uchar16"),
                   ("int", "uchar4"), ("float4", "uint4"), ("uchar8", "ulong")))
    a, b = p.random.sample(pair, 2)
    name = p.unique("U")
    p.top(f"typedef union {{ {a} a; {b} b; struct {{ ushort low, high; }} c; uchar d[4]; }} {name};")
    def split(t):
        return (t.rstrip("0123456789"), int(t[len(t.rstrip("0123456789")):] or 1))
    element, width = split(a)
    value = p.scalar(element) if width == 1 else p.vector(element, width)
    variable = p.unique()
    p.emit(f"{name} {variable}; {variable}.a = {value};")
    element, width = split(b)
    if element in ("float", "double"):
        p.add(f"{variable}.c.low * 3u + {variable}.c.high + {variable}.d[{p.uint()} & 3u]")
    elif width == 1:
        p.add(f"{variable}.b", element)
    else:
        p.add_vector(f"{variable}.b", element, width)


@feature()
def structures_with_unnamed_members(p):
    name = p.unique("S")
    p.top(f"typedef struct {{ uint tag; union {{ uint bits; float number; }}; struct {{ uchar x, y; }}; }} {name};")
    variable = p.unique()
    p.emit(f"{name} {variable}; {variable}.tag = {p.uint()}; {variable}.number = {p.scalar('float')}; "
           f"{variable}.x = 3; {variable}.y = {p.scalar('uchar')};")
    p.add(f"{variable}.tag + {variable}.bits * 3u + {variable}.x * 5u + {variable}.y")
    p.add(f"sizeof({name})")
