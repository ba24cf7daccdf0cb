// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C has no long double. Programs that use it get double, and a warning.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// Warns at the first place that names the type.
std::unique_ptr<clang::ASTConsumer> makeLongDoubleWarner();

}  // namespace lanewise
