// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a pass is declared: in the file that defines it, with its contract above, and by
// driver/pipeline.cpp for each row of driver/passes.def. It has a header only if another pass runs
// it. `Requires` and `Ensures` of a contract are statements about the whole module,
// in the order of passes.def. A pass reports unsupported input with reportUnsupported()
// (diagnostics/diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

#define MODULE_PASS(Class)                                                                    \
  struct Class : llvm::PassInfoMixin<Class> {                                                 \
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses); \
  }

/// Runs after an error as well: what follows relies on it.
#define REQUIRED_MODULE_PASS(Class)                                                           \
  struct Class : llvm::PassInfoMixin<Class> {                                                 \
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses); \
    static bool isRequired() { return true; }                                                 \
  }

#define FUNCTION_PASS(Class)                                              \
  struct Class : llvm::PassInfoMixin<Class> {                             \
    llvm::PreservedAnalyses run(llvm::Function& function,                 \
                                llvm::FunctionAnalysisManager& analyses); \
  }
