// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of a function that access memory of the program.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

#include <string>

namespace llvm {
class Function;
class Instruction;
class Use;
class Value;
}  // namespace llvm

namespace lanewise {

struct Access {
  llvm::Instruction* instruction;
  llvm::Use* operand;  // the pointer: another access may have given it
  llvm::Value* bytes;  // i64
  bool isWrite;        // an atomic instruction is one
  bool isAtomic;
  bool isVolatile;

  llvm::Value* pointer() const;

  /// "write of 4 bytes".
  std::string description() const;
};

/// The alignment that an access relies on; 1 of copies and fills.
llvm::Align accessAlignment(const llvm::Instruction& access);

/// An instruction that copies has two rows, the read first.
llvm::SmallVector<Access> accessesOf(llvm::Function& function);

}  // namespace lanewise
