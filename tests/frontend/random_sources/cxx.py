# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of C++ for OpenCL: templates, classes, namespaces, constexpr. Used by write_sources.py."""

from names import BUILTINS, value_of
from source_writer import both, feature

CXX = ("c++",)


@feature(CXX)
def templates_of_functions(p):
    name = p.pick(("max", "sum", "apply", "convert_to", "vload_at", "twice", "select_of")) + f"{p.seed}"
    kind = p.below(5)
    if kind == 0:
        p.top(f"template <typename T> T {name}(T a, T b) {{ return a > b ? a : b; }}")
        for type_name in p.random.sample(("uint", "int", "float", "double", "ulong", "uchar"), 2):
            p.add(f"{name}({p.scalar(type_name)}, {p.scalar(type_name)})", type_name)
        p.add(f"{name}<uint>({p.uint()}, 5)")
    elif kind == 1:
        p.top(f"template <int N, class T> T {name}(T a) {{ T r = a; for (int i = 0; i < N; ++i) r = r * T(3) + T(N); return r; }}")
        p.add(f"{name}<{p.below(5)}>({p.uint()})")
        p.add(f"{name}<2>({p.scalar('ulong')})")
    elif kind == 2:
        p.top(f"template <typename T> uint {name}(T) {{ return sizeof(T); }}")
        p.top(f"template <> uint {name}(uchar a) {{ return a * 7u; }}")
        p.top(f"template <typename T> uint {name}(T a, T b) {{ return {name}(a) + {name}(b) * 3u; }}")
        for type_name in ("uchar", p.pick(("ulong", "uint4", "float2"))):
            p.add(f"{name}({value_of(p, type_name)})")
        p.add(f"{name}({p.scalar('short')}, {p.scalar('short')})")
    elif kind == 3:
        p.top(f"template <typename T> T {name}(T a) {{ return a; }}")
        p.top(f"template <typename T, typename... R> T {name}(T a, R... r) {{ return a * T(5) + T({name}(r...)); }}")
        p.add(f"{name}({p.uint()}, {p.scalar('uchar')}, {p.scalar('ulong')})")
        p.top(f"template <typename... R> uint {name}_count(R... r) {{ return sizeof...(R) + (uint(r) + ... + 0u); }}")
        p.add(f"{name}_count({p.uint()}, {p.scalar('uchar')})")
    else:
        p.top(f"template <typename T> T {name}(T a) {{ if constexpr (sizeof(T) > 4) return a * T(3); else return a + T(1); }}")
        p.add(f"{name}({p.uint()}) + {name}({p.scalar('ulong')})")


@feature(CXX)
def templates_of_classes(p):
    name = p.unique("T")
    kind = p.below(3)
    if kind == 0:
        p.top(f"template <typename T, int N = 4> struct {name} {{ T v[N]; T sum() const {{ T s = 0; "
              "for (int i = 0; i < N; ++i) s = s * T(3) + v[i]; return s; } static constexpr int count = N; };")
        type_name = p.pick(("uint", "ulong"))
        n = 1 + p.below(5)
        values = ", ".join(p.scalar(type_name, 0) for _ in range(n))
        p.emit(f"{{ {name}<{type_name}, {n}> v = {{{{ {values} }}}}; h += v.sum() + v.count + {name}<uchar>::count; }}")
    elif kind == 1:
        p.top(f"template <typename T> struct {name} {{ static constexpr uint value = sizeof(T); typedef T type; }};")
        p.top(f"template <> struct {name}<float> {{ static constexpr uint value = 77; using type = uint; }};")
        p.top(f"template <typename T> struct {name}<T*> {{ static constexpr uint value = 3; using type = T; }};")
        p.emit(f"{{ {name}<float>::type v = {p.uint()}; h += v + {name}<uint4>::value * 3u + {name}<uint*>::value; }}")
    else:
        p.top(f"template <typename T> class {name} {{ T x; public: explicit {name}(T a) : x(a) {{}} "
              f"{name} operator+(const {name}& b) const {{ return {name}(x + b.x); }} "
              f"template <typename R> R as() const {{ return R(x); }} }};")
        p.add(f"({name}<uint>({p.uint()}) + {name}<uint>({p.uint()})).template as<uchar>()")
        p.add(f"({name}<float>({p.scalar('float')}) + {name}<float>(1.5f)).as<float>()", "float")


