// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of repairs.def, for the steps that repair modules of old translators.
#pragma once

#include "compiler/admit/module.h"

namespace lanewise::admit {

enum class Repair {
#define REPAIR(name, what, writers) name,
#include "compiler/admit/repairs.def"
};

inline constexpr size_t kRepairs = 0
#define REPAIR(name, what, writers) +1
#include "compiler/admit/repairs.def"
    ;

/// The remark that `i`, and others like it, was repaired.
Diagnostic remarkOf(Repair repair, const Module& module, const Instruction& i);

}  // namespace lanewise::admit
