// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of module_repairs.def, for the steps that repair modules of old translators.
#pragma once

#include "compiler/admit/module.h"

namespace lanewise::admit {

enum class ModuleRepair {
#define MODULE_REPAIR(name, what, writers) name,
#include "compiler/admit/module_repairs.def"
};

inline constexpr size_t kModuleRepairs = 0
#define MODULE_REPAIR(name, what, writers) +1
#include "compiler/admit/module_repairs.def"
    ;

/// The remark that `i`, and others like it, was repaired.
Diagnostic remarkOf(ModuleRepair repair, const Module& module, const Instruction& i);

}  // namespace lanewise::admit
