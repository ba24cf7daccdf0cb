// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls with blocks, of which Clang generates invalid code or none: explicit casts of block
// literals, blocks in parentheses, flags of enqueue_kernel that have not 32 bits.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// Before code generation.
std::unique_ptr<clang::ASTConsumer> makeBlockCallRepairer();

}  // namespace lanewise
