// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each kind of instruction. Floating-point numbers are computed with the host's
// float and double.
#include "tests/reference/scalar_arithmetic.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace lanewise::fuzz {
namespace {

using llvm::Instruction;
using llvm::Intrinsic::ID;

uint64_t masked(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}
int64_t asSigned(uint64_t value, unsigned bits) {
  return bits >= 64 ? static_cast<int64_t>(value) : llvm::SignExtend64(masked(value, bits), bits);
}

_Float16 halfOf(uint64_t bits) { return std::bit_cast<_Float16>(static_cast<uint16_t>(bits)); }
float floatOf(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double doubleOf(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t bitsOf(_Float16 value) { return std::bit_cast<uint16_t>(value); }
uint64_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }

// Exact.
double asDouble(NumberType type, uint64_t bits) {
  switch (type.kind) {
    case NumberKind::Half: return static_cast<double>(halfOf(bits));
    case NumberKind::Float: return static_cast<double>(floatOf(bits));
    default: return doubleOf(bits);
  }
}

// Rounds once.
uint64_t fromDouble(NumberType type, double value) {
  switch (type.kind) {
    case NumberKind::Half: return bitsOf(static_cast<_Float16>(value));
    case NumberKind::Float: return bitsOf(static_cast<float>(value));
    default: return bitsOf(value);
  }
}

// A double has more than twice the bits of a float and of a half, so that rounding its result again
// is the same as rounding once (Figueroa 1995), for the four operations and the square root.
std::optional<uint64_t> floatOperation(unsigned opcode, NumberType type, uint64_t a, uint64_t b) {
  const double x = asDouble(type, a), y = asDouble(type, b);
  switch (opcode) {
    case Instruction::FAdd: return fromDouble(type, x + y);
    case Instruction::FSub: return fromDouble(type, x - y);
    case Instruction::FMul: return fromDouble(type, x * y);
    case Instruction::FDiv: return fromDouble(type, x / y);
    default: return std::nullopt;
  }
}

bool fitsSigned(__int128 value, unsigned bits) {
  const __int128 limit = static_cast<__int128>(1) << (bits - 1);
  return value >= -limit && value < limit;
}
bool fitsUnsigned(__int128 value, unsigned bits) {
  return value >= 0 && value < (static_cast<__int128>(1) << bits);
}

uint64_t clampSigned(__int128 value, unsigned bits) {
  const __int128 limit = static_cast<__int128>(1) << (bits - 1);
  return masked(static_cast<uint64_t>(std::clamp<__int128>(value, -limit, limit - 1)), bits);
}
uint64_t clampUnsigned(__int128 value, unsigned bits) {
  const __int128 limit = static_cast<__int128>(1) << bits;
  return static_cast<uint64_t>(std::clamp<__int128>(value, 0, limit - 1));
}

uint64_t reversedBits(uint64_t value, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}
uint64_t reversedBytes(uint64_t value, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; i += 8) result |= (value >> i & 255) << (bits - 8 - i);
  return result;
}

std::optional<uint64_t> integerIntrinsic(ID intrinsic, unsigned bits,
                                         std::span<const uint64_t> operands) {
  const uint64_t a = operands[0], b = operands.size() > 1 ? operands[1] : 0;
  const __int128 sa = asSigned(a, bits), sb = asSigned(b, bits), ua = a, ub = b;
  switch (intrinsic) {
    case llvm::Intrinsic::smin: return sa < sb ? a : b;
    case llvm::Intrinsic::smax: return sa > sb ? a : b;
    case llvm::Intrinsic::umin: return std::min(a, b);
    case llvm::Intrinsic::umax: return std::max(a, b);
    case llvm::Intrinsic::abs: return masked(static_cast<uint64_t>(sa < 0 ? -sa : sa), bits);
    case llvm::Intrinsic::ctpop: return std::popcount(a);
    case llvm::Intrinsic::ctlz: return a == 0 ? bits : std::countl_zero(a) - (64 - bits);
    case llvm::Intrinsic::cttz: return a == 0 ? bits : std::countr_zero(a);
    case llvm::Intrinsic::bitreverse: return reversedBits(a, bits);
    case llvm::Intrinsic::bswap: return reversedBytes(a, bits);
    case llvm::Intrinsic::sadd_sat: return clampSigned(sa + sb, bits);
    case llvm::Intrinsic::uadd_sat: return clampUnsigned(ua + ub, bits);
    case llvm::Intrinsic::ssub_sat: return clampSigned(sa - sb, bits);
    case llvm::Intrinsic::usub_sat: return clampUnsigned(ua - ub, bits);
    case llvm::Intrinsic::sadd_with_overflow:
    case llvm::Intrinsic::uadd_with_overflow: return masked(a + b, bits);
    case llvm::Intrinsic::ssub_with_overflow:
    case llvm::Intrinsic::usub_with_overflow: return masked(a - b, bits);
    case llvm::Intrinsic::smul_with_overflow:
    case llvm::Intrinsic::umul_with_overflow: return masked(a * b, bits);
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr: {
      const auto shift = static_cast<unsigned>(operands[2] % bits);
      const auto both = static_cast<unsigned __int128>(a) << bits | b;
      const unsigned right = intrinsic == llvm::Intrinsic::fshl ? bits - shift : shift;
      return masked(static_cast<uint64_t>(both >> right), bits);
    }
    default: return std::nullopt;
  }
}

std::optional<uint64_t> floatIntrinsic(ID intrinsic, NumberType type,
                                       std::span<const uint64_t> operands) {
  const double x = asDouble(type, operands[0]);
  const double y = operands.size() > 1 ? asDouble(type, operands[1]) : 0;
  const uint64_t sign = uint64_t{1} << (type.bits - 1);
  switch (intrinsic) {
    case llvm::Intrinsic::fabs: return operands[0] & ~sign;
    case llvm::Intrinsic::copysign: return (operands[0] & ~sign) | (operands[1] & sign);
    case llvm::Intrinsic::floor: return fromDouble(type, std::floor(x));
    case llvm::Intrinsic::ceil: return fromDouble(type, std::ceil(x));
    case llvm::Intrinsic::trunc: return fromDouble(type, std::trunc(x));
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint: return fromDouble(type, std::nearbyint(x));
    case llvm::Intrinsic::sqrt: return fromDouble(type, std::sqrt(x));
    case llvm::Intrinsic::minnum: return fromDouble(type, std::fmin(x, y));
    case llvm::Intrinsic::maxnum: return fromDouble(type, std::fmax(x, y));
    case llvm::Intrinsic::ldexp: {
      const auto exponent = static_cast<int>(static_cast<uint32_t>(operands[1]));
      return type.kind == NumberKind::Float ? bitsOf(std::ldexp(floatOf(operands[0]), exponent))
                                            : fromDouble(type, std::ldexp(x, exponent));
    }
    case llvm::Intrinsic::fma:
      if (type.kind == NumberKind::Float)
        return bitsOf(std::fma(floatOf(operands[0]), floatOf(operands[1]), floatOf(operands[2])));
      if (type.kind == NumberKind::Double) return bitsOf(std::fma(x, y, doubleOf(operands[2])));
      return std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace

NumberType numberTypeOf(const llvm::Type& type) {
  if (type.isHalfTy()) return {NumberKind::Half, 16};
  if (type.isFloatTy()) return {NumberKind::Float, 32};
  if (type.isDoubleTy()) return {NumberKind::Double, 64};
  if (type.isPointerTy()) return {NumberKind::Integer, 64};
  return {NumberKind::Integer, type.getIntegerBitWidth()};
}

std::optional<uint64_t> binaryOperation(unsigned opcode, NumberType type, uint64_t a, uint64_t b) {
  if (type.kind != NumberKind::Integer) return floatOperation(opcode, type, a, b);
  const unsigned bits = type.bits;
  const int64_t sa = asSigned(a, bits), sb = asSigned(b, bits);
  const bool divides = opcode == Instruction::UDiv || opcode == Instruction::URem ||
                       opcode == Instruction::SDiv || opcode == Instruction::SRem;
  if (divides && b == 0) return std::nullopt;
  if ((opcode == Instruction::SDiv || opcode == Instruction::SRem) && sb == -1 &&
      !fitsSigned(-static_cast<__int128>(sa), bits))
    return std::nullopt;
  const bool shifts =
      opcode == Instruction::Shl || opcode == Instruction::LShr || opcode == Instruction::AShr;
  if (shifts && b >= bits) return std::nullopt;
  switch (opcode) {
    case Instruction::Add: return masked(a + b, bits);
    case Instruction::Sub: return masked(a - b, bits);
    case Instruction::Mul: return masked(a * b, bits);
    case Instruction::UDiv: return a / b;
    case Instruction::URem: return a % b;
    case Instruction::SDiv: return masked(static_cast<uint64_t>(sa / sb), bits);
    case Instruction::SRem: return masked(static_cast<uint64_t>(sa % sb), bits);
    case Instruction::And: return a & b;
    case Instruction::Or: return a | b;
    case Instruction::Xor: return a ^ b;
    case Instruction::Shl: return masked(a << b, bits);
    case Instruction::LShr: return a >> b;
    case Instruction::AShr: return masked(static_cast<uint64_t>(sa >> b), bits);
    default: return std::nullopt;
  }
}

std::optional<uint64_t> castOperation(unsigned opcode, NumberType from, NumberType to, uint64_t a) {
  switch (opcode) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast: return masked(a, to.bits);
    case Instruction::SExt: return masked(static_cast<uint64_t>(asSigned(a, from.bits)), to.bits);
    case Instruction::FPTrunc:
    case Instruction::FPExt: return fromDouble(to, asDouble(from, a));
    // Numbers that a double cannot hold are above the largest half.
    case Instruction::SIToFP: {
      const int64_t value = asSigned(a, from.bits);
      return to.kind == NumberKind::Float ? bitsOf(static_cast<float>(value))
                                          : fromDouble(to, static_cast<double>(value));
    }
    case Instruction::UIToFP:
      return to.kind == NumberKind::Float ? bitsOf(static_cast<float>(a))
                                          : fromDouble(to, static_cast<double>(a));
    case Instruction::FPToSI:
    case Instruction::FPToUI: {
      const double value = std::trunc(asDouble(from, a));
      const bool isSigned = opcode == Instruction::FPToSI;
      const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? to.bits - 1 : to.bits));
      if (!(value >= (isSigned ? -limit : 0) && value < limit)) return std::nullopt;
      return masked(isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value))
                             : static_cast<uint64_t>(value),
                    to.bits);
    }
    default: return std::nullopt;
  }
}

