// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features, extensions, versions and names of a device that LANEWISE_DEVICE limits: what is missing
// there is neither listed nor accepted, and a message names the key.
#include "tests/api/extension_objects.h"
#include "tests/api/small_device/small_device_fixture.h"

#include <fstream>
#include <sstream>

using namespace lanewise::test;

namespace {

const char kFp64[] = "kernel void k(global double* out) { *out = *out * 2; }";
const char kFp16[] = "kernel void k(global half* out) { *out = *out * 2; }";

TEST_F(SmallDevice, DoublesAreThereOrNot) {
  NEEDS_KEY("fp64");
  ASSERT_TRUE(isOff("fp64"));
  EXPECT_FALSE(hasExtension("cl_khr_fp64"));
  EXPECT_EQ(info<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG), 0u);
  EXPECT_EQ(info<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE), 0u);
  expectNotBuilt(kFp64, "fp64");
  expectNotBuilt("#ifdef cl_khr_fp64\n#define has\n#endif\n#ifndef has\n#error none\n#endif\n",
                 "fp64");
  expectBuilt("kernel void k(global float* out) { *out = *out * 2.0; }");
}

TEST_F(SmallDevice, HalvesAreThereOrNot) {
  NEEDS_KEY("fp16");
  ASSERT_TRUE(isOff("fp16"));
  EXPECT_FALSE(hasExtension("cl_khr_fp16"));
  expectNotBuilt(kFp16, "fp16");
  // Memory in that format needs no extension.
  expectBuilt("kernel void k(global half* out, float x) { vstore_half(x, 0, out); }");
}

