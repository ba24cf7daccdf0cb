// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// processor.def for the estimates of the compiler: the facts of the processors of a level.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

struct Processor {
#define PROCESSOR_FACT(name, v2, v3, v4, neon, meaning, source) double name;
#include "compiler/target/processor.def"
};

/// The facts of the module's level (kLevelFlag). A module without a level has those of the level
/// whose vector registers have vectorRegisterBits().
const Processor& processorOf(const llvm::Module& module);

}  // namespace lanewise