bool compare(llvm::CmpInst::Predicate predicate, NumberType type, uint64_t a, uint64_t b) {
  if (llvm::CmpInst::isFPPredicate(predicate)) {
    const double x = asDouble(type, a), y = asDouble(type, b);
    // The bits of a predicate: equal, greater, less, unordered.
    const unsigned result = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
    return (static_cast<unsigned>(predicate) & result) != 0;
  }
  const int64_t sa = asSigned(a, type.bits), sb = asSigned(b, type.bits);
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return a == b;
    case llvm::CmpInst::ICMP_NE: return a != b;
    case llvm::CmpInst::ICMP_UGT: return a > b;
    case llvm::CmpInst::ICMP_UGE: return a >= b;
    case llvm::CmpInst::ICMP_ULT: return a < b;
    case llvm::CmpInst::ICMP_ULE: return a <= b;
    case llvm::CmpInst::ICMP_SGT: return sa > sb;
    case llvm::CmpInst::ICMP_SGE: return sa >= sb;
    case llvm::CmpInst::ICMP_SLT: return sa < sb;
    default: return sa <= sb;
  }
}

std::optional<uint64_t> intrinsicResult(ID intrinsic, NumberType type,
                                        std::span<const uint64_t> operands) {
  return type.kind == NumberKind::Integer ? integerIntrinsic(intrinsic, type.bits, operands)
                                          : floatIntrinsic(intrinsic, type, operands);
}

