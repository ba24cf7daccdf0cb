// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of functions that handles point to, and the look-up of functions by name. Both are
// generated from api.def.
#pragma once

#include <string_view>

namespace lanewise::icd {

/// Makes objectDispatch point to the table. Call before creating the first object; any thread.
void installDispatch();

/// The functions that clGetExtensionFunctionAddress* return: built functions only, else null.
void* findImplemented(std::string_view name);

}  // namespace lanewise::icd
