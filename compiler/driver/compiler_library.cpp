// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the linker take the functions of compiler.h out of the static library.
#include "interface/compiler.h"

namespace {
[[gnu::used]] const void* const kFace[] = {
    reinterpret_cast<const void*>(&lanewiseCompile),
    reinterpret_cast<const void*>(&lanewiseCompilerActivity),
    reinterpret_cast<const void*>(&lanewiseCompilerBuildId),
};
}  // namespace
