// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of admit() for pipes.
#pragma once

#include "compiler/admit/admit.h"
#include "compiler/admit/module.h"

namespace lanewise::admit {

/// Makes variables of the storage of pipes in a program.
Admissible<Module> replacePipeStorage(const Module& module);

/// Checks the operands of instructions on pipes, as a part of checkProgram().
Admissible<void> checkPipes(const Module& module);

}  // namespace lanewise::admit
