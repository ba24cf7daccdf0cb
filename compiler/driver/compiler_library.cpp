// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the linker include the functions of compiler.h from the static libraries.
#include "interface/compiler.h"

namespace {
[[gnu::used]] const void* const kFace[] = {
    reinterpret_cast<const void*>(&lanewiseCompile),
    reinterpret_cast<const void*>(&lanewiseCompilerActivity),
    reinterpret_cast<const void*>(&lanewiseCompilerBuildId),
    reinterpret_cast<const void*>(&lanewiseCompilerFunction),
    reinterpret_cast<const void*>(&lanewiseCompilerKernelCount),
    reinterpret_cast<const void*>(&lanewiseCommandLine),
};
}  // namespace
