// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelMetadata: what the compiler reports about each kernel. The host uses it to check and set
// arguments, to answer queries and to launch. No LLVM, no OpenCL.
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
  std::string name;      // empty when the module has none
  std::string typeName;  // as clGetKernelArgInfo returns it
  ArgumentKind kind = ArgumentKind::Value;
  AddressSpace addressSpace = AddressSpace::Private;
  uint32_t accessQualifier = 0;  // SPIR-V AccessQualifier + 1, 0 for none
  bool isConst = false, isRestrict = false, isVolatile = false;
  uint32_t offsetBytes = 0;  // in the argument block
  uint32_t sizeBytes = 0;    // expected by clSetKernelArg (8 for the slot of a LocalPointer)
  uint32_t alignBytes = 1;   // of the value; of the pointee for LocalPointer
  ImageType imageType = ImageType::Any;
  bool isDepthImage = false;  // only images of the channel order Depth
  /// Of the memory behind a pointer: MaxByteOffset of SPIR-V.
  uint64_t mostBytes = kAnySize;
  static constexpr uint64_t kAnySize = ~uint64_t(0);
  bool operator==(const KernelArgument&) const = default;
};

enum class KernelRole : uint8_t {
  Kernel,       // for the application
  Initializer,  // runs once when the code is loaded, before any kernel
  Finalizer,    // runs once before the code is unmapped
};

struct KernelMetadata {
  std::string name;
  KernelRole role = KernelRole::Kernel;
  /// Symbol of the abi::Entry in the linked code.
  std::string symbol;
  std::vector<KernelArgument> arguments;
  uint32_t argumentBytes = 0;  // of the whole argument block
  /// The kernel's own __local variables, bytes.
  uint64_t localBytes = 0;
  uint64_t privateBytes = 0;  // per work-item, an estimate
  /// Work-items that run as one vector. Vectors lie along x; sub-groups lie along the flattened id.
  /// If the global ids along x are not all below 2^31, a vector along x may have a single
  /// work-item.
  uint32_t lanes = 1;
  /// The tier of this code. If other code follows it, code for launches of one kind is faster, even
  /// if nothing is known of them but what they all have in common.
  Tier tier = Tier::All;
  /// Code for launches of one kind may have more or fewer: no result depends on the number.
  bool hasFreeLanes = false;
  /// The dimension that the code has exchanged with x: the host exchanges the sizes and offsets of
  /// the range. 0: none. Only of kernels that do not observe their groups.
  uint32_t laneDimension = 0;
  /// Rows of vectors that run together where a work-group has so many; a power of two.
  uint32_t rows = 1;
  /// Spill area of a work-group = spillFixedBytes + spillVectorBytes * vectors in a full group.
  uint64_t spillFixedBytes = 0;
  uint64_t spillVectorBytes = 0;
  uint32_t requiredLocalSize[3] = {0, 0, 0};  // reqd_work_group_size; zeros: none
  uint32_t localSizeHint[3] = {0, 0, 0};
  /// Work-items of each sub-group except the last one of a work-group: a row of
  /// sub_group_sizes.def. Independent of the work-group size.
  uint32_t subGroupSize = 1;
  uint32_t requiredSubGroupSize = 0;   // intel_reqd_sub_group_size; 0: none
  uint32_t requiredSubGroupCount = 0;  // of a work-group (SubgroupsPerWorkgroup); 0: none
  std::string vecTypeHint;
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES returns them
  bool usesBarrier = false;
  /// False if the kernel cannot find out how its range is divided into work-groups: a launch may
  /// divide it in any way.
  bool observesGroups = true;
  bool usesHostCalls = false;
  /// The kernel reads abi::Launch::hasDistinctBuffers.
  bool testsBuffers = false;
  /// Subnormal operands and results of float and double are zeros: the host sets the control
  /// register for each run of this kernel.
  bool flushesDenormals = false;
  bool operator==(const KernelMetadata&) const = default;
};

}  // namespace lanewise
