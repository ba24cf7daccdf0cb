// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wrapper of every entry point. It turns a Status into a cl_int or errcode_ret, catches what
// the standard library throws, and writes the `api` log. An entry point is
//
//   cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
//     return entry(__func__, [&]() -> Status {
//       TRY(Queue & queue, get<Queue>(command_queue));
//       return queue.flush();
//     });
//   }
//
// and one that makes something returns `create(__func__, errcode_ret, [&]() -> Result<T*> {...})`,
// where T is an object (the caller gets its handle) or plain memory. A thread that is cancelled
// during a call (pthread_cancel) finishes it first.
#pragma once

#include "icd/handles.h"
#include "runtime/base/log.h"
#include "runtime/base/status.h"
#include "runtime/base/thread.h"

#include <exception>
#include <new>
#include <type_traits>

namespace lanewise::icd {

/// Writes the `api` log line of a finished call, with the status' message if there is one.
void traceEntry(const char* name, const Status& status);
/// Call before traceEntry; true if the `api` group is enabled.
inline bool tracesEntries() { return logs(LogGroup::Api); }

/// Runs `body` and converts exceptions to a Status. Only the standard library throws: out of
/// memory, for example.
template <class Outcome, class Body>
[[gnu::always_inline]] inline Outcome guarded(Body&& body) {
  const auto failed = [](cl_int code) -> Outcome {
    if constexpr (std::is_same_v<Outcome, Status>)
      return Status(code);
    else
      return fail(code);
  };
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return failed(CL_OUT_OF_HOST_MEMORY);
  } catch (const std::exception&) {
    return failed(CL_OUT_OF_RESOURCES);
  }
}

/// An entry point that returns cl_int, is called often, and contains no cancellation point of
/// pthreads(7): it neither waits nor uses files.
template <class Body>
[[gnu::always_inline]] inline cl_int shortEntry(const char* name, Body&& body) {
  const Status status = guarded<Status>(body);
  if (tracesEntries()) [[unlikely]]
    traceEntry(name, status);
  return status.code;
}

/// An entry point that returns cl_int.
template <class Body>
cl_int entry(const char* name, Body&& body) {
  const DeferredCancellation deferred;
  return shortEntry(name, body);
}

/// One more reference of the application's. An object that is being deleted is invalid.
template <class T>
Status retained(T& object) {
  return object.retain() ? CL_SUCCESS : T::kInvalid;
}
/// One less. An object of which the application has no reference is invalid.
template <class T>
[[gnu::always_inline]] inline Status released(T& object) {
  if (object.release()) return {};
  return {T::kInvalid, "released more often than retained"};
}

/// clRetain* and clRelease* of an object whose only change is its reference count:
/// `return retain<Context>(__func__, context);`
template <class T>
cl_int retain(const char* name, typename T::Handle handle) {
  return shortEntry(name, [&]() -> Status {
    TRY(T & self, get<T>(handle));
    return retained(self);
  });
}
template <class T>
cl_int release(const char* name, typename T::Handle handle) {
  return entry(name, [&]() -> Status {
    TRY(T & self, get<T>(handle));
    return released(self);
  });
}

/// An entry point that returns a handle or a pointer and takes errcode_ret. `created` is the status
/// of a call that may return an object although it failed; `body` sets it.
template <class Body>
auto create(const char* name, cl_int* errcodeRet, Body&& body, const Status& created = {}) {
  using Outcome = std::invoke_result_t<Body&>;
  const DeferredCancellation deferred;
  const Outcome outcome = guarded<Outcome>(body);
  const Status& status = outcome ? created : outcome.error();
  if (tracesEntries()) [[unlikely]]
    traceEntry(name, status);
  if (errcodeRet) *errcodeRet = status.code;
  if constexpr (requires { (*outcome)->handle(); })
    return outcome ? (*outcome)->handle() : nullptr;
  else
    return outcome ? *outcome : nullptr;
}

}  // namespace lanewise::icd
