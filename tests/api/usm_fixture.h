// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for cl_intel_unified_shared_memory: queries of pointers.
#pragma once

#include "tests/api/svm_fixture.h"

namespace lanewise::test {

class UsmTest : public SvmTest {
 protected:
  template <class T>
  T usmInfo(const void* pointer, cl_mem_info_intel name) {
    T value{};
    size_t sizeBytes = 0;
    EXPECT_EQ(LW_EXTENSION(clGetMemAllocInfoINTEL)(context(), pointer, name, sizeof value, &value,
                                                   &sizeBytes),
              CL_SUCCESS);
    EXPECT_EQ(sizeBytes, sizeof value);
    return value;
  }
};

}  // namespace lanewise::test
