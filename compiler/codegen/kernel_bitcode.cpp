// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A clone of the module with the bodies of the group, from which everything that is not named goes.
#include "compiler/codegen/kernel_bitcode.h"

#include "compiler/diagnostics/diagnostics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise {
namespace {

/// Variables may name each other.
void eraseUnused(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  for (bool erased = true; erased;) {
    erased = false;
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
      variable.removeDeadConstantUsers();
      if (!variable.use_empty()) continue;
      variable.eraseFromParent();
      erased = true;
    }
  }
}

}  // namespace

std::vector<uint8_t> writeBitcode(const llvm::Module& module, const FunctionGroup& group) {
  const llvm::SmallPtrSet<const llvm::Value*, 8> kept(group.begin(), group.end());
  llvm::ValueToValueMapTy values;
  const auto part = llvm::CloneModule(module, values, [&](const llvm::GlobalValue* value) {
    return llvm::isa<llvm::GlobalVariable>(value) || kept.contains(value);
  });
  eraseUnused(*part);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*part, stream);
  return {bytes.begin(), bytes.end()};
}

llvm::Expected<std::unique_ptr<llvm::Module>> readBitcode(std::span<const uint8_t> bytes,
                                                          llvm::LLVMContext& context) {
  const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "kernels"), context);
  if (module) return module;
  return makeError(DiagnosticKind::InternalError,
                   "the bitcode of kernels cannot be read: " + llvm::toString(module.takeError()));
}

}  // namespace lanewise
