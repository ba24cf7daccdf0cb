// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in the form that the interpreter executes: every value has slots of a frame, a slot for
// each leaf. Constants are in the initial frame.
#pragma once

#include "compiler/contract/kernel_calls.h"
#include "tests/reference/scalar_arithmetic.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise::fuzz {

/// A scalar in a value of any type.
struct Scalar {
  NumberType type;
  uint64_t offsetBytes;
  unsigned bit = 0;  // of that byte: a vector of i1 has eight elements in a byte
};

/// The scalars of a value in order; vectors in structures included.
llvm::SmallVector<Scalar, 4> scalarsOf(llvm::Type* type, const llvm::DataLayout& layout);

struct Operand {
  uint32_t slot = 0, count = 0;  // leaves
  NumberType type;               // of the first leaf
};

/// A step of an address: `stride` bytes for each one of an index, whose leaf is the address's in a
/// vector of addresses.
struct AddressStep {
  Operand index;
  int64_t stride;
};

struct DecodedInstruction {
  const llvm::Instruction* source = nullptr;
  unsigned opcode = 0;
  Operand result;
  llvm::SmallVector<Operand, 3> operands;
  llvm::SmallVector<Scalar, 4> memory;      // of a load or store
  llvm::SmallVector<AddressStep, 2> steps;  // of getelementptr
  uint64_t alignBytes = 1;                  // of the address that is accessed
  int64_t offsetBytes = 0;                  // of getelementptr; of an alloca in private memory
  std::optional<KernelCall> call;
  llvm::SmallVector<uint32_t, 2> targets;  // of a terminator
};

struct PhiCopy {
  uint32_t to, from, count;
};

struct DecodedBlock {
  std::vector<DecodedInstruction> instructions;         // without phis
  llvm::DenseMap<uint32_t, std::vector<PhiCopy>> phis;  // by the block that control comes from
};

struct DecodedKernel {
  explicit DecodedKernel(const llvm::Function& kernel);

  std::vector<DecodedBlock> blocks;
  std::vector<uint64_t> frame;  // initial
  std::vector<Operand> parameters;
  uint64_t privateBytes = 0;
  /// Constants that are addresses in local memory.
  struct LocalAddress {
    const llvm::GlobalVariable* variable;
    uint32_t slot;
    int64_t offsetBytes;
  };
  std::vector<LocalAddress> locals;
  /// A value of the kernel is larger than a slot.
  bool hasLargeNumbers = false;

 private:
  Operand slotsOf(const llvm::Value& value);
  void writeConstant(const llvm::Constant& constant, uint32_t slot);
  DecodedInstruction decode(const llvm::Instruction& instruction);
  void decodeAddress(const llvm::Instruction& instruction, DecodedInstruction& decoded);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, Operand> slots_;
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> numbers_;
};

}  // namespace lanewise::fuzz
