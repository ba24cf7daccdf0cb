// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a pass is declared: without a header, because nothing but driver/pipeline.cpp names it. The
// file that defines it does so, with its contract above, and the pipeline does so for each row of
// driver/passes.def. `Requires` and `Ensures` of a contract are statements about the whole module,
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
