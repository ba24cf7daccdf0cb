// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of the functions that create images.
#pragma once

#include "icd/image/image_arguments.h"

namespace lanewise::icd {

/// The errors of clCreateImageWithProperties.
Result<MemObject*> createImage(Context& context, const cl_mem_properties* properties,
                               ImageArguments arguments);

}  // namespace lanewise::icd
