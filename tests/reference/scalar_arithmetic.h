// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's instructions and intrinsics on single numbers, for the interpreter. A number is the bits
// of an integer or of a floating-point number, in the low bits of 64.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <cstdint>
#include <optional>
#include <span>

namespace lanewise::fuzz {

enum class NumberKind : uint8_t { Integer, Half, Float, Double };

struct NumberType {
  NumberKind kind = NumberKind::Integer;
  unsigned bits = 0;
};

/// Pointers are integers of 64 bits.
NumberType numberTypeOf(const llvm::Type& type);

/// The functions return nothing where the result is undefined or the operation is unknown.
std::optional<uint64_t> binaryOperation(unsigned opcode, NumberType type, uint64_t a, uint64_t b);
std::optional<uint64_t> castOperation(unsigned opcode, NumberType from, NumberType to, uint64_t a);
bool compare(llvm::CmpInst::Predicate predicate, NumberType type, uint64_t a, uint64_t b);
std::optional<uint64_t> intrinsicResult(llvm::Intrinsic::ID intrinsic, NumberType type,
                                        std::span<const uint64_t> operands);
/// The second result of an operation with overflow.
bool overflows(llvm::Intrinsic::ID intrinsic, NumberType type, uint64_t a, uint64_t b);
uint64_t atomicResult(llvm::AtomicRMWInst::BinOp operation, NumberType type, uint64_t old,
                      uint64_t operand);

uint64_t negated(NumberType type, uint64_t a);

}  // namespace lanewise::fuzz
