// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints KernelMetadata as text.
#pragma once

#include "interface/compile_reply.h"

namespace llvm {
class raw_ostream;
}

namespace lanewise::cc {

void printMetadata(const CompileReply& reply, llvm::raw_ostream& stream);

}  // namespace lanewise::cc
