// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts to references in C++ for OpenCL, on which Clang 19 crashes.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// Changes loads through a cast to a reference of another type and address space, such as
/// reinterpret_cast<int&>(x) with x of type float, where int& is a reference to generic memory: the
/// load is from the address space that x is in. For a consumer before code generation.
std::unique_ptr<clang::ASTConsumer> makeReferenceCastRepairer();

}  // namespace lanewise
