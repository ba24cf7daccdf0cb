// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static objects of functions, and inline variables, in C++ for OpenCL: the first work-item that
// comes to one constructs it. Clang guards them with __cxa_guard_acquire and __cxa_guard_release,
// which OpenCL does not have.
#pragma once

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace lanewise {

/// Replaces the guards by atomic operations. A registration of a destructor between them gets the
/// object in place of the null pointer that Clang 19 gives it in OpenCL, and the guard in place of
/// the handle of the module. \pre variables are in stack slots.
void replaceGuards(llvm::Module& module);

/// The value of a guard, 32 bits, whose object was constructed first in the module. Those of later
/// ones follow.
constexpr unsigned kFirstConstructed = 2;

/// The variable with the value of the next guard. Null if the module has no guards.
llvm::GlobalVariable* nextConstruction(llvm::Module& module);

}  // namespace lanewise