@feature(CXX)
def classes(p):
    name = p.unique("C")
    operator = p.pick(("+", "*", "^", "<<", "&&", ",", "()", "[]", "-"))
    p.top(f"struct {name} {{ uint x; ushort y; {name}(uint a, ushort b = {p.below(99)}) : x(a), y(b) {{}} "
          f"uint get() const {{ return x * 3u + y; }} {name}& add(uint a) {{ x += a; return *this; }} "
          f"uint operator{operator}(uint a) const {{ return x * 5u ^ a; }} static uint make(uint a) {{ return a + 1u; }} }};")
    use = {"()": "v(3u)", "[]": "v[3u]"}.get(operator, f"(v {operator} 3u)")
    p.emit(f"{{ {name} v({p.uint()}); h += v.get(); h ^= {use}; v.add({p.uint()}).add(2u); h += v.get() + {name}::make(5u); }}")
    if p.chance(0.5):
        derived = p.unique("D")
        p.top(f"struct {derived} : {name} {{ uint z; {derived}(uint a) : {name}(a, 3), z(a * 7u) {{}} "
              f"uint get() const {{ return {name}::get() + z; }} }};")
        p.emit(f"{{ {derived} v({p.uint()}); h += v.get(); h ^= v.x; {name} w = v; h += w.get(); }}")


@feature(CXX)
def namespaces(p):
    name = p.unique("ns")
    builtin = p.pick(("max", "clamp", "dot", "convert_int4", "vload4", "atomic_add", "mix", "exp", "barrier", "select"))
    p.top(f"namespace {name} {{ static uint {builtin}(uint a, uint b) {{ return a * 3u ^ b; }} "
          f"namespace inner {{ static uint at(uint a) {{ return {builtin}(a, 5u); }} }} "
          "enum class Kind : uchar { One = 1, Two = 5 }; }")
    p.add(f"{name}::{builtin}({p.uint()}, {p.uint()}) + {name}::inner::at({p.uint()})")
    p.emit(f"h += (uint){name}::Kind::Two; {{ using namespace {name}::inner; h ^= at(id); }}")


@feature(CXX)
def constexpr(p):
    name = p.unique("c")
    kind = p.below(4)
    if kind == 0:
        p.top(f"constexpr uint {name}(uint a) {{ uint r = 1; for (uint i = 0; i < a; ++i) r = r * 5u + i; return r; }}")
        p.top(f"{both('constexpr constant', 'constexpr')} uint {name}_v = {name}({p.below(9)});")
        p.add(f"{name}_v + {name}({p.uint()} & 7u)")
        p.emit(f"{{ uint v[{name}({p.below(3)}) % 5u + 1u]; v[0] = sizeof(v); h += v[0]; }}")
    elif kind == 1:
        p.top(f"constexpr {both('constant ', '')}float {name}[3] = {{ {p.below(99)}.5f, {p.below(9)} * 0.25f, -1.0f / 4 }};")
        p.add(f"{name}[{p.uint()} % 3u]", "float")
    elif kind == 2:
        p.top(f"struct {name}_s {{ uint a; float b; constexpr {name}_s(uint x, float y) : a(x * 3u), b(y + 1.0f) {{}} }};")
        p.emit(f"{{ constexpr {name}_s {name}({p.below(99)}u, {p.below(99)}.5f);")
        p.add(f"{name}.a")
        p.add(f"{name}.b", "float")
        p.emit("}")
    else:
        p.emit(f"{{ constexpr ulong {name} = {p.below(99)}ul << 33 | {p.below(99)}; h += {name}; }}")
        p.emit(f"{{ constexpr float {name} = {p.below(99)}.25f * 2; h += (uint){name}; }}")


@feature(CXX)
def lambdas_and_auto(p):
    p.emit(f"{{ const uint a = {p.uint()}; auto f = [=](uint b) {{ return a * 3u + b; }}; h += f({p.uint()}); "
           f"auto g = [&](auto b) {{ h ^= b; return sizeof(b); }}; h += g((uchar){p.uint()}); h += g({p.scalar('ulong')}); }}")


@feature(CXX)
def references(p):
    name = p.unique("f")
    p.top(f"static uint& {name}(uint& a, const ulong& b) {{ a = a * 3u + (uint)b; return a; }}")
    p.emit(f"{{ uint v = {p.uint()}; {name}(v, {p.scalar('ulong')}) += 5u; h += v; uint& r = v; r ^= 3u; h += v; "
           f"uint a[3] = {{ 1u, v, 3u }}; for (uint& x : a) x *= 5u; for (auto x : a) h = h * 3u + x; }}")


@feature(CXX)
def casts_of_cxx(p):
    p.add(f"static_cast<uchar>({p.uint()}) + static_cast<ulong>({p.scalar('int')})")
    p.add(f"uchar({p.uint()}) + int({p.scalar('float')}) * 3u")
    p.emit(f"{{ uint v = {p.uint()}; h += reinterpret_cast<{p.pick(('ushort', 'uchar'))}*>(&v)[1]; "
           f"const uint* c = &v; *const_cast<uint*>(c) += 3u; h += v; }}")
    p.emit(f"{{ float v = {p.scalar('float')}; h += as_uint(v) ^ as_uint(static_cast<float>(3)); }}")


