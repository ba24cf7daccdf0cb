// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of the functions that create images.
#pragma once

#include "icd/image/image_arguments.h"
#include "icd/memory/external_properties.h"

namespace lanewise::icd {

/// `list` becomes a copy of `properties`. CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
Status readImageProperties(const cl_mem_properties* properties, ExternalProperties& read,
                           std::vector<cl_mem_properties>& list);

/// The errors of clCreateImageWithProperties.
Result<MemObject*> createImage(Context& context, const cl_mem_properties* properties,
                               ImageArguments arguments);

}  // namespace lanewise::icd
