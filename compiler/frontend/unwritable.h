// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Clang makes of extensions of C and SPIR-V of the device has no form for.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace lanewise {

struct Unwritable {
  /// "unsupported: inline assembly"; empty when all can be written.
  std::string reason;
  /// "program.cl:1:2"; empty when the module does not tell.
  std::string place;
};

/// The first such thing in the code that `module` has.
Unwritable findUnwritable(const llvm::Module& module);

}  // namespace lanewise
