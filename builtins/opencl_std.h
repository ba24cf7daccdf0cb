// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// opencl_std.def as constants: what every OpenCL.std instruction becomes and how exact it must be.
// Header only; the compiler (shape, size, state) and the tests (limits) read it.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace lanewise::builtins {

// How the instruction meets the library. Map: element by element, only the scalar function exists.
// Whole: the function takes the vector types of the instruction. Inline: the compiler expands it.
enum class Shape : std::uint8_t { Map, Whole, Inline };

// Small functions are inlined into the kernel. Large ones stay calls that the support archive
// answers; of LargeF64 rows only the f64 function is large. Large functions are `noinline` in the
// bitcode.
enum class Size : std::uint8_t { Small, LargeF64, Large };

// Whether the library has the functions of the row, in every type that the instruction takes.
enum class State : std::uint8_t { Here, Missing };

// The specification's limit of the error for one type: `value + perWidth * (vector width)`.
struct Limit {
  enum Kind : std::uint8_t { None, Unbounded, Ulp, Absolute, ExpRelaxed, LogRelaxed } kind = None;
  double value = 0, perWidth = 0;
};
inline constexpr Limit none{};                              // no such type
inline constexpr Limit unbounded{Limit::Unbounded};         // implementation-defined
inline constexpr Limit exact{Limit::Ulp, 0};                // no rounding is involved
inline constexpr Limit rounded{Limit::Ulp, 0.5};            // correctly rounded
inline constexpr Limit expRelaxed{Limit::ExpRelaxed, 3};    // 3 + floor(|2 x|) ulp
inline constexpr Limit logRelaxed{Limit::LogRelaxed, 3};    // 2^-21 absolute in [0.5, 2], else 3 ulp
constexpr Limit ulp(double value) { return {Limit::Ulp, value}; }
constexpr Limit ulpPerWidth(double value, double slope) { return {Limit::Ulp, value, slope}; }
constexpr Limit absolute(double value) { return {Limit::Absolute, value}; }
constexpr Limit absolutePerWidth(double value, double slope) {
  return {Limit::Absolute, value, slope};
}

struct Instruction {
  std::uint16_t opcode;
  std::string_view name;
  Shape shape;
  Size size;
  std::string_view family;  // the source file of the library
  Limit f32, f32Relaxed, f64, f16;
  State state;
};

inline constexpr auto kOpenclStd = std::to_array<Instruction>({
#define OPENCL_STD(opcode, name, shape, size, family, f32, relaxed, f64, f16, state)          \
  {opcode, #name, Shape::shape, Size::size, #family, f32, relaxed, f64, f16, State::state},
#include "builtins/opencl_std.def"
#undef OPENCL_STD
});

// Which function serves an f32 instruction where unsafe math is allowed: it keeps to f32Relaxed.
struct Relaxed {
  std::string_view name, function;
};
inline constexpr auto kRelaxed = std::to_array<Relaxed>({
#define OPENCL_STD(...)
#define OPENCL_STD_RELAXED(name, function) {#name, #function},
#include "builtins/opencl_std.def"
#undef OPENCL_STD
});

// The limits of instructions of the core, which have no row.
struct CoreInstruction {
  std::string_view name;
  Limit f32, f64, f16;
};
inline constexpr auto kCore = std::to_array<CoreInstruction>({
#define OPENCL_STD(...)
#define OPENCL_CORE(name, f32, f64, f16) {#name, f32, f64, f16},
#include "builtins/opencl_std.def"
#undef OPENCL_STD
});

}  // namespace lanewise::builtins
