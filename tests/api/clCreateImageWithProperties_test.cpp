// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of properties; create_image_test.cpp has the rest.
#include "tests/api/conditions/conditions.h"
#include "tests/api/image_fixture.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace lanewise::test;

namespace {

struct clCreateImageWithPropertiesTest : ImageTest {
  using Word = cl_mem_properties;
  cl_int call(const std::vector<Word>& list, cl_mem_flags flags = 0, void* host = nullptr) {
    cl_int code = 12345;
    made = Image(
        clCreateImageWithProperties(context(), list.data(), flags, &kRgba8, &flat, host, &code));
    return code;
  }
  /// A memory file of that many bytes; the image that imports it owns it.
  static Word memoryFile(size_t sizeBytes) {
    const int file = memfd_create("lanewise-test", MFD_CLOEXEC);
    EXPECT_EQ(ftruncate(file, off_t(sizeBytes)), 0);
    return Word(file);
  }
  static constexpr Word kFile = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
  static constexpr Word kDevices = CL_MEM_DEVICE_HANDLE_LIST_KHR;
  cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  Image made;
};

}  // namespace

TEST_F(clCreateImageWithPropertiesTest, TellsItsProperties) {
  ASSERT_EQ(call({0}), CL_SUCCESS);
  EXPECT_EQ(arrayOf<Word>(clGetMemObjectInfo, cl_mem(made), CL_MEM_PROPERTIES),
            std::vector<Word>{0});
}

TEST_F(clCreateImageWithPropertiesTest, ImportsMemory) {
  const Word file = memoryFile(64);
  const int copy = dup(int(file));
  flat.image_row_pitch = 16;
  ASSERT_EQ(call({kFile, file, kDevices, Word(device()), 0, 0}), CL_SUCCESS);
  const unsigned char texel[4] = {1, 2, 3, 4};
  ASSERT_EQ(pwrite(copy, texel, 4, 60), 4);
  close(copy);
  const cl_mem image = made;
  ASSERT_EQ(
      LW_EXTENSION(clEnqueueAcquireExternalMemObjectsKHR)(queue(), 1, &image, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(read(image, {4, 4, 1})[62], 3);
}

TEST_F(clCreateImageWithPropertiesTest, InvalidProperty) {
  const auto expect = [](const char* key, cl_int code) {
    EXPECT_CONDITION(std::string("clCreateImageWithProperties/CL_INVALID_PROPERTY/") + key, code);
  };
  expect("name-unknown", call({Word(0x4242), 1, 0}));
  expect("value-invalid", call({kFile, Word(-1), 0}));
  const Word file = memoryFile(64);
  expect("name-twice", call({kFile, file, kFile, file, 0}));
  expect("properties-includes-more-external-memory",
         call({kFile, file, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, file, 0}));
  expect("properties-not-include-supported-external", call({kDevices, Word(device()), 0, 0}));
  close(int(file));
}

TEST_F(clCreateImageWithPropertiesTest, InvalidDevice) {
  const Word file = memoryFile(64);
  EXPECT_CONDITION(
      "clCreateImageWithProperties/CL_INVALID_DEVICE/"
      "device-identified-property-mem_device_handle_list_khr-not",
      call({kFile, file, kDevices, Word(context()), 0, 0}));
  close(int(file));
}

TEST_F(clCreateImageWithPropertiesTest, ExternalMemoryExcludesHostMemory) {
  const Word file = memoryFile(64);
  unsigned char host[64] = {};
  EXPECT_CONDITION(
      "clCreateImageWithProperties/CL_INVALID_VALUE/properties-includes-supported-external-memory",
      call({kFile, file, 0}, CL_MEM_ALLOC_HOST_PTR));
  EXPECT_CONDITION(
      "clCreateImageWithProperties/CL_INVALID_HOST_PTR/"
      "properties-includes-supported-external-memory",
      call({kFile, file, 0}, 0, host));
  close(int(file));
}
