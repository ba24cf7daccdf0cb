// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of admit() for SPV_INTEL_function_pointers, which virtual functions of SYCL need.
#pragma once

#include <span>

#include "compiler/admit/stages.h"

namespace lanewise::admit {

/// Removes the decorations of arguments of function pointers' calls, which SPIRV-Tools does not
/// know: each function has the same ones on its parameters. The input is untrusted words that
/// nothing has read yet.
void dropArgumentAttributes(std::span<uint32_t> words);

/// At most one module of a program has function pointers: a pointer is a number in its module.
Admissible<void> checkOneHasFunctionPointers(std::span<const Trimmed> modules);

/// Replaces function pointers by numbers, and calls of them by calls of functions of the module.
Admissible<Module> replaceFunctionPointers(const Module& module);

}  // namespace lanewise::admit
