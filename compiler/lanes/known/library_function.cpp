// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the symbol of a library function apart (compiler/README.md has its form) and looks its name
// up in builtins/functions.def. Used by widen_call.cpp to call vector variants, by call_form.cpp
// and cost.cpp, and by explain.cpp to name functions as OpenCL C does.
#include "compiler/lanes/known/library_function.h"

#include "builtins/functions.h"
#include "builtins/library_prefix.h"
#include "compiler/lower/variant_calls.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

// f32, i32x4, p
bool isTypeSuffix(llvm::StringRef word) {
  if (word == "p") return true;
  if (!word.consume_front("f") && !word.consume_front("i")) return false;
  return !word.empty() &&
         llvm::all_of(word, [](char c) { return (c >= '0' && c <= '9') || c == 'x'; });
}

llvm::StringRef withoutSuffixes(llvm::StringRef symbol) {
  for (;;) {
    const auto [front, word] = symbol.rsplit('_');
    if (word.empty() || !isTypeSuffix(word)) return symbol;
    symbol = front;
  }
}

}  // namespace

llvm::StringRef libraryName(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return {};
  llvm::StringRef symbol = callee->getName();
  return symbol.consume_front(llvm::StringRef(kLibraryPrefix)) ? withoutSuffixes(symbol) : "";
}

llvm::Type* secondResultOf(const llvm::CallInst& call, const LibraryFunction& function) {
  return function.writesIntegers ? llvm::Type::getInt32Ty(call.getContext())
                                 : call.getType()->getScalarType();
}

std::optional<LibraryFunction> libraryFunctionOf(const llvm::CallInst& call, unsigned lanes) {
  const llvm::StringRef name = libraryName(call);
  if (name.empty() || call.arg_empty()) return std::nullopt;
  const builtins::Function* function = builtins::findFunction(name);
  if (!function || function->shape != builtins::Shape::Map) return std::nullopt;
  const auto bits = static_cast<int>(call.getArgOperand(0)->getType()->getScalarSizeInBits());
  const auto registers = static_cast<int>(variantRegisterBits(*call.getModule()));
  const int ofVariant = builtins::variantLanes(bits, static_cast<int>(lanes), registers);
  if (builtins::variantFunction(name, bits, static_cast<int>(lanes)).empty() || ofVariant == 0)
    return std::nullopt;
  return LibraryFunction{name,
                         function->arguments == builtins::Arguments::XQ ||
                             function->arguments == builtins::Arguments::XYQ,
                         static_cast<unsigned>(ofVariant)};
}

}  // namespace lanewise
