// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes tokens more often than bytes: most changed bytes end in the lexer.
#include "tests/frontend/fuzz/case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanewise::fuzz {
namespace {

using Random = std::mt19937_64;

constexpr const char* kOwn[] = {
    "struct S { int v; S(int x) : v(x) {} ~S() { v = 0; } };\nS s(3);\ntemplate <class T> T twice(T "
    "x) { return x + x; }\nkernel void k(global int* p) { auto f = [](int x) { return twice(x); }; "
    "*p = f(s.v); }\n",
    "#include \"a.h\"\n#include \"dir/b.h\"\n#ifdef A\nkernel void k(global A* p) { *p += B(3); "
    "}\n#endif\n",
    "__global int t[4] = {1, 2, 3, 4};\n__global int* p = &t[2];\nconstant struct { int a; char c[3]; "
    "} q = {1, \"x\"};\nkernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int* "
    "restrict o, local float4* l, const struct { int a; } x) { *o = *p + q.a; }\n",
    "#pragma OPENCL FP_CONTRACT OFF\n#pragma OPENCL EXTENSION all : enable\nkernel void k(global "
    "double4* d, global half* h) { __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < 9; ++i) "
    "d[i] = fma(d[i], (double4)(1, 2, 3, 4).wzyx, convert_double4_rte(vload_half4(i, h))); "
    "printf(\"%v4lf %zd %s\\n\", d[0], get_global_size(0), \"x\"); }\n",
    "kernel void k(global atomic_int* a, read_only image2d_t i, sampler_t s, read_only pipe int p, "
    "queue_t q) { atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device); "
    "int x; read_pipe(p, &x); enqueue_kernel(q, 0, ndrange_1D(4), ^{ *a = x; }); float4 f = "
    "read_imagef(i, s, (int2)(0, 0)); }\n",
};

constexpr const char* kWords[] = {
    "kernel",
    "__kernel",
    "global",
    "__local",
    "constant",
    "private",
    "__generic",
    "restrict",
    "volatile",
    "const",
    "struct",
    "union",
    "enum",
    "typedef",
    "int",
    "uint4",
    "float16",
    "half",
    "double3",
    "char2",
    "bool",
    "size_t",
    "void",
    "event_t",
    "sampler_t",
    "image2d_t",
    "pipe",
    "queue_t",
    "ndrange_t",
    "atomic_int",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "goto",
    "return",
    "break",
    "continue",
    "sizeof",
    "vec_step",
    "inline",
    "static",
    "extern",
    "template",
    "class",
    "operator",
    "auto",
    "constexpr",
    "decltype",
    "namespace",
    "using",
    "__attribute__((packed))",
    "__attribute__((aligned(16)))",
    "__attribute__((vec_type_hint(int)))",
    "__attribute__((reqd_work_group_size(1,1,1)))",
    "__attribute__((overloadable))",
    "__attribute__((noinline))",
    "__attribute__((intel_reqd_sub_group_size(8)))",
    "asm(\"nop\")",
    "__builtin_trap()",
    "__builtin_unreachable()",
    "__builtin_alloca(8)",
    "__asm__",
    "__block",
    "_Static_assert(1, \"\")",
    "__int128",
    "_Float16",
    "_Complex",
    "__thread",
    "_Atomic",
    "throw",
    "try",
    "new",
    "delete",
    "virtual",
    "dynamic_cast<int*>",
    "reinterpret_cast<int>",
    "typeid",
    "get_global_id(0)",
    "barrier(1)",
    "printf(\"%d\\n\", 1)",
    "mad24",
    "convert_int4_sat_rte",
    "as_float",
    "shuffle2",
    "vload4",
    "vstore_half_rtz",
    "async_work_group_copy",
    "to_global",
    "work_group_reduce_add",
    "sub_group_all",
    "select",
    "isnan",
    "fract",
    "sincos",
    "remquo",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "->",
    ".",
    ".s0123",
    ".xyzw",
    ".hi",
    "...",
    "<<",
    ">>",
    "/",
    "%",
    "/ 0",
    "% 0",
    "<< 99",
    "=",
    "==",
    "?",
    ":",
    "::",
    "~",
    "!",
    "##",
    "#",
    "0",
    "1",
    "-1",
    "0x7fffffff",
    "4294967296",
    "18446744073709551616",
    "1e400",
    "0x1p-1100",
    "1.0f",
    "'a'",
    "\"text\"",
    "L\"x\"",
    "R\"(x)\"",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\n#if 1\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#define f(x) x x\n",
    "\n#include \"a.h\"\n",
    "\n#include <none>\n",
    "\n#include __FILE__\n",
    "\n#pragma unroll 3\n",
    "\n#pragma once\n",
    "\n#pragma clang module\n",
    "\n#pragma OPENCL EXTENSION cl_khr_fp16 : disable\n",
    "\n#line 1 \"x\"\n",
    "\n#error e\n",
    "\n#warning w\n",
    "\n#embed \"a.h\"\n",
    "_Pragma(\"x\")",
    "__LINE__",
    "__COUNTER__",
    "__VA_ARGS__",
};

constexpr const char* kOptions[] = {
    "-cl-std=CL1.0",
    "-cl-std=CL1.1",
    "-cl-std=CL1.2",
    "-cl-std=CL2.0",
    "-cl-std=CL3.0",
    "-cl-std=CL3.1",
    "-cl-std=CLC++",
    "-cl-std=CLC++2021",
    "-cl-std=CL4.0",
    "-cl-opt-disable",
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-mad-enable",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-strict-aliasing",
    "-cl-uniform-work-group-size",
    "-cl-no-subgroup-ifp",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-kernel-arg-info",
    "-w",
    "-Werror",
    "-g",
    "-DA=int",
    "-DB(x)=x*x",
    "-DA",
    "-D=",
    "-D1",
    "-DA=\"text\"",
    "-DA(",
    "-Dif=while",
    "-UA",
    "-Dint=",
    "-I/",
    "-I/nowhere",
    "-I.",
    "-I",
    "-D",
    "-Xclang",
    "-fplugin=x.so",
    "-o",
    "-",
    "@file",
    "x.cl",
    "--help",
    "-mllvm",
    "-cl-ext=+all",
    "-include",
    "-x",
    "-emit-obj",
};

constexpr const char* kHeaderNames[] = {
    "a.h",
    "dir/b.h",
    "dir/a.h",
    "../a.h",
    "/a.h",
    "",
    ".",
    "..",
    "a.h/",
    "program.cl",
    "opencl-c-base.h",
    "lanewise-opencl-c.h",
    "a\nb.h",
    "a b.h",
    "\xff.h",
};

size_t below(Random& random, size_t limit) { return limit ? random() % limit : 0; }
template <class T, size_t n>
const T& pick(Random& random, const T (&items)[n]) {
  return items[below(random, n)];
}
bool oneIn(Random& random, size_t n) { return below(random, n) == 0; }

std::vector<std::string> tokensOf(const std::string& text) {
  std::vector<std::string> tokens;
  const auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (isWord(text[at]))
      while (end < text.size() && isWord(text[end])) ++end;
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

void nest(Random& random, std::vector<std::string>& tokens) {
  static constexpr std::pair<const char*, const char*> kPairs[] = {
      {"(", ")"}, {"{", "}"}, {"[", "]"}, {"-", ""}, {"*", ""}, {"if(1)", ""}, {"(int4)(", ")"}};
  const auto& [open, close] = pick(random, kPairs);
  const size_t depth = size_t{1} << below(random, 12), at = below(random, tokens.size() + 1);
  std::string before, after;
  for (size_t i = 0; i < depth; ++i) before += open, after += close;
  tokens.insert(tokens.begin() + ptrdiff_t(at), before + "1" + after);
}

void damage(Random& random, std::vector<std::string>& tokens,
            const std::vector<std::string>& other) {
  const size_t at = below(random, tokens.size());
  const size_t count = std::min(below(random, 12) + 1, tokens.size() - at);
  const auto place = tokens.begin() + ptrdiff_t(at);
  switch (below(random, 9)) {
    case 0: tokens.erase(place, place + ptrdiff_t(count)); return;
    case 1: {
      const std::vector<std::string> copy(place, place + ptrdiff_t(count));
      tokens.insert(tokens.begin() + ptrdiff_t(below(random, tokens.size())), copy.begin(),
                    copy.end());
      return;
    }
    case 2: std::swap(tokens[at], tokens[below(random, tokens.size())]); return;
    case 3: {
      const size_t from = below(random, other.size());
      const size_t much = std::min(below(random, 60) + 1, other.size() - from);
      tokens.insert(place, other.begin() + ptrdiff_t(from), other.begin() + ptrdiff_t(from + much));
      return;
    }
    case 4:
      if (!tokens[at].empty()) tokens[at][below(random, tokens[at].size())] = char(random());
      return;
    case 5:
      if (oneIn(random, 6)) nest(random, tokens);
      return;
    case 6: tokens[at] = pick(random, kWords); return;
    default: tokens.insert(place, std::string(" ") + pick(random, kWords) + " "); return;
  }
}

std::string damaged(Random& random, std::string text, const std::string& other) {
  std::vector<std::string> tokens = tokensOf(text);
  const std::vector<std::string> donor = tokensOf(other);
  const size_t count = oneIn(random, 8) ? 0 : size_t{1} << below(random, 5);
  for (size_t i = 0; i < count && !tokens.empty(); ++i) damage(random, tokens, donor);
  return joined(tokens);
}

}  // namespace

Case CaseMaker::make(uint64_t seed) const {
  Random random(seed);
  const auto any = [&]() -> const std::string& { return corpus_[below(random, corpus_.size())]; };
  Case made;
  made.source = damaged(random, any(), any());
  for (size_t i = below(random, 4); i > 0; --i) {
    const bool bad = oneIn(random, 4);
    made.headers.emplace_back(
        bad ? pick(random, kHeaderNames) : kHeaderNames[below(random, 3)],
        oneIn(random, 3) ? damaged(random, any(), any()) : "#define A int\n#define B(x) (x + 1)\n");
  }
  // Half of the programs get few, valid options, because an invalid option hides everything else.
  const size_t optionCount = below(random, 5), good = oneIn(random, 2) ? 27 : std::size(kOptions);
  for (size_t i = 0; i < optionCount; ++i) made.options.emplace_back(kOptions[below(random, good)]);
  return made;
}

std::vector<std::string> readCorpus(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cl") paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> corpus(std::begin(kOwn), std::end(kOwn));
  for (const auto& path : paths) {
    std::ifstream file(path);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (text.size() < 16384) corpus.push_back(std::move(text));
  }
  return corpus;
}

std::string optionText(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options) {
    text += " \"";
    for (char c : option) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text;
}

}  // namespace lanewise::fuzz
