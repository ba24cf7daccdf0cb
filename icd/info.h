// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InfoWriter: the only code that handles param_value, param_value_size and param_value_size_ret. An
// info function of an object switches over the name and writes one value:
//
//   InfoWriter info(size, value, sizeRet);
//   switch (name) {
//     case CL_CONTEXT_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
//     ...
//   }
//   return unknownName(name);
#pragma once

#include "runtime/base/constant_names.h"
#include "runtime/base/status.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace lanewise::icd {

/// The status of a query whose param_name the object does not have.
inline Status unknownName(cl_uint name) {
  return {CL_INVALID_VALUE, "unknown param_name " + hexText(name)};
}

class InfoWriter {
 public:
  InfoWriter(size_t sizeBytes, void* value, size_t* sizeRet)
      : sizeBytes_(sizeBytes), value_(value), sizeRet_(sizeRet) {}

  /// One value of exactly the type that the specification gives: write<cl_uint>(x).
  template <class T>
  Status write(const std::type_identity_t<T>& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return writeBytes(&value, sizeof(T));
  }
  /// A text with its ending NUL.
  Status writeText(std::string_view text) {
    // A string_view need not end in NUL, so it is appended separately.
    TRY_STATUS(reserve(text.size() + 1));
    if (!value_) return {};
    if (!text.empty()) std::memcpy(value_, text.data(), text.size());
    static_cast<char*>(value_)[text.size()] = '\0';
    return {};
  }
  /// The elements in sequence; an empty range has size 0.
  template <std::ranges::contiguous_range Range>
  Status writeArray(const Range& range) {
    return writeBytes(std::ranges::data(range),
                      std::ranges::size(range) * sizeof(std::ranges::range_value_t<Range>));
  }
  /// The handles of objects that a range of Ref holds.
  template <std::ranges::forward_range Range>
  Status writeHandles(const Range& objects) {
    using Handle = decltype((*objects.begin())->handle());
    TRY_STATUS(reserve(size_t(std::ranges::distance(objects)) * sizeof(Handle)));
    if (!value_) return {};
    auto* next = static_cast<std::byte*>(value_);
    for (const auto& object : objects) {
      const Handle handle = object->handle();
      std::memcpy(next, &handle, sizeof handle);
      next += sizeof handle;
    }
    return {};
  }
  /// Writes a value that does not exist: a size of 0.
  Status writeNothing() { return writeBytes(nullptr, 0); }
  Status writeBytes(const void* bytes, size_t count) {
    TRY_STATUS(reserve(count));
    if (value_ && count) std::memcpy(value_, bytes, count);
    return {};
  }

 private:
  Status reserve(size_t neededBytes) {
    // param_value is not null and param_value_size is smaller than the value.
    if (value_ && sizeBytes_ < neededBytes)
      return {CL_INVALID_VALUE, "param_value_size " + std::to_string(sizeBytes_) +
                                    " is less than " + std::to_string(neededBytes)};
    if (sizeRet_) *sizeRet_ = neededBytes;
    return {};
  }

  size_t sizeBytes_;
  void* value_;
  size_t* sizeRet_;
};

}  // namespace lanewise::icd
