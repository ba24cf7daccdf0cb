// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of OpenCL functions that SPIR-V has as constants, or in another form.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Memory fence flags, orders and scopes that are not constants become the strongest ones, and a
/// sampler without a filter gets the nearest one. Calls are of OpenCL's functions only:
/// \pre hideOwnFunctions() has renamed the program's own. Stack slots are promoted, so that
/// constants are visible.
void makeOperandsConstant(llvm::Module& module);

}  // namespace lanewise
