// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a cl_* handle to the object. A handle that is null, of another type or of a deleted object
// is invalid and yields the type's own CL_INVALID_* code.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"

#include <functional>

namespace lanewise::icd {

/// The object, or null.
template <class T>
T* toObject(typename T::Handle handle) {
  auto* object = reinterpret_cast<T*>(handle);
  if (!object) return nullptr;
  const auto* header = reinterpret_cast<const ObjectHeader*>(handle);
  if (header->dispatch != objectDispatch.load(std::memory_order_relaxed)) return nullptr;
  if (header->tag.load(std::memory_order_relaxed) != T::kTag) return nullptr;
  // The object is being deleted. (One that the application has released is valid as long as another
  // object keeps it alive.)
  if (header->useCount.load(std::memory_order_relaxed) == 0) return nullptr;
  return object;
}

/// A reference to the object, or the type's error: TRY(Kernel & kernel, get<Kernel>(handle)).
template <class T>
Result<std::reference_wrapper<T>> get(typename T::Handle handle) {
  if (T* object = toObject<T>(handle)) return std::ref(*object);
  return fail(T::kInvalid);
}

}  // namespace lanewise::icd
