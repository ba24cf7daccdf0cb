// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on memory given by pointers: the common part of SVM and USM calls. Their copies and
// fills differ in the type of the command and in whether null is a valid pointer for no bytes.
#pragma once

#include "icd/entry.h"
#include "icd/memory/svm_support.h"
#include "icd/validate.h"
#include "runtime/queue/queue.h"

namespace lanewise::icd {

using MadeCommand = Result<std::unique_ptr<Command>>;

/// The common parameters of every enqueue call.
struct EnqueueArguments {
  cl_command_queue queue;
  cl_uint count;
  const cl_event* waits;
  cl_event* event;
};

/// An enqueueing call on pointers: CL_INVALID_COMMAND_QUEUE, CL_INVALID_OPERATION
/// (no SVM), CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST, then `make(queue)` checks the
/// command's parameters and creates it.
template <class Make>
cl_int enqueueOnPointers(const char* name, const EnqueueArguments& arguments, cl_bool blocking,
                         Make make) {
  return entry(name, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(arguments.queue));
    TRY_STATUS(checkSvmSupport(queue.context()));
    TRY(const auto waits, waitList(arguments.count, arguments.waits, queue.context()));
    MadeCommand command = make(queue);
    if (!command) return command.error();
    return queue.submit(std::move(*command), waits, arguments.event, blocking);
  });
}

enum class NullPointer { MayBeEmpty, IsInvalid };
/// How copies and fills of the two specifications differ.
struct PointerCommand {
  cl_command_type type;
  NullPointer null;
};

/// CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
MadeCommand pointerCopy(PointerCommand kind, Device& device, void* target, const void* source,
                        size_t sizeBytes);
/// CL_INVALID_VALUE.
MadeCommand pointerFill(PointerCommand kind, Device& device, void* target, const void* pattern,
                        size_t patternBytes, size_t sizeBytes);

/// A call that enqueues a copy: the errors of enqueueOnPointers(), CL_INVALID_VALUE,
/// CL_MEM_COPY_OVERLAP.
cl_int enqueuePointerCopy(const char* name, const EnqueueArguments& arguments, cl_bool blocking,
                          PointerCommand kind, void* target, const void* source, size_t sizeBytes);
/// A call that enqueues a fill: the errors of enqueueOnPointers(), CL_INVALID_VALUE.
cl_int enqueuePointerFill(const char* name, const EnqueueArguments& arguments, PointerCommand kind,
                          void* target, const void* pattern, size_t patternBytes, size_t sizeBytes);

}  // namespace lanewise::icd
