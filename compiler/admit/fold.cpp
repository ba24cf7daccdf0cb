// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element at a time: integers in 64 bits, truncated to their width, floats in double. Every
// float type of a module is exact in double, and an operation rounded to double and then to a
// narrower type has the result of the operation in the narrower type. A 64-bit integer is not exact
// in double: it is rounded once, to the requested type.
#include "compiler/admit/fold.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanewise::admit {
namespace {

uint64_t cut(uint64_t value, uint32_t width) {
  return width < 64 ? value & ((uint64_t(1) << width) - 1) : value;
}

int64_t extended(uint64_t value, uint32_t width) {
  const uint32_t unused = 64 - width;
  return int64_t(value << unused) >> unused;
}

double halfValue(uint64_t bits) {
  const int exponent = int(bits >> 10 & 31);
  const double mantissa = double(bits & 1023);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

uint64_t halfBits(double value) {
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return sign | 0x7e00;
  if (magnitude == 0) return sign;
  if (magnitude >= 65520) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // The last place: 2^-24 for subnormal numbers, 2^(exponent - 11) above. Rounds to nearest even.
  const int place = std::max(exponent - 11, -24);
  const auto units = uint64_t(std::nearbyint(std::ldexp(magnitude, -place)));
  if (place == -24) return sign | units;
  return sign + (uint64_t(place + 24) << 10) + units;
}

double floatValue(uint64_t bits, uint32_t width) {
  if (width == 16) return halfValue(bits);
  if (width == 32) return std::bit_cast<float>(uint32_t(bits));
  return std::bit_cast<double>(bits);
}

uint64_t floatBits(double value, uint32_t width) {
  if (width == 16) return halfBits(value);
  if (width == 32) return std::bit_cast<uint32_t>(float(value));
  return std::bit_cast<uint64_t>(value);
}

/// Half passes through double: values that are not exact there are infinities.
template <class Integer>
uint64_t floatBitsOf(Integer value, uint32_t width) {
  if (width == 32) return std::bit_cast<uint32_t>(float(value));
  return floatBits(double(value), width);
}

/// Saturates, so that no conversion is undefined in C++.
uint64_t toInteger(double value, bool isSigned) {
  if (std::isnan(value)) return 0;
  if (isSigned) {
    if (value >= 0x1p63) return uint64_t(INT64_MAX);
    if (value < -0x1p63) return uint64_t(INT64_MIN);
    return uint64_t(int64_t(value));
  }
  if (value >= 0x1p64) return UINT64_MAX;
  return value <= -1 ? 0 : uint64_t(value);
}

std::optional<uint64_t> divide(spv::Op opcode, uint64_t a, uint64_t b, uint32_t width) {
  const int64_t x = extended(a, width), y = extended(b, width);
  const bool overflows = y == -1;  // the quotient is -x, the remainder 0, for every x
  if (b == 0) return 0;
  switch (opcode) {
    case spv::Op::OpUDiv: return a / b;
    case spv::Op::OpUMod: return a % b;
    case spv::Op::OpSDiv: return overflows ? 0 - a : uint64_t(x / y);
    case spv::Op::OpSRem: return overflows ? 0 : uint64_t(x % y);
    case spv::Op::OpSMod: {
      const int64_t rest = overflows ? 0 : x % y;
      return uint64_t(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest);
    }
    default: return std::nullopt;
  }
}

std::optional<uint64_t> foldInteger(spv::Op opcode, uint64_t a, uint64_t b, uint32_t width,
                                    uint32_t resultWidth) {
  const int64_t x = extended(a, width), y = extended(b, width);
  switch (opcode) {
    case spv::Op::OpUConvert: return a;
    case spv::Op::OpSConvert: return uint64_t(x);
    case spv::Op::OpSNegate: return 0 - a;
    case spv::Op::OpNot: return ~a;
    case spv::Op::OpIAdd: return a + b;
    case spv::Op::OpISub: return a - b;
    case spv::Op::OpIMul: return a * b;
    case spv::Op::OpShiftLeftLogical: return b < width ? a << b : 0;
    case spv::Op::OpShiftRightLogical: return b < width ? a >> b : 0;
    case spv::Op::OpShiftRightArithmetic: return b < width ? uint64_t(x >> b) : 0;
    case spv::Op::OpBitwiseOr: return a | b;
    case spv::Op::OpBitwiseXor: return a ^ b;
    case spv::Op::OpBitwiseAnd: return a & b;
    case spv::Op::OpIEqual: return a == b;
    case spv::Op::OpINotEqual: return a != b;
    case spv::Op::OpUGreaterThan: return a > b;
    case spv::Op::OpSGreaterThan: return x > y;
    case spv::Op::OpUGreaterThanEqual: return a >= b;
    case spv::Op::OpSGreaterThanEqual: return x >= y;
    case spv::Op::OpULessThan: return a < b;
    case spv::Op::OpSLessThan: return x < y;
    case spv::Op::OpULessThanEqual: return a <= b;
    case spv::Op::OpSLessThanEqual: return x <= y;
    case spv::Op::OpConvertSToF: return floatBitsOf(x, resultWidth);
    case spv::Op::OpConvertUToF: return floatBitsOf(a, resultWidth);
    default: return divide(opcode, a, b, width);
  }
}

std::optional<uint64_t> foldBool(spv::Op opcode, uint64_t a, uint64_t b) {
  switch (opcode) {
    case spv::Op::OpLogicalEqual: return a == b;
    case spv::Op::OpLogicalNotEqual: return a != b;
    case spv::Op::OpLogicalOr: return a | b;
    case spv::Op::OpLogicalAnd: return a & b;
    case spv::Op::OpLogicalNot: return !a;
    default: return std::nullopt;
  }
}

std::optional<uint64_t> foldFloat(spv::Op opcode, uint64_t a, uint64_t b, uint32_t width,
                                  uint32_t resultWidth) {
  const double x = floatValue(a, width), y = floatValue(b, width);
  switch (opcode) {
    case spv::Op::OpFConvert: return floatBits(x, resultWidth);
    case spv::Op::OpConvertFToS: return toInteger(x, true);
    case spv::Op::OpConvertFToU: return toInteger(x, false);
    case spv::Op::OpFNegate: return a ^ uint64_t(1) << (width - 1);
    case spv::Op::OpFAdd: return floatBits(x + y, width);
    case spv::Op::OpFSub: return floatBits(x - y, width);
    case spv::Op::OpFMul: return floatBits(x * y, width);
    case spv::Op::OpFDiv: return floatBits(x / y, width);
    case spv::Op::OpFRem: return floatBits(std::fmod(x, y), width);
    case spv::Op::OpFMod: {
      const double rest = std::fmod(x, y);
      return floatBits(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest, width);
    }
    default: return std::nullopt;
  }
}

std::optional<uint64_t> foldOne(spv::Op opcode, NumberType type, uint64_t a, uint64_t b,
                                NumberType result) {
  switch (type.kind) {
    case NumberType::Kind::Bool: return foldBool(opcode, a, b);
    case NumberType::Kind::Int: return foldInteger(opcode, a, b, type.width, result.width);
    case NumberType::Kind::Float: return foldFloat(opcode, a, b, type.width, result.width);
  }
  return std::nullopt;
}

std::optional<Number> select(NumberType result, std::span<const Number> operands) {
  if (operands.size() != 3) return std::nullopt;
  const auto& condition = operands[0].elements;
  const auto &yes = operands[1].elements, &no = operands[2].elements;
  if (condition.empty() || yes.size() != no.size()) return std::nullopt;
  if (condition.size() != 1 && condition.size() != yes.size()) return std::nullopt;
  Number number{result, {}};
  for (size_t n = 0; n < yes.size(); ++n)
    number.elements.push_back(condition[condition.size() == 1 ? 0 : n] ? yes[n] : no[n]);
  return number;
}

}  // namespace

std::optional<Number> foldElements(spv::Op opcode, NumberType result,
                                   std::span<const Number> operands) {
  if (opcode == spv::Op::OpSelect) return select(result, operands);
  if (operands.empty() || operands.size() > 2) return std::nullopt;
  const Number& first = operands[0];
  const Number& second = operands.back();
  if (first.elements.size() != second.elements.size()) return std::nullopt;
  Number number{result, {}};
  for (size_t n = 0; n < first.elements.size(); ++n) {
    auto element = foldOne(opcode, first.type, first.elements[n], second.elements[n], result);
    if (!element) return std::nullopt;
    number.elements.push_back(result.kind == NumberType::Kind::Bool ? *element & 1
                                                                    : cut(*element, result.width));
  }
  return number;
}

}  // namespace lanewise::admit
