// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for external memory: memory files, and buffers that import them.
#pragma once

#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lanewise::test {

class ExternalMemoryTest : public ApiTest {
 protected:
  /// The test's descriptor of a memory file; `given` is a copy that a buffer may own.
  struct MemoryFile {
    explicit MemoryFile(size_t sizeBytes) : file(memfd_create("lanewise-test", MFD_CLOEXEC)) {
      EXPECT_EQ(ftruncate(file, off_t(sizeBytes)), 0);
    }
    ~MemoryFile() { close(file); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    int given() const { return fcntl(file, F_DUPFD_CLOEXEC, 0); }
    int file;
  };
  using Properties = std::vector<cl_mem_properties>;

  static Properties of(cl_mem_properties type, int file) {
    return {type, static_cast<cl_mem_properties>(file)};
  }
  cl_mem create(Properties list, cl_int* error, size_t sizeBytes = 64,
                cl_mem_flags flags = CL_MEM_READ_WRITE, void* hostPointer = nullptr) {
    list.push_back(0);
    return clCreateBufferWithProperties(context(), list.data(), flags, sizeBytes, hostPointer,
                                        error);
  }
  Buffer import(const MemoryFile& file, size_t sizeBytes = 64) {
    cl_int error = CL_SUCCESS;
    Buffer made(
        create(of(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, file.given()), &error, sizeBytes));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};

}  // namespace lanewise::test
