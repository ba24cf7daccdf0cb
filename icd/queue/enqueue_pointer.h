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

enum class NullPointer { MayBeEmpty, IsInvalid };
using MadeCommand = Result<std::unique_ptr<Command>>;

/// CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
MadeCommand pointerCopy(cl_command_type type, NullPointer null, Device& device, void* target,
                        const void* source, size_t sizeBytes);
/// CL_INVALID_VALUE.
MadeCommand pointerFill(cl_command_type type, NullPointer null, Device& device, void* target,
                        const void* pattern, size_t patternBytes, size_t sizeBytes);

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

}  // namespace lanewise::icd
