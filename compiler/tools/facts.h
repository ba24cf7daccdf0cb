// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelFacts as text.
#pragma once

#include "compiler/message.h"

namespace llvm {
class raw_ostream;
}

namespace lanewise::cc {

void printFacts(const CompileReply& reply, llvm::raw_ostream& stream);

}  // namespace lanewise::cc
