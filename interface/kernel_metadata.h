// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelMetadata: what the compiler reports about each kernel, the rows of kernel_facts.def. The
// host uses it to check and set arguments, to answer queries and to launch. No LLVM, no OpenCL.
#pragma once

#include "interface/tier.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

enum class AddressSpace : uint8_t { Private, Global, Constant, Local, Generic };

enum class ArgumentKind : uint8_t {
  Value,         // sizeBytes bytes, copied into the argument block
  Pointer,       // global, constant or generic: 8 bytes
  LocalPointer,  // 8 bytes: the offset of the block that the host lays out
  Image,
  Sampler,
  Pipe,
  Queue,
};

/// Which images an image argument accepts.
enum class ImageType : uint8_t {
  Any,  // unknown to the compiler
  Image1D,
  Image1DBuffer,
  Image1DArray,
  Image2D,
  Image2DArray,
  Image3D,
};

struct KernelArgument {
  static constexpr uint64_t kAnySize = ~uint64_t(0);  // of mostBytes
#define ARGUMENT_FACT(type, member, initial) type member = initial;
#include "interface/kernel_facts.def"
  bool operator==(const KernelArgument&) const = default;
};

enum class KernelRole : uint8_t {
  Kernel,       // for the application
  Initializer,  // runs once when the code is loaded, before any kernel
  Finalizer,    // runs once before the code is unmapped
  Block,        // what kernels enqueue, by its index among the blocks of the code
};

/// Work-items along x, y and z.
using GroupSize = uint32_t[3];

struct KernelMetadata {
#define KERNEL_FACT(type, member, initial) type member = initial;
#include "interface/kernel_facts.def"
  bool operator==(const KernelMetadata&) const = default;
};

}  // namespace lanewise