TEST_F(SmallDevice, ImagesAreThereOrNot) {
  NEEDS_KEY("images");
  ASSERT_TRUE(isOff("images"));
  EXPECT_EQ(info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT), cl_bool(CL_FALSE));
  EXPECT_EQ(info<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 0u);
  expectNotBuilt("#ifndef __IMAGE_SUPPORT__\n#error none\n#endif\n", "images");
  expectNotBuilt(
      "kernel void k(read_only image2d_t in, global float4* out) { sampler_t s = 0;"
      " *out = read_imagef(in, s, (int2)(0)); }",
      "images");
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  cl_int error = CL_SUCCESS;
  const Buffer image(clCreateImage(notified(), 0, &format, &description, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: images=0")) << reports().text;
  const cl_sampler_properties none[] = {0};
  EXPECT_EQ(clCreateSamplerWithProperties(notified(), none, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  cl_uint count = 1;
  EXPECT_EQ(clGetSupportedImageFormats(notified(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                       nullptr, &count),
            CL_SUCCESS);
  EXPECT_EQ(count, 0u);
}

TEST_F(SmallDevice, SrgbImagesMayBeWrittenWithTheExtensionOnly) {
  if (!info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT)) GTEST_SKIP() << "no images";
  const bool writes = hasExtension("cl_khr_srgb_image_writes");
  EXPECT_EQ(writes, valueOf("without").find("cl_khr_srgb_image_writes") == std::string::npos);
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  for (const cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
    std::array<cl_image_format, 200> formats = {};
    EXPECT_EQ(clGetSupportedImageFormats(notified(), flags, CL_MEM_OBJECT_IMAGE2D, 200,
                                         formats.data(), nullptr),
              CL_SUCCESS);
    for (const cl_channel_order order : {CL_sRGB, CL_sRGBx, CL_sRGBA, CL_sBGRA}) {
      const bool has = writes || flags == CL_MEM_READ_ONLY;
      const auto isIt = [&](const auto& one) { return one.image_channel_order == order; };
      EXPECT_EQ(std::ranges::any_of(formats, isIt), has) << std::hex << order << " " << flags;
      const cl_image_format format = {order, CL_UNORM_INT8};
      cl_int error = 1;
      const Buffer image(clCreateImage(notified(), flags, &format, &description, nullptr, &error));
      EXPECT_EQ(error, has ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED);
    }
  }
}

TEST_F(SmallDevice, FormatsOfExtensionsNeedThem) {
  if (isOff("images")) GTEST_SKIP() << "there are no images";
  const std::pair<cl_image_format, const char*> formats[] = {
      {{CL_RGBA, 0x10E1}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
      {{CL_R, 0x10E8}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
      {{CL_ABGR, CL_UNORM_INT_2_101010_EXT}, "cl_ext_image_unorm_int_2_101010"},
      {{CL_R, CL_UNSIGNED_INT_RAW10_EXT}, "cl_ext_image_raw10_raw12"}};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  for (const auto& [format, extension] : formats) {
    cl_int error = 1;
    const Buffer image(
        clCreateImage(notified(), CL_MEM_READ_ONLY, &format, &description, nullptr, &error));
    EXPECT_EQ(hasExtension(extension), !valueOf("without").contains(extension));
    EXPECT_EQ(error, hasExtension(extension) ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
}

TEST_F(SmallDevice, PropertiesOfContextsNeedTheirExtensions) {
  const std::pair<cl_context_properties, const char*> properties[] = {
      {CL_CONTEXT_MEMORY_INITIALIZE_KHR, "cl_khr_initialize_memory"},
      {CL_PRINTF_BUFFERSIZE_ARM, "cl_arm_printf"}};
  const cl_device_id only = device();
  for (const auto& [property, extension] : properties) {
    const cl_context_properties list[] = {property, 3, 0};
    cl_int error = 1;
    const Context made(clCreateContext(list, 1, &only, nullptr, nullptr, &error));
    EXPECT_EQ(hasExtension(extension), !valueOf("without").contains(extension));
    EXPECT_EQ(error, hasExtension(extension) ? CL_SUCCESS : CL_INVALID_PROPERTY);
  }
}

TEST_F(SmallDevice, QueuesThatRunCommandsInTheCallNeedTheExtension) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL,
                                      0};
  cl_int error = 1;
  const Queue made(clCreateCommandQueueWithProperties(context(), device(), list, &error));
  const bool has = hasExtension("cl_intel_exec_by_local_thread");
  EXPECT_EQ(has, !valueOf("without").contains("cl_intel_exec_by_local_thread"));
  EXPECT_EQ(error, has ? CL_SUCCESS : CL_INVALID_VALUE);
}

TEST_F(SmallDevice, CommandBuffersWithSeveralQueuesNeedTheExtension) {
  if (!hasExtension("cl_khr_command_buffer")) GTEST_SKIP() << "there are no command buffers";
  Queue first = makeQueue(context()), second = makeQueue(context());
  const cl_command_queue two[] = {first, second};
  const bool has = hasExtension("cl_khr_command_buffer_multi_device");
  EXPECT_EQ(has, !valueOf("without").contains("cl_khr_command_buffer_multi_device"));
  auto* create = LW_EXTENSION(clCreateCommandBufferKHR);
  cl_int error = 1;
  const CommandBuffer ofTwo(create(2, two, nullptr, &error));
  EXPECT_EQ(error, has ? CL_SUCCESS : CL_INVALID_VALUE);
  const cl_command_buffer_properties_khr flags[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                    CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0};
  const CommandBuffer flagged(create(1, two, flags, &error));
  EXPECT_EQ(error, has ? CL_SUCCESS : CL_INVALID_PROPERTY);
}

TEST_F(SmallDevice, SharedVirtualMemoryIsThereOrNot) {
  const bool isOld = valueOf("version") == "1.2";
  if (!isOff("svm") && !isOld) GTEST_SKIP() << "there is SVM";
  if (!isOld) EXPECT_EQ(info<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES), 0u);
  EXPECT_FALSE(hasExtension("cl_khr_unified_svm"));
  EXPECT_FALSE(hasExtension("cl_intel_unified_shared_memory"));
  const std::string key = isOff("svm") ? "LANEWISE_DEVICE: svm=0" : "LANEWISE_DEVICE: version=1.2";
  EXPECT_EQ(clSVMAlloc(notified(), CL_MEM_READ_WRITE, 64, 0), nullptr);
  EXPECT_TRUE(reports().contains(key)) << reports().text;
  int from = 1, to = 0;
  EXPECT_EQ(clEnqueueSVMMemcpy(notifiedQueue(), CL_TRUE, &to, &from, 4, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  const OwnedProgram program = programOf("kernel void k(global int* out) {}");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernelOf(program), 0, &to), CL_INVALID_OPERATION);
}

TEST_F(SmallDevice, VersionIsThatOfAllQueries) {
  NEEDS_KEY("version");
  const std::string version = valueOf("version");
  const bool isOld = version == "1.2", hasFeatures = version[0] == '3';
  EXPECT_TRUE(text(CL_DEVICE_VERSION).starts_with("OpenCL " + version + " "));
  std::string ofPlatform(100, 0);
  EXPECT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_VERSION, 100, ofPlatform.data(), nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(ofPlatform.starts_with("OpenCL " + version + " "));
  const auto isKnown = [&](cl_device_info query) {
    size_t size = 0;
    const cl_int error = clGetDeviceInfo(device(), query, 0, nullptr, &size);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_VALUE);
    return error == CL_SUCCESS;
  };
  EXPECT_EQ(isKnown(CL_DEVICE_OPENCL_C_FEATURES), hasFeatures);
  EXPECT_EQ(isKnown(CL_DEVICE_SVM_CAPABILITIES), !isOld);
  EXPECT_EQ(isKnown(CL_DEVICE_MAX_NUM_SUB_GROUPS), version >= "2.1");
  EXPECT_EQ(isKnown(CL_DEVICE_MAX_ON_DEVICE_QUEUES), !isOld);
  EXPECT_TRUE(isKnown(CL_DEVICE_UUID_KHR));
  const int number = (version[0] - '0') * 100 + (version[2] - '0') * 10;
  expectBuilt("#if __OPENCL_VERSION__ != " + std::to_string(number) +
              "\n#error other\n#endif\nkernel void k() {}");
  const std::string kernel = "kernel void k() {}";
  expectBuilt(kernel, "-cl-std=CL1.2");
  for (const auto& [language, least] :
       {std::pair{"-cl-std=CL2.0", "2.0"}, {"-cl-std=CL3.0", "3.0"}, {"-cl-std=CLC++", "2.0"}}) {
    if (version >= least)
      expectBuilt(kernel, language);
    else
      expectNotBuilt(kernel, "version", language);
  }
}

TEST_F(SmallDevice, QueriesOfOldVersionsAndListedExtensionsAreKnown) {
  // Of OpenCL 1.0; OpenCL 2.0 has it by another name.
  EXPECT_NE(info<cl_command_queue_properties>(CL_DEVICE_QUEUE_PROPERTIES), 0u);
  if (!hasExtension("cl_khr_image2d_from_buffer")) return;
  EXPECT_NE(info<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT_KHR), 0u);
  EXPECT_NE(info<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT_KHR), 0u);
}

TEST_F(SmallDevice, NamesAndNumbersAreThoseOfTheKeys) {
  if (!valueOf("name").empty()) EXPECT_EQ(text(CL_DEVICE_NAME), valueOf("name"));
  if (!valueOf("vendor_id").empty())
    EXPECT_EQ(info<cl_uint>(CL_DEVICE_VENDOR_ID), std::stoul(valueOf("vendor_id"), nullptr, 0));
}

TEST_F(SmallDevice, HiddenExtensionsAreNeitherListedNorMacros) {
  NEEDS_KEY("without");
  const std::string list = valueOf("without");
  std::string_view rest = list;
  while (!rest.empty()) {
    const std::string name(takeUpTo(rest, '+'));
    EXPECT_FALSE(hasExtension(name));
    expectNotBuilt("#ifndef " + name + "\n#error none\n#endif\n", "without");
  }
}

TEST_F(SmallDevice, BuildOptionsAreInFrontOfOthers) {
  if (valueOf("build_options") != "-DFROM_DEVICE=7") GTEST_SKIP() << "other options";
  expectBuilt("#if FROM_DEVICE != 7\n#error other\n#endif\nkernel void k() {}");
  const OwnedProgram program = programOf("kernel void k() {}");
  EXPECT_EQ(build(program, "-Dx"), CL_SUCCESS) << log(program);
  char options[100] = "";
  EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_OPTIONS, sizeof options,
                                  options, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(options, "-Dx");
}

TEST_F(SmallDevice, LogsAreThoseOfTheDocument) {
  if (valueOf("preset") != "apple-m1") GTEST_SKIP() << "the document has the log of another preset";
  std::ifstream file(LANEWISE_SMALL_DEVICES_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const OwnedProgram program = programOf("kernel void k(global double* p) {}");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  std::istringstream lines(log(program));
  size_t found = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.contains("error:") || line.contains("note:"))
      found += page.contains("    " + line + "\n");
  EXPECT_EQ(found, 2u) << log(program);
}

TEST_F(SmallDevice, BuildOptionsWithoutEffectAreNotNamedByLogs) {
  if (valueOf("build_options") != "-cl-std=CL9") GTEST_SKIP() << "other options";
  expectBuilt("kernel void k() {}");
  const OwnedProgram program = programOf("#error wrong");
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_TRUE(log(program).contains("LANEWISE_DEVICE limits the device: fp64=0")) << log(program);
  EXPECT_FALSE(log(program).contains("build_options")) << log(program);
}

// Two processes with one cache: the first has doubles, the second has not.
class Binaries : public SmallDevice {
 protected:
  static std::string path() {
    const char* file = std::getenv("SMALL_DEVICE_BINARY");
    return file ? file : "";
  }
};

TEST_F(Binaries, AreWrittenByADeviceWithDoubles) {
  if (path().empty() || isOff("fp64")) GTEST_SKIP() << "for the first process";
  const OwnedProgram program = programOf(kFp64);
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char* data = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr),
            CL_SUCCESS);
  std::ofstream(path(), std::ios::binary).write(reinterpret_cast<char*>(data), long(size));
}

TEST_F(Binaries, OfADeviceWithDoublesAreNoneOfOneWithout) {
  if (path().empty() || !isOff("fp64")) GTEST_SKIP() << "for the second process";
  std::ifstream file(path(), std::ios::binary);
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string bytes = stream.str();
  ASSERT_FALSE(bytes.empty());
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const size_t size = bytes.size();
  const cl_device_id id = device();
  cl_int error = CL_SUCCESS;
  const OwnedProgram program(
      clCreateProgramWithBinary(notified(), 1, &id, &size, &data, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_TRUE(log(program).contains("Float64")) << log(program);
  EXPECT_TRUE(log(program).contains("fp64=0")) << log(program);
  // The source, which the cache on disk has from the first process.
  expectNotBuilt(kFp64, "fp64");
}

}  // namespace
