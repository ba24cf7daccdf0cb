// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// processor.def for the estimates of the compiler: the facts of the processors of a level.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

struct Processor {
#define PROCESSOR_FACT(name, v2, v3, v4, meaning, source) double name;
#include "compiler/target/processor.def"
};

/// Those of the module's level (kLevelFlag). Without a level they are those of the one with vector
/// registers of vectorRegisterBits().
const Processor& processorOf(const llvm::Module& module);

}  // namespace lanewise
