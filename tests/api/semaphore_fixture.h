// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for semaphores: semaphores that are ready, signals and waits.
#pragma once

#include "tests/api/extension_objects.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <chrono>

namespace lanewise::test {

using SemaphoreProperties = std::vector<cl_semaphore_properties_khr>;

class SemaphoreTest : public ApiTest {
 protected:
  /// With the type and `more` (without the terminating 0).
  Semaphore make(const SemaphoreProperties& more = {}) { return makeIn(context(), more); }
  Semaphore makeIn(cl_context context, const SemaphoreProperties& more = {}) {
    SemaphoreProperties list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    cl_int error = CL_SUCCESS;
    Semaphore made = create(context, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Semaphore create(cl_context context, SemaphoreProperties list, cl_int* error) {
    list.push_back(0);
    return LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context, list.data(), error);
  }
  static SemaphoreProperties exporting(cl_semaphore_properties_khr type) {
    return {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type,
            CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR};
  }
  static SemaphoreProperties importing(cl_semaphore_properties_khr type, int file) {
    return {type, static_cast<cl_semaphore_properties_khr>(file)};
  }
  cl_semaphore_khr released() { return make(); }

  cl_int signal(cl_command_queue queue, cl_semaphore_khr semaphore, cl_uint count = 0,
                const cl_event* waits = nullptr, cl_event* event = nullptr) {
    return LW_EXTENSION(clEnqueueSignalSemaphoresKHR)(queue, 1, &semaphore, nullptr, count, waits,
                                                      event);
  }
  cl_int wait(cl_command_queue queue, cl_semaphore_khr semaphore, cl_uint count = 0,
              const cl_event* waits = nullptr, cl_event* event = nullptr) {
    return LW_EXTENSION(clEnqueueWaitSemaphoresKHR)(queue, 1, &semaphore, nullptr, count, waits,
                                                    event);
  }
  cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    return infoOf<cl_semaphore_payload_khr>(LW_EXTENSION(clGetSemaphoreInfoKHR), semaphore,
                                            CL_SEMAPHORE_PAYLOAD_KHR);
  }
  cl_int exportTo(cl_semaphore_khr semaphore, cl_external_semaphore_handle_type_khr type,
                  int* handle) {
    return LW_EXTENSION(clGetSemaphoreHandleForTypeKHR)(semaphore, device(), type, sizeof *handle,
                                                        handle, nullptr);
  }
  int exported(cl_semaphore_khr semaphore) {
    int handle = -1;
    EXPECT_EQ(exportTo(semaphore, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, &handle), CL_SUCCESS);
    return handle;
  }
  static cl_int statusOf(cl_event event) {
    return infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
};

}  // namespace lanewise::test
