// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private variables in memory (compiler/contract/interleaved.h): element n of all lanes is one
// vector.
#pragma once

#include <cstdint>

namespace llvm {
class AllocaInst;
class GetElementPtrInst;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

class Widening;

void widenInterleavedVariable(Widening& widening, llvm::AllocaInst& variable);
void widenInterleavedAddress(Widening& widening, llvm::GetElementPtrInst& address);

/// The element of every lane at `offsetBytes` behind `address`, which comes from an interleaved
/// variable.
llvm::Value* loadInterleaved(Widening& widening, llvm::Value* address, uint64_t offsetBytes,
                             llvm::Type* type);
void storeInterleaved(Widening& widening, llvm::Value* address, uint64_t offsetBytes,
                      llvm::Value* value);

}  // namespace lanewise
