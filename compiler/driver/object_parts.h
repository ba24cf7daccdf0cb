// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stage `object` of a large module: several threads generate code, each that of some kernels.
#pragma once

namespace llvm {
class Error;
}

namespace lanewise {

struct Build;

/// The passes of the stage and code generation, for build.module, or for request.bitcode if the
/// goal is BitcodeToCode, to build.objects. Uses build.threads threads at most, the calling one
/// among them. Results of kernels do not depend on their number. Diagnostics have the order of the
/// parts.
llvm::Error makeObjects(Build& build);

}  // namespace lanewise
