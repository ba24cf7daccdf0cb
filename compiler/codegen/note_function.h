// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass of LLVM's code generator, for generate.cpp: names the function whose code is generated
// (diagnostics/activity.h).
#pragma once

namespace llvm {
class FunctionPass;
}

namespace lanewise {

/// Changes nothing.
llvm::FunctionPass* createNoteFunctionPass();

}  // namespace lanewise
