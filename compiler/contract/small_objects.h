// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mark of loads and stores, also masked ones, inside of an object to which an argument of the
// kernel points, in code that runs only if these objects are smaller than abi::kSmallMemoryBytes.
#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

/// Marks the access if it is one.
void markSmallObject(llvm::Instruction& access);

/// The address of a marked access that all of its lanes make; otherwise null.
llvm::Value* addressInSmallObject(const llvm::Instruction& access);

}  // namespace lanewise
