// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device library of one microarchitecture level, callable from this process: scalar functions
// for the interpreter, and the symbols that compiled kernels call. Each is linked when it is first
// asked for, and stays.
#pragma once

#include "compiler/target/target.h"
#include "tests/reference/interpreter.h"

#include <llvm/ADT/StringMap.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lanewise::fuzz {

class LibraryCode {
 public:
  explicit LibraryCode(const Target& target) : target_(target) {}

  /// A caller of the function that `declaration` declares.
  LibraryFunction caller(const llvm::Function& declaration);
  /// The address of a symbol of the runtime library or of a vector variant.
  void* symbol(llvm::StringRef name);

 private:
  /// The function "get" of the module, compiled, linked and loaded.
  void* load(llvm::Module& module);

  const Target& target_;
  llvm::StringMap<LibraryFunction> callers_;
  llvm::StringMap<void*> symbols_;
};

/// What the driver of a build sets before stage lower.
void prepareModule(llvm::Module& module, const Target& target, llvm::TargetMachine& machine);

[[noreturn]] void die(const std::string& message);
template <class T>
T orDie(llvm::Expected<T> value) {
  if (!value) die(llvm::toString(value.takeError()));
  return std::move(*value);
}
void orDie(llvm::Error error);

}  // namespace lanewise::fuzz
