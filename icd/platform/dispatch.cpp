// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dispatch table and the look-up by name. Every slot is filled: a function that is not built
// has a body that returns CL_INVALID_OPERATION. The slots of clGetPlatformIDs and clUnloadCompiler
// hold the functions, not the tag of cl_khr_icd 2.0 (icd/README.md gives the reason).
#include "icd/platform/dispatch.h"

#include "icd/entry.h"
#include "runtime/base/cl_names.h"
#include "runtime/base/object.h"
#include "runtime/base/svm_names.h"

#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace lanewise::icd {
namespace {

/// The name of a function as an argument of a template.
template <size_t n>
struct Name {
  char text[n];
  constexpr Name(const char (&name)[n]) { std::copy_n(name, n, text); }
};

/// The body of a function that is not implemented: CL_INVALID_OPERATION by result or by
/// errcode_ret.
template <Name kName, class Signature>
struct NotImplemented;
template <Name kName, class Return, class... Arguments>
struct NotImplemented<kName, Return(Arguments...)> {
  static Return CL_API_CALL call(Arguments... arguments) {
    if (tracesEntries())
      traceEntry(kName.text,
                 {CL_INVALID_OPERATION, "unsupported: the function is not implemented"});
    if constexpr (std::is_same_v<Return, cl_int>) return CL_INVALID_OPERATION;
    if constexpr (std::is_pointer_v<Return>) {
      // errcode_ret is the last argument of functions that return a handle.
      auto last = std::get<sizeof...(arguments) - 1>(std::tie(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int*>)
        if (last) *last = CL_INVALID_OPERATION;
      return nullptr;
    }
  }
};

// The functions of a row, by its state. Signatures come from the headers, so that a row or a
// definition that differs from them does not compile.
using clGetKernelSuggestedLocalWorkSize_t = decltype(::clGetKernelSuggestedLocalWorkSize);
using clGetKernelSuggestedLocalWorkSizeKHR_t = decltype(::clGetKernelSuggestedLocalWorkSizeKHR);
using clCreateCommandQueueWithPropertiesKHR_t = decltype(::clCreateCommandQueueWithPropertiesKHR);
using clIcdGetPlatformIDsKHR_t = decltype(::clIcdGetPlatformIDsKHR);
#define LW_FUNCTION_Implemented(name) (&::name)
#define LW_FUNCTION_NotImplemented(name) (&NotImplemented<#name, name##_t>::call)

/// The loader's struct, followed by slots that newer loaders have and older headers do not.
struct Table : cl_icd_dispatch {
#define API_LAST_SLOT(name, since, file, state) void* name##_last;
#include "icd/api.def"
};

// Fills such a slot, or the slot of the headers if they have it, which must not stay empty.
#define API_LAST_SLOT(name, since, file, state)                                \
  template <class Slots>                                                       \
  void fill_##name(Slots& slots) {                                             \
    void* const function = reinterpret_cast<void*>(LW_FUNCTION_##state(name)); \
    if constexpr (requires { slots.name; })                                    \
      slots.name = reinterpret_cast<decltype(slots.name)>(function);           \
    else                                                                       \
      slots.name##_last = function;                                            \
  }
#include "icd/api.def"

const Table& table() {
  static const Table filled = [] {
    Table slots{};
#define API_SLOT(name, since, file, state) slots.name = LW_FUNCTION_##state(name);
#define API_LAST_SLOT(name, since, file, state) fill_##name(slots);
#define API_FOREIGN(name, since, ...) \
  slots.name = reinterpret_cast<void*>(&NotImplemented<#name, __VA_ARGS__>::call);
#include "icd/api.def"
    return slots;
  }();
  return filled;
}

struct Row {
  std::string_view name;
  void* address;
  bool isImplemented;
};

constexpr bool isImplemented(std::string_view state) { return state == "Implemented"; }

const auto& rowsByName() {
  static const auto sorted = [] {
    std::array rows{
#define API(name, since, file, state) \
  Row{#name, reinterpret_cast<void*>(LW_FUNCTION_##state(name)), isImplemented(#state)},
#include "icd/api.def"
    };
    std::ranges::sort(rows, {}, &Row::name);
    return rows;
  }();
  return sorted;
}

}  // namespace

void installDispatch() {
  objectDispatch.store(static_cast<const cl_icd_dispatch*>(&table()), std::memory_order_relaxed);
}

void* findImplemented(std::string_view name) {
  const auto& rows = rowsByName();
  const auto row = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return row != rows.end() && row->name == name && row->isImplemented ? row->address : nullptr;
}

}  // namespace lanewise::icd
