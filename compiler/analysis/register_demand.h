// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many vector registers the values of code occupy where most are live. Code that needs few of
// them can have several registers for each value (lanes/choose/width.cpp), or several rows of
// work-items (group/row_sharing.cpp).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace lanewise {

/// Registers to leave free for constants and values on their way.
inline constexpr unsigned kSpareRegisters = 2;

/// The registers that the values occupy which the blocks define and use. `registersOf` a value: 0
/// if it is in no vector register. The blocks are in an order in which most come before their
/// successors. Takes time in proportion to blocks times instructions.
unsigned registerDemand(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                        llvm::function_ref<unsigned(const llvm::Instruction&)> registersOf);

/// The registers of so many bits that a vector occupies: 0 if it is in none, because it is a scalar
/// or a mask, or because code generation moves it into its use. All registers of a splat are one.
unsigned vectorRegisters(const llvm::Instruction& value, unsigned registerBits);

}  // namespace lanewise
