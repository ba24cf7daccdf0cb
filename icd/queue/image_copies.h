// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of images: common checks of enqueued and recorded commands. Each function that
// makes a command checks all arguments except queue and wait list.
#pragma once

#include "runtime/context/context.h"
#include "runtime/memory/copy_commands.h"
#include "runtime/memory/image.h"

namespace lanewise::icd {

/// CL_INVALID_OPERATION without support of images, CL_INVALID_MEM_OBJECT if it is not an image,
/// CL_INVALID_CONTEXT for an image of a different context.
Result<MemObject*> imageOf(cl_mem handle, Context& context);

/// The part of `image` with that origin, which names the level of a mipmapped image too, and
/// region. CL_INVALID_VALUE: null, empty, coordinates that the image does not have, or outside of
/// it. CL_INVALID_MIP_LEVEL.
Result<ImagePart> partOf(const MemObject& image, const char* originName, const size_t* origin,
                         const size_t* region);

/// CL_INVALID_OPERATION, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT, CL_IMAGE_FORMAT_MISMATCH,
/// CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL, CL_MEM_COPY_OVERLAP.
Result<std::unique_ptr<Command>> imageCopyCommand(Context& context, Device& device, cl_mem source,
                                                  cl_mem target, const size_t* sourceOrigin,
                                                  const size_t* targetOrigin, const size_t* region);

/// clEnqueueCopyImageToBuffer (`toBuffer`) or clEnqueueCopyBufferToImage. The same errors but for
/// mismatch and overlap.
Result<std::unique_ptr<Command>> bufferImageCopyCommand(Context& context, Device& device,
                                                        cl_mem image, cl_mem buffer, bool toBuffer,
                                                        const size_t* origin, const size_t* region,
                                                        size_t offsetBytes);

/// Fails with the errors of bufferImageCopyCommand().
Result<std::unique_ptr<Command>> imageFillCommand(Context& context, Device& device, cl_mem image,
                                                  const void* color, const size_t* origin,
                                                  const size_t* region);

}  // namespace lanewise::icd
