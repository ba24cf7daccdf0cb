// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// functions.def as constants: what each OpenCL.std instruction becomes, which functions have vector
// variants and how exact a function must be. Header only; the compiler, tests and benchmarks
// include it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "builtins/library_prefix.h"

namespace lanewise::builtins {

// How the instruction uses the library. Map: element by element, and the scalar function exists.
// Whole: the function takes the vector types of the instruction. Inline: the compiler expands it.
enum class Shape : std::uint8_t { Map, Whole, Inline };
// Small functions are inlined into the kernel. Large ones stay calls, which the runtime library
// defines; of LargeF64 rows only the f64 function is large. Large functions are `noinline` in the
// bitcode.
enum class Size : std::uint8_t { Small, LargeF64, Large };
// The parameters, as functions.def defines the letters. None: a row that has no such column.
enum class Arguments : std::uint8_t { None, X, XY, XYZ, XN, XP, XQ, XYQ, B, ToI };
// Which vectors a vector variant serves. OfFull: variants of the function without the prefix half_.
enum class Variants : std::uint8_t { None, Always, FromFour, OfFull };

// The specification's limit of the error for one type: `value + perWidth * (vector width)`.
struct Limit {
  enum Kind : std::uint8_t { None, Unbounded, Ulp, Absolute, ExpRelaxed, LogRelaxed } kind = None;
  double value = 0, perWidth = 0;
};
inline constexpr Limit none{};                            // the function does not exist in the type
inline constexpr Limit unbounded{Limit::Unbounded};       // implementation-defined
inline constexpr Limit exact{Limit::Ulp, 0};              // no rounding is involved
inline constexpr Limit rounded{Limit::Ulp, 0.5};          // correctly rounded
inline constexpr Limit expRelaxed{Limit::ExpRelaxed, 3};  // 3 + floor(|2 x|) ulp
inline constexpr Limit logRelaxed{Limit::LogRelaxed, 3};  // 2^-21 absolute in [0.5, 2], else 3 ulp
constexpr Limit ulp(double value) { return {Limit::Ulp, value}; }
constexpr Limit ulpPerWidth(double value, double slope) { return {Limit::Ulp, value, slope}; }
constexpr Limit absolute(double value) { return {Limit::Absolute, value}; }
constexpr Limit absolutePerWidth(double value, double slope) {
  return {Limit::Absolute, value, slope};
}

inline constexpr std::uint16_t kNoOpcode = 0xffff;

struct Function {
  std::uint16_t opcode;  // of OpenCL.std, or kNoOpcode
  std::string_view name;
  std::string_view family;  // the source file of the library, empty if the compiler expands it
  Shape shape;
  Size size;
  Arguments arguments;
  Variants variants;
  Limit f32, f32Relaxed, f64, f16;
};

inline constexpr auto kFunctions = std::to_array<Function>({
#define BUILTIN_MATH(opcode, name, family, size, arguments, slowPath, variants, ...)             \
  {opcode,     #name, #family, Shape::Map, Size::size, Arguments::arguments, Variants::variants, \
   __VA_ARGS__},
#define BUILTIN_F32(opcode, name, family, size, arguments, slowPath, variants, f32, relaxed) \
  BUILTIN_MATH(opcode, name, family, size, arguments, slowPath, variants, f32, relaxed, none, none)
#define BUILTIN_INTEGER(opcode, name)                                          \
  {opcode,         #name, "integer", Shape::Map, Size::Small, Arguments::None, \
   Variants::None, none,  none,      none,       none},
#define BUILTIN_WHOLE(opcode, name, family, ...) \
  {opcode, #name, #family, Shape::Whole, Size::Small, Arguments::None, Variants::None, __VA_ARGS__},
#define BUILTIN_INLINE(opcode, name)                                         \
  {opcode,         #name, "",   Shape::Inline, Size::Small, Arguments::None, \
   Variants::None, none,  none, none,          none},
#include "builtins/functions.def"
});

// Null if there is no function or instruction of that name, which is without lw_ and suffixes.
constexpr const Function* findFunction(std::string_view name) {
  const auto* const found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : found;
}

// The function that serves an f32 instruction where unsafe math is allowed: it meets the limit
// f32Relaxed of the instruction.
struct Relaxed {
  std::string_view name, function;
};
inline constexpr auto kRelaxed = std::to_array<Relaxed>({
#define BUILTIN_RELAXED(name, function) {#name, #function},
#include "builtins/functions.def"
});

// The limits of instructions of the SPIR-V core.
struct CoreInstruction {
  std::string_view name;
  Limit f32, f64, f16;
};
inline constexpr auto kCore = std::to_array<CoreInstruction>({
#define BUILTIN_CORE(name, f32, f64, f16) {#name, f32, f64, f16},
#include "builtins/functions.def"
});

inline constexpr int kVariantLanes[] = {2, 4, 8, 16};

// Whether there are variants for that many components of `bits` bits where vector registers have
// vectorBits (microarchitectures.def). A variant's vectors fit a register, and so do integers of 32
// bits beside them. They fill at least 128 bits. With registers of 128 bits, the half of one will
// do if the integers fill it: that ABI passes both sizes as they are.
constexpr bool isVariant(int bits, int lanes, int vectorBits) {
  if (lanes * std::max(bits, 32) > vectorBits) return false;
  return vectorBits == 128 ? lanes * std::max(bits, 32) == 128 : lanes >= 4 && lanes * bits >= 128;
}

// The number of lanes of the variant that serves a vector of `count` components; `bits` is the size
// of a component (16: f16): the fewest that hold it, or, where none does, the most there are; the
// variant is then called for one part after another. 0: there are no variants.
constexpr int variantLanes(int bits, int count, int vectorBits) {
  int most = 0;
  for (int lanes : kVariantLanes) {
    if (!isVariant(bits, lanes, vectorBits)) continue;
    most = lanes;
    if (lanes >= count) break;
  }
  return most;
}

// The function whose vector variants apply lw_<name>_... to each of `count` components; `bits` is
// the size of the first argument's. Empty if there is none, or scalar calls are faster.
constexpr std::string_view variantFunction(std::string_view name, int bits, int count) {
  const Function* function = findFunction(name);
  if (!function || function->variants == Variants::None ||
      (bits != 32 && function->f64.kind == Limit::None) ||
      (function->variants == Variants::FromFour && count < 4))
    return {};
  return function->variants == Variants::OfFull ? name.substr(std::string_view("half_").size())
                                                : name;
}

// Whether a symbol names a vector variant: lw_sin_f32x16.
constexpr bool isVectorVariant(std::string_view symbol) {
  if (!symbol.starts_with(kLibraryPrefix)) return false;
  symbol.remove_prefix(kLibraryPrefix.size());
  for (const Function& function : kFunctions) {
    if ((function.variants != Variants::Always && function.variants != Variants::FromFour) ||
        !symbol.starts_with(function.name))
      continue;
    const std::string_view suffix = symbol.substr(function.name.size());
    if (suffix.size() > 5 && suffix[0] == '_' && (suffix[1] == 'f' || suffix[1] == 'i') &&
        suffix[4] == 'x')
      return true;
  }
  return false;
}

}  // namespace lanewise::builtins
