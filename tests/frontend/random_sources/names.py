# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of names and overloads: names of builtins, of other languages, in Unicode. Used by write_sources.py."""

from source_writer import BEGINNINGS, both, feature

# Functions of OpenCL C that are no macros.
BUILTINS = """max min clamp mix rotate mul24 mad24 dot cross length normalize distance exp exp2 log sin cos tan pow pown
floor ceil rint round trunc sqrt rsqrt cbrt fabs fmax fmin fmod fract frexp modf ldexp remainder remquo hypot nan nextafter
abs abs_diff add_sat sub_sat hadd rhadd mad_hi mad_sat mul_hi popcount clz ctz upsample step smoothstep sign degrees radians
any all bitselect select isnan isinf isfinite isequal signbit isordered shuffle shuffle2 vload2 vload4 vload16 vstore3 vstore8
vload_half vstore_half vloada_half4 vstore_half2_rte atomic_add atomic_inc atomic_xchg atomic_cmpxchg atomic_fetch_add
atomic_load atomic_store atom_add atom_max barrier mem_fence work_group_barrier async_work_group_copy wait_group_events prefetch
get_global_size get_local_id get_group_id get_work_dim get_num_groups read_imagef read_imageui write_imagef write_imagei
get_image_width get_image_dim native_sin native_exp native_divide half_cos half_powr convert_int convert_float4
convert_uchar_sat convert_char2_rte convert_long_sat_rtz convert_double sincos lgamma_r erf tgamma mad fma fdim maxmag minmag
work_group_all work_group_reduce_add sub_group_broadcast sub_group_any get_sub_group_id fast_length""".split()

# Keywords and common names of other languages; none is a keyword of C, C++ or OpenCL.
FOREIGN = """function def var let end begin self lambda yield None nil elif fn impl mut trait match where in_ of val fun
object package import interface implements extends super synchronized throws instanceof async await defer go
chan map func type_ string integer real complex procedure then endif loop sub my our use module dim select_ case_ device
shared uniform varying sampler texture buffer vec3 mat4 float5 threadIdx blockIdx warpSize __shared __device host grid block
main exit malloc printf_ stdin errno assert_ std boost cl cuda""".split()
C_ONLY = """class new delete this template typename namespace operator public protected virtual friend try catch throw
using explicit mutable export constexpr decltype nullptr static_cast dynamic_cast typeid noexcept and or not xor bitand compl
alignas alignof char16_t static_assert thread_local wchar_t concept requires""".split()

# Letters that identifiers may have in C and C++.
UNICODE = ("größe", "δx", "Δ", "π", "λ", "élan", "naïve", "ширина", "шаг", "长度", "值", "データ", "数", "한글", "ñandú", "ß", "øre",
           "x\u00b7y", "Ωmega", "\\u00e9t", "\\u03b1")


def name_of_builtin(p):
    return p.pick(BUILTINS)


def use_as_variables(p, names):
    """Gives each name to a variable, a parameter, a member, a type, an enumerator or a label."""
    for name in names:
        kind = p.below(9)
        if kind == 5 and name in p.labels:  # a label has the scope of the kernel
            kind = 0
        a, b = p.uint(), p.uint()
        p.emit("{")
        if kind == 0:
            p.emit(f"uint {name} = {a}; {name} += {b}; h += {name};")
        elif kind == 1:
            p.emit(f"struct {name} {{ uint x, y; }}; struct {name} v = {{ {a}, {b} }}; h ^= v.x * 3u + v.y;")
        elif kind == 2:
            p.emit(f"struct {{ uint {name}; ushort other; }} v; v.{name} = {a}; v.other = 3; "
                   f"h += v.{name} ^ v.other;")
        elif kind == 3:
            p.emit(f"typedef uint {name}; {name} v = ({name}){a}; h -= v; h ^= sizeof({name});")
        elif kind == 4:
            p.emit(f"enum {{ {name} = {p.below(1000)}, other }}; h += {name} * 5u + other;")
        elif kind == 5:
            p.labels.add(name)
            p.emit(f"uint again = 0; {name}: h = h * 5u + again; if (++again < {1 + p.below(3)}u) goto {name};")
        elif kind == 6:
            p.emit(f"const uint {name}[3] = {{ {a}, {b}, 7u }}; h += {name}[id % 3u];")
        elif kind == 7:
            function = p.unique("f")
            p.function(f"uint {function}(uint {name}, uint other)", f"return {name} * 3u ^ other;")
            p.emit(f"h += {function}({a}, {b});")
        else:
            p.emit(f"for (uint {name} = 0; {name} < {1 + p.below(4)}u; ++{name}) h = h * 3u + {name};")
        p.emit("}")


@feature()
def names_of_builtins(p):
    use_as_variables(p, [name_of_builtin(p) for _ in range(1 + p.below(3))])


@feature()
def names_of_other_languages(p):
    pool = FOREIGN + ([] if p.cxx else C_ONLY)
    use_as_variables(p, [p.pick(pool) for _ in range(1 + p.below(3))])


@feature()
def names_in_unicode(p):
    name = p.pick(UNICODE)
    use_as_variables(p, [name])
    if p.chance(0.5):
        function = f"{p.pick(UNICODE)}_{p.seed}"
        if p.new_signature(function, ()):
            p.function(f"uint {function}(uint {name})", f"return {name} + {p.below(99)}u;")
            p.emit(f"h += {function}({p.uint()});")


