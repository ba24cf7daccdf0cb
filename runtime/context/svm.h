// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory: allocations that the application names by pointer, of SVM (clSVMAlloc and
// cl_khr_unified_svm) and of unified shared memory (cl_intel_unified_shared_memory). Host and
// device share one memory and one address space, so an allocation is plain memory and a record of
// what was asked for. Launches never look here: a pointer is an argument like any other value.
#pragma once

#include "interface/checked_object.h"
#include "runtime/base/mutex.h"
#include "runtime/base/object.h"
#include "runtime/base/svm_names.h"
#include "runtime/device/device.h"
#include "runtime/host/host_memory.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace lanewise {

/// The rows of svm_types.def; the numbers are the type indices of cl_khr_unified_svm.
enum class SvmType : cl_uint {
#define SVM_TYPE(name, capabilities) name,
#include "runtime/context/svm_types.def"
};

inline constexpr std::array kSvmTypeCapabilities = {
#define CAN(capability) cl_svm_capabilities_khr(CL_SVM_CAPABILITY_##capability##_KHR)
#define SVM_TYPE(name, capabilities) capabilities,
#include "runtime/context/svm_types.def"
#undef CAN
};

inline constexpr cl_svm_capabilities_khr capabilitiesOf(SvmType type) {
  return kSvmTypeCapabilities[static_cast<size_t>(type)];
}

/// Which calls an allocation belongs to: those of SVM do not know what those of USM made.
enum class SvmKind { Svm, Usm };

struct SvmAllocation {
  SvmKind kind = SvmKind::Svm;
  SvmType type = SvmType::CoarseGrainBuffer;
  Ref<Device> device = {};  // associated, if any
  /// cl_svm_alloc_access_flags_khr of SVM, cl_mem_alloc_flags_intel of USM.
  cl_bitfield flags = 0;
  /// As given, with the ending 0; empty if none was given.
  std::vector<cl_properties> properties = {};
  std::byte* data = nullptr;
  size_t sizeBytes = 0;
  HostBlock block = {};

  /// Bytes from `pointer`, which is inside, to the end.
  size_t bytesFrom(const void* pointer) const {
    return sizeBytes - size_t(static_cast<const std::byte*>(pointer) - data);
  }
};

/// The allocations of a context, found by any address inside them in logarithmic time. What the
/// application does not free goes with the context.
class SvmAllocations {
 public:
  SvmAllocations() = default;
  ~SvmAllocations();

  /// Sets `data`, `sizeBytes` (not 0) and `block`. Null if there is no memory.
  void* allocate(SvmAllocation description, size_t sizeBytes) EXCLUDES(mutex_);
  /// False, without an effect, unless `base` is the start of an allocation of that kind.
  bool free(const void* base, SvmKind kind) EXCLUDES(mutex_);
  /// The allocation that `pointer` points into, of either kind.
  std::optional<SvmAllocation> find(const void* pointer) const EXCLUDES(mutex_);
  std::optional<SvmAllocation> find(const void* pointer, SvmKind kind) const EXCLUDES(mutex_);
  /// What kernels may access through `pointer`, which the application has passed.
  abi::CheckedObject checkedObjectAt(const void* pointer) const EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  std::map<const std::byte*, SvmAllocation> byBase_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
