// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command of clEnqueueNativeKernel: a function of the application that a queue thread runs.
#pragma once

#include "runtime/memory/mem_object.h"
#include "runtime/queue/command.h"

#include <span>

namespace lanewise {

using NativeFunction = void(CL_CALLBACK*)(void*);

/// A memory object whose address is stored in the arguments at this offset (bytes).
struct NativeMemory {
  Ref<MemObject> object;
  size_t offsetBytes;
};

/// Copies `arguments` and stores the memory objects' addresses in the copy.
std::unique_ptr<Command> makeNativeKernel(NativeFunction function,
                                          std::span<const std::byte> arguments,
                                          std::vector<NativeMemory> memory);

}  // namespace lanewise