@feature()
def functions_that_begin_like_builtins(p):
    name = f"{p.pick(BEGINNINGS)}{p.pick(('', 'my', 'x', 'row', '_', '4', 'int', 'f'))}{p.seed}"
    if not p.new_signature(name, ()):
        name += "_again"
    kind = p.below(4)
    if kind == 0:
        p.function(f"uint {name}(uint a, int b)", "return a * 7u + (uint)b;")
        p.add(f"{name}({p.uint()}, {p.scalar('int')})")
    elif kind == 1:
        p.function(f"float {name}(float a)", "return a * 2.0f + 1.0f;")
        p.add(f"{name}({p.scalar('float')})", "float")
    elif kind == 2:
        p.function(f"uint4 {name}(uint4 a, global const uint* b)", "return a * 3u + b[1];")
        p.add_vector(f"{name}({p.vector('uint', 4)}, in)", "uint", 4)
    else:
        p.function(f"void {name}(ulong* a, uint b)", "*a = *a * 5u + b;")
        p.emit(f"{name}(&h, {p.uint()});")


PARAMETERS = ("uint", "float", "uchar", "long", "double", "uint2", "float4", "short8", "uchar16")
BESIDE = {"max": 2, "min": 2, "clamp": 3, "rotate": 2, "mul_hi": 2, "hadd": 2, "popcount": 1, "clz": 1, "add_sat": 2,
          "sub_sat": 2, "abs_diff": 2, "bitselect": 3}


def split_type(name):
    element = name.rstrip("0123456789")
    return element, int(name[len(element):] or 1)


def value_of(p, type_name):
    element, width = split_type(type_name)
    return p.scalar(element, 0) if width == 1 else p.vector(element, width)


def word_of(expression, type_name):
    element, width = split_type(type_name)
    first = expression if width == 1 else f"{expression}.s{width - 1:x}"
    return f"(uint)(int){first}" if element in ("float", "double") else f"(uint){first}"


def overloadable(p):
    return "" if p.cxx else "__attribute__((overloadable)) "


def own_overload(p, name):
    """An overload that no builtin of the name has: of an own structure, or of different types."""
    a, b = p.random.sample(PARAMETERS, 2)
    c = p.pick(PARAMETERS)
    # A vector and numbers of its element type are the parameters of a builtin.
    same = len({split_type(t)[0] for t in (a, b, c)}) == 1
    if same or p.chance(0.3) or not p.new_signature(name, (a, b, c)):
        structure = p.unique("S")
        p.top(f"typedef struct {{ uint x; float y; }} {structure};")
        p.top(f"static {overloadable(p)}{structure} {name}({structure} a, {structure} b) "
              "{ a.x = a.x * 3u + b.x; a.y += b.y; return a; }")
        v, w = p.unique(), p.unique()
        p.emit(f"{structure} {v} = {{ {p.uint()}, {p.scalar('float')} }}, {w} = {{ {p.uint()}, 0.5f }};")
        p.emit(f"{v} = {name}({v}, {w}); h += {v}.x;")
        p.add(f"{v}.y", "float")
        return
    p.top(f"static {overloadable(p)}uint {name}({a} x, {b} y, {c} z) "
          f"{{ return {word_of('x', a)} * 3u + {word_of('y', b)} * 5u + {word_of('z', c)}; }}")
    p.add(f"{name}({value_of(p, a)}, {value_of(p, b)}, {value_of(p, c)})")


@feature()
def overloads_of_builtins(p):
    name = p.pick(BUILTINS)
    own_overload(p, name)


@feature()
def overloads_beside_builtins(p):
    name = p.pick(list(BESIDE))
    own_overload(p, name)
    type_name = p.pick(("uint", "int", "ulong", "uint2", "uint4"))
    arguments = [value_of(p, type_name) for _ in range(BESIDE[name])]
    if name == "clamp":
        element, width = split_type(type_name)
        arguments[1:] = [f"({type_name})({low})" for low in (3, 1000)]
    if name in ("rotate", "mul_hi") and type_name == "int":
        type_name, arguments = "uint", [p.uint() for _ in arguments]
    if name == "abs_diff" and type_name == "int":
        type_name = "uint"
        arguments = [p.uint() for _ in arguments]
    element, width = split_type(type_name)
    call = f"{name}({', '.join(arguments)})"
    if width == 1:
        p.add(call)
    else:
        p.add_vector(call, element, width)


@feature()
def overloads(p):
    name = p.pick(("area", "at", "apply", "twice", "value", "f")) + str(p.seed)
    types = p.random.sample(("char", "uchar", "short", "int", "uint", "long", "ulong", "float", "double", "uint2",
                             "uint4", "float4", "uchar8"), 2 + p.below(4))
    for n, type_name in enumerate(types):
        p.top(f"static {overloadable(p)}uint {name}({type_name} x) {{ return {word_of('x', type_name)} + {n + 1}u; }}")
    if p.chance(0.5):
        p.top(f"static {overloadable(p)}uint {name}({types[0]} x, {types[1]} y) "
              f"{{ return {word_of('x', types[0])} * 7u + {name}(y); }}")
        p.add(f"{name}({value_of(p, types[0])}, {value_of(p, types[1])})")
    for type_name in types:
        p.add(f"{name}({value_of(p, type_name)})")
    if p.chance(0.3):
        p.top(f"static {overloadable(p)}uint {name}({both('global ', '')}const uint* x, int y, int z) "
              "{ return x[y & 15] + (uint)z; }")
        p.add(f"{name}(in, (int){p.uint()}, 3)")