@feature(CXX)
def declarations_of_cxx(p):
    name = p.unique("x")
    kind = p.below(8)
    if kind == 0:
        p.top(f"struct {name} {{ uint a; float b; }};")
        p.emit(f"{{ {name} s = {{ {p.uint()}, {p.scalar('float')} }}; auto [x, y] = s; h += x; h ^= as_uint(y); }}")
    elif kind == 1:
        p.top(f"constexpr uint operator\"\"_times{p.seed}(unsigned long long v) {{ return uint(v) * {p.below(9)}u + 1u; }}")
        p.add(f"{p.below(99)}_times{p.seed} + {p.uint()}")
    elif kind == 2:
        p.top(f"static uint {name}(uint a, uint b = {p.below(99)}u, uchar c = 300u % 256u) {{ return a * 3u + b * 5u + c; }}")
        p.add(f"{name}({p.uint()}) + {name}({p.uint()}, 3u) + {name}(1u, 2u, 3)")
    elif kind == 3:
        p.top(f"template <typename T> using {name} = T; template <int N> constexpr int {name}_v = N * 3 + 1;")
        p.emit(f"{{ {name}<uint> v = {p.uint()}; decltype(v + 1ul) w = v; h += w + {name}_v<{p.below(9)}>; h ^= sizeof(w); }}")
    elif kind == 4:
        p.emit(f"{{ if (const uint v = {p.uint()}; v & 1u) h += v; else h ^= v; "
               f"switch (const uint v = {p.uint()} & 3u; v) {{ case 0: h += 5u; [[fallthrough]]; case 1: h *= 3u; break; default: h ^= v; }} }}")
    elif kind == 5:
        p.top(f"struct {name} {{ uint a; {name}() : {name}(3u) {{}} explicit {name}(uint x) : a(x) {{}} "
              f"{name}(const {name}& o) : a(o.a + 1u) {{}} {name}& operator=(const {name}& o) {{ a = o.a * 3u; return *this; }} "
              f"operator uint() const {{ return a; }} bool operator<(const {name}& o) const {{ return a < o.a; }} "
              f"{name}& operator++() {{ ++a; return *this; }} {name} operator++(int) {{ {name} r(a); ++a; return r; }} }};")
        p.emit(f"{{ {name} v, w({p.uint()}); {name} x = w; v = x; h += v.a + (v < w); ++v; x++; h ^= uint(v) + x; }}")
    elif kind == 6:
        p.top(f"static uint {name}(const {both('global ', '')}uint& a, uint& b) {{ return a + ++b; }}")
        p.emit(f"{{ uint v = 3u; h += {name}(in[id & 15u], v) + v; }}")
    else:
        p.top(f"struct {name} {{ enum Kind {{ A = {p.below(9)}, B }}; static constexpr uint n = {p.below(99)}u; struct In {{ ushort x[2]; }} in; "
              f"uint f(Kind k) const {{ return k == B ? in.x[1] : n; }} }};")
        p.emit(f"{{ {name} v = {{ {{ {{ 3, {p.scalar('ushort')} }} }} }}; h += v.f({name}::B) + v.f({name}::A) + {name}::n; "
               f"{name}::In w = v.in; h ^= w.x[id & 1u]; }}")


@feature(CXX)
def members_named_like_builtins(p):
    name, builtins = p.unique("S"), p.random.sample(BUILTINS, 3)
    p.top(f"struct {name} {{ uint x; uint {builtins[0]}(uint a) const {{ return x * 3u + a; }} "
          f"static uint {builtins[1]}(uint a, uint b) {{ return a * 5u ^ b; }} "
          f"template <typename T> T {builtins[2]}(T a) {{ x += 1u; return a + T(x); }} }};")
    p.emit(f"{{ {name} v = {{ {p.uint()} }}; h += v.{builtins[0]}({p.uint()}) + {name}::{builtins[1]}({p.uint()}, 3u); "
           f"h ^= v.{builtins[2]}({p.scalar('ulong')}) + v.x; }}")


@feature(CXX)
def templates_named_like_builtins(p):
    name, structure = p.pick(BUILTINS), p.unique("S")
    p.top(f"struct {structure} {{ uint x; {structure} operator+(const {structure}& o) const {{ return {{ x * 3u + o.x }}; }} }};")
    if p.new_signature(name, ("template", "uint", "uchar")):
        p.top(f"template <typename T> static T {name}(const T& a, uint n, uchar m) {{ T r = a; "
              "for (uint i = 0; i < (n & 3u) + m; ++i) r = r + a; return r; }")
    p.emit(f"{{ const {structure} v = {{ {p.uint()} }}; h += {name}(v, {p.uint()}, (uchar){p.below(3)}).x; }}")