bool overflows(ID intrinsic, NumberType type, uint64_t a, uint64_t b) {
  const unsigned bits = type.bits;
  const __int128 sa = asSigned(a, bits), sb = asSigned(b, bits), ua = a, ub = b;
  switch (intrinsic) {
    case llvm::Intrinsic::sadd_with_overflow: return !fitsSigned(sa + sb, bits);
    case llvm::Intrinsic::ssub_with_overflow: return !fitsSigned(sa - sb, bits);
    case llvm::Intrinsic::smul_with_overflow: return !fitsSigned(sa * sb, bits);
    case llvm::Intrinsic::uadd_with_overflow: return !fitsUnsigned(ua + ub, bits);
    case llvm::Intrinsic::usub_with_overflow: return ua < ub;
    default: return static_cast<unsigned __int128>(a) * b >> bits != 0;
  }
}

uint64_t atomicResult(llvm::AtomicRMWInst::BinOp operation, NumberType type, uint64_t old,
                      uint64_t operand) {
  using Atomic = llvm::AtomicRMWInst;
  const int64_t a = asSigned(old, type.bits), b = asSigned(operand, type.bits);
  switch (operation) {
    case Atomic::Xchg: return operand;
    case Atomic::Add: return masked(old + operand, type.bits);
    case Atomic::Sub: return masked(old - operand, type.bits);
    case Atomic::And: return old & operand;
    case Atomic::Or: return old | operand;
    case Atomic::Xor: return old ^ operand;
    case Atomic::Max: return a > b ? old : operand;
    case Atomic::Min: return a < b ? old : operand;
    case Atomic::UMax: return std::max(old, operand);
    case Atomic::UMin: return std::min(old, operand);
    case Atomic::FAdd: return *floatOperation(Instruction::FAdd, type, old, operand);
    default: return old;
  }
}

uint64_t negated(NumberType type, uint64_t a) {
  return a ^ uint64_t { 1 } << (type.bits - 1);
}

}  // namespace lanewise::fuzz
