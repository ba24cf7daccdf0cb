// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which functions of the library have forms for vectors (rows Wide of math/functions.def), and for how
// many lanes. Header only. The compiler asks for instructions on vectors; a vectorizer may, for a call of
// the scalar function in each of its lanes.
#pragma once
#include <array>
#include <string_view>

#include "builtins/library_prefix.h"
#include "builtins/math/functions.def"

namespace lanewise::builtins {

// Levels with shorter registers have no wide forms: without fma they would not pay.
inline constexpr int kLeastWideBits = 256;
inline constexpr int kWideLanes[] = {4, 8, 16};

// How many lanes the form has that serves a vector of `count` components: the fewest that hold it, or,
// where none does, the most there are; then it is called for one part after another. `bits` are those of
// a component (16: f16), registerBits those of the level's registers. 0: the level has no forms.
// A form's vectors have 128 bits at least, and integers of 32 bits beside them fit a register.
constexpr int wideLanes(int bits, int count, int registerBits) {
  if (registerBits < kLeastWideBits) return 0;
  int most = 0;
  for (int lanes : kWideLanes) {
    if (lanes * bits < 128 || lanes * (bits < 32 ? 32 : bits) > registerBits) continue;
    most = lanes;
    if (lanes >= count) break;
  }
  return most;
}

enum class Form { Wide, Cheap, Full };  // as math/functions.def says

struct MathFunction {
  std::string_view name;  // without lw_ and suffixes
  Form form;
  bool floatOnly;  // of f32 alone
};
#define LANEWISE_ANY(name, kind, low, high, low2, high2, rare, form, ...) {#name, Form::form, false},
#define LANEWISE_F32(name, kind, low, high, low2, high2, rare, form, ...) {#name, Form::form, true},
inline constexpr auto kMathFunctions =
    std::to_array<MathFunction>({ANY_TYPE_ROWS(LANEWISE_ANY) FLOAT_ROWS(LANEWISE_F32)});
#undef LANEWISE_ANY
#undef LANEWISE_F32

// The function whose wide forms do for `count` components what lw_<name>_... does for a number, the first
// of which has that many bits. Empty if there is none, or one component after the other is faster.
constexpr std::string_view wideFunction(std::string_view name, int bits, int count) {
  for (const MathFunction& function : kMathFunctions)
    if (function.name == name && (bits == 32 || !function.floatOnly) &&
        (function.form != Form::Cheap || count > 3))
      return function.form == Form::Full ? name.substr(std::string_view("half_").size()) : name;
  return {};
}

// Whether a symbol is that of a wide form: lw_sin_f32x16.
constexpr bool isWideForm(std::string_view symbol) {
  if (!symbol.starts_with(kLibraryPrefix)) return false;
  symbol.remove_prefix(kLibraryPrefix.size());
  for (const MathFunction& function : kMathFunctions) {
    if (function.form == Form::Full || !symbol.starts_with(function.name)) continue;
    const std::string_view suffix = symbol.substr(function.name.size());
    if (suffix.size() > 5 && suffix[0] == '_' && (suffix[1] == 'f' || suffix[1] == 'i') &&
        suffix[4] == 'x')
      return true;
  }
  return false;
}

}  // namespace lanewise::builtins
