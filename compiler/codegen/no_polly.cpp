// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang and lld of Debian's archives register the passes of Polly, whose archives Debian does not
// have. Self-contained builds (LANEWISE_SELF_CONTAINED) register none.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING, [](llvm::PassBuilder&) {}};
}
