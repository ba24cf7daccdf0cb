// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explicit casts of block literals: Clang writes a module with an invalid cast. A literal is a
// block in private memory, and the type of the cast one in generic memory. Blocks in parentheses:
// Clang crashes.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// Before code generation.
std::unique_ptr<clang::ASTConsumer> makeBlockLiteralCastRepairer();

}  // namespace lanewise
