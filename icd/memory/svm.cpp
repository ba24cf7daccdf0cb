// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSVMAlloc and clSVMFree. unified_svm.cpp has the additions of cl_khr_unified_svm,
// enqueue_svm.cpp the commands.
#include "icd/entry.h"
#include "icd/memory/svm_support.h"
#include "icd/validate.h"
#include "runtime/context/context.h"

#include <bit>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// CL_INVALID_VALUE for flags that clSVMAlloc does not know or that contradict each other.
Status checkSvmFlags(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_svm_mem_flags kFine = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  TRY_STATUS(checkKnown("flags", flags, kAccess | kFine));
  TRY_STATUS(checkOneAccess(flags));
  // Atomics need fine-grained memory.
  if ((flags & kFine) == CL_MEM_SVM_ATOMICS)
    return {CL_INVALID_VALUE, "CL_MEM_SVM_ATOMICS requires CL_MEM_SVM_FINE_GRAIN_BUFFER"};
  return {};
}

}  // namespace

void* CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                             cl_uint alignment) {
  // There is no errcode_ret: every failure is a null pointer, the log has the reason.
  return create(__func__, nullptr, [&]() -> Result<void*> {
    TRY(Context & owner, get<Context>(context));
    TRY_STATUS(checkSvmSupport(owner));
    TRY_STATUS(checkSvmFlags(flags));
    // size is 0 or more than any device of the context permits.
    if (size == 0) return fail(CL_INVALID_BUFFER_SIZE, "size is 0");
    if (size > owner.devices().front()->maxAllocationBytes())
      return std::unexpected(limitedBy(owner, Device::keyOfAllocation(),
                                       {CL_INVALID_BUFFER_SIZE, std::to_string(size) + " bytes"}));
    // Neither a power of two up to the size of the largest type, nor 0 for that size.
    if (!validAlignment(alignment))
      return fail(CL_INVALID_VALUE,
                  "alignment " + std::to_string(alignment) + " is not a power of two up to 128");
    const SvmType type = flags & CL_MEM_SVM_FINE_GRAIN_BUFFER ? SvmType::FineGrainBuffer
                                                              : SvmType::CoarseGrainBuffer;
    return allocateSvm(owner, {.type = type}, size, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  });
}

void CL_API_CALL clSVMFree(cl_context context, void* svm_pointer) {
  (void)entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    if (!svm_pointer) return {};
    // Pointers that clSVMAlloc of this context did not return are ignored.
    if (owner.svm().free(svm_pointer, SvmKind::Svm)) return {};
    return {CL_INVALID_VALUE, "svm_pointer is not the start of an allocation of the context"};
  });
}
