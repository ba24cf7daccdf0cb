// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions and addresses of random kernels. random_assignments.h has the statements.
#pragma once

#include "compiler/contract/kernel_calls.h"
#include "tests/reference/random_code.h"
#include "tests/reference/random_lane_kernel.h"

#include <string>
#include <vector>

namespace lanewise::fuzz {

class RandomValues : protected RandomCode {
 protected:
  using Type = llvm::Type;

  RandomValues(uint64_t seed, llvm::Module& module)
      : RandomCode(seed, module), hasLargeOffsets_(hasLargeOffsets(seed)) {}

  // Types.
  static bool isFloat(const Type* type) { return type->isFPOrFPVectorTy(); }
  static unsigned countOf(const Type* type);
  static Type* withElement(Type* element, const Type* like);
  Type* integerOf(const Type* type);   // of as many bits
  unsigned bytesOf(Type* type) const;  // of an element of an array
  void chooseTypes();

  // Values. A value of a type is made of variables, ids, memory and constants.
  Value* value(Type* type) { return value(type, chance(75) ? 1 : 2); }
  Value* value(Type* type, unsigned depth);
  Value* promoted();
  Value* condition();
  Value* uniformValue(Type* type);
  Value* uniformCondition();
  Value* constant(Type* type);
  Value* cast(Value* value, Type* type);
  /// The bits of a floating-point value; all NaNs are one.
  Value* bitsOf(Value* value);
  /// What may be stored to memory that is compared: all NaNs are one.
  Value* comparable(Value* value);
  Value* call(KernelCall kind, unsigned dim = 0) { return emitKernelCall(builder_, kind, dim); }

  // Memory.
  /// A value of read-only memory.
  Value* loadInput(Type* type);
  /// An element of the work-item in a region; its type is the region's.
  Value* ownElement(unsigned region);
  /// A value of an array's element, and the address of one.
  struct PrivateArray {
    llvm::AllocaInst* variable;
    Type* element;
    unsigned count;
  };
  Value* arrayElement(const PrivateArray& array);
  Value* globalLinearId();

  struct Region {
    Type* element;
    unsigned mapping, perItem;
  };

  const bool hasLargeOffsets_;
  std::vector<Type*> scalarTypes_, vectorTypes_;
  std::vector<llvm::AllocaInst*> variables_, uniform_, flags_;
  std::vector<PrivateArray> arrays_;
  llvm::AllocaInst* records_ = nullptr;  // an array of structures
  std::vector<Region> regions_;
  bool usesLibrary_ = false;
  /// Values that are still to be made; without them, values are variables.
  int budget_ = 0;

 private:
  Value* leaf(Type* type);
  Value* variableOf(Type* type);
  Value* idOf(Type* type);
  Value* recordMember(Type* type);
  Value* integerOperation(Type* type, unsigned depth);
  Value* compareSomehow(Value* a, Value* b);
  Value* choose(Value* test, Value* yes, Value* no);
  Value* chooseInLoop(Value* number, Value* bound);
  Value* limited(Value* number);
  Value* floatOperation(Type* type, unsigned depth);
  Value* vectorOperation(Type* type, unsigned depth);
  Value* integerIntrinsic(Type* type, unsigned depth);
  Value* libraryCall(Type* type, unsigned depth);
  Value* withOverflow(Type* type, unsigned depth);
  Value* reduction(Type* type);
  Value* compare(Value* a, Value* b);
  Value* idCondition();
  Value* idNumber(Type* type, Value*& border);
  Value* smallId(KernelCall kind, unsigned dim);
  Value* id32(unsigned dim);
  Value* index(uint64_t count, bool& isGuarded);
  Value* strideIndex(uint64_t count);
  Value* tileIndex(uint64_t count);
  Value* exchangeIndex(uint64_t count);
  llvm::Value* matrixIndex(uint64_t count);
  Value* wrappingIndex(uint64_t count, bool& isGuarded);
  Value* addressOf(Type* element, Value* base, Value* index, bool isGuarded);
};

}  // namespace lanewise::fuzz
