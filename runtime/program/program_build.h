// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The requests that programs make of the compiler.
#pragma once

#include "interface/compile_request.h"
#include "runtime/program/program.h"

namespace lanewise {

/// For the code of the parts, on no CPU in particular.
CompileRequest requestOf(const Program::Parts& parts);
/// For code that the device runs.
CompileRequest requestFor(const Program::Parts& parts, const Device& device);

}  // namespace lanewise
