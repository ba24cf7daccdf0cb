// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device that LANEWISE_DEVICE limits, with the real compiler: queries have the limits, what
// exceeds one fails with the error of the specification, and a message names the key.
// CMakeLists.txt runs the program with each preset and with other keys. A test of a key that is not
// set is skipped.
#include "runtime/base/svm_names.h"
#include "tests/api/fixture.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

using namespace lanewise::test;

namespace {

using OwnedProgram = Owned<cl_program, clReleaseProgram>;
using OwnedKernel = Owned<cl_kernel, clReleaseKernel>;

std::string_view takeUpTo(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

/// The keys of LANEWISE_DEVICE, with those of its preset.
const std::map<std::string, std::string, std::less<>>& keys() {
  static const auto& all = *[] {
    auto* found = new std::map<std::string, std::string, std::less<>>;
    const auto add = [&](std::string_view text) {
      while (!text.empty()) {
        std::string_view value = takeUpTo(text, ',');
        const std::string_view name = takeUpTo(value, '=');
        (*found)[std::string(name)] = value;
      }
    };
    const char* text = std::getenv("LANEWISE_DEVICE");
    add(text ? text : "");
#define DEVICE_PRESET(name, presetKeys) \
  if (found->contains("preset") && found->at("preset") == #name) add(presetKeys), add(text);
#include "runtime/device/device_presets.def"
    return found;
  }();
  return all;
}

std::string valueOf(std::string_view key) {
  const auto found = keys().find(key);
  return found == keys().end() ? "" : found->second;
}

uint64_t bytesOf(std::string_view key) {
  const std::string text = valueOf(key);
  const uint64_t factor = text.ends_with('K')   ? 1 << 10
                          : text.ends_with('M') ? 1 << 20
                          : text.ends_with('G') ? 1 << 30
                                                : 1;
  return std::stoull(text) * factor;
}

bool isOff(std::string_view key) { return valueOf(key) == "0"; }

/// What the notify function of the context got.
struct Reports {
  std::mutex mutex;
  std::string text;
  void clear() {
    const std::lock_guard lock(mutex);
    text.clear();
  }
  bool contains(const std::string& part) {
    const std::lock_guard lock(mutex);
    return text.contains(part);
  }
};
Reports& reports() {
  static Reports& all = *new Reports;
  return all;
}

class SmallDevice : public ApiTest {
 protected:
  SmallDevice() {
    reports().clear();
    const cl_device_id id = device();
    notified_ = Context(clCreateContext(
        nullptr, 1, &id,
        [](const char* error, const void*, size_t, void*) {
          const std::lock_guard lock(reports().mutex);
          reports().text.append(error).append("\n");
        },
        nullptr, nullptr));
    queue_ = makeQueue(notified_);
  }

  template <class T>
  T info(cl_device_info query) {
    T value{};
    EXPECT_EQ(clGetDeviceInfo(device(), query, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string text(cl_device_info query) {
    std::string value(10000, 0);
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device(), query, value.size(), value.data(), &size), CL_SUCCESS);
    value.resize(size ? size - 1 : 0);
    return value;
  }
  bool hasExtension(const std::string& name) {
    return (" " + text(CL_DEVICE_EXTENSIONS) + " ").contains(" " + name + " ");
  }
  OwnedProgram programOf(const std::string& source) {
    const char* words = source.c_str();
    return clCreateProgramWithSource(notified_, 1, &words, nullptr, nullptr);
  }
  cl_int build(cl_program program, const char* options = "") {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  std::string log(cl_program program) {
    std::string value(100000, 0);
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, value.size(),
                                    value.data(), &size),
              CL_SUCCESS);
    value.resize(size ? size - 1 : 0);
    return value;
  }
  OwnedKernel kernelOf(cl_program program, const char* name = "k") {
    cl_int error = CL_SUCCESS;
    OwnedKernel kernel(clCreateKernel(program, name, &error));
    EXPECT_EQ(error, CL_SUCCESS) << log(program);
    return kernel;
  }
  cl_int launch(cl_kernel kernel, size_t items, size_t local) {
    const cl_int error =
        clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr);
    clFinish(queue_);
    return error;
  }
  /// The build fails, and its log names the key.
  void expectNotBuilt(const std::string& source, const std::string& key, const char* options = "") {
    const OwnedProgram program = programOf(source);
    EXPECT_EQ(build(program, options), CL_BUILD_PROGRAM_FAILURE) << source;
    EXPECT_TRUE(log(program).contains(key + "=")) << log(program);
    EXPECT_TRUE(log(program).contains("LANEWISE_DEVICE")) << log(program);
  }
  void expectBuilt(const std::string& source, const char* options = "") {
    const OwnedProgram program = programOf(source);
    EXPECT_EQ(build(program, options), CL_SUCCESS) << log(program);
  }
  cl_context notified() { return notified_; }
  cl_command_queue notifiedQueue() { return queue_; }

 private:
  Context notified_;
  Queue queue_;
};

#define NEEDS_KEY(key) \
  if (valueOf(key).empty()) GTEST_SKIP() << key " is not set"

TEST_F(SmallDevice, LocalMemoryIsLimited) {
  NEEDS_KEY("local_memory");
  const cl_ulong most = bytesOf("local_memory");
  EXPECT_EQ(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), most);
  const OwnedProgram program = programOf(
      "kernel void k(local int* memory, global int* out) { *memory = 1; *out = *memory; }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  const Buffer out(clCreateBuffer(notified(), 0, 4, nullptr, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.array()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, most, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  EXPECT_FALSE(reports().contains("local_memory"));
  ASSERT_EQ(clSetKernelArg(kernel, 0, most + 4, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: local_memory=")) << reports().text;
}

TEST_F(SmallDevice, LocalVariablesAreLimited) {
  NEEDS_KEY("local_memory");
  const OwnedProgram program =
      programOf("kernel void k(global int* out) { local int memory[" +
                std::to_string(bytesOf("local_memory") / 4 + 1) +
                "]; memory[get_local_id(0)] = *out; barrier(CLK_LOCAL_MEM_FENCE);"
                " *out = memory[out[1]]; }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  const Buffer out(clCreateBuffer(notified(), 0, 4096, nullptr, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: local_memory=")) << reports().text;
}

TEST_F(SmallDevice, WorkGroupsAreLimited) {
  NEEDS_KEY("group_size");
  const size_t most = std::stoul(valueOf("group_size"));
  EXPECT_EQ(info<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), most);
  EXPECT_EQ((info<std::array<size_t, 3>>(CL_DEVICE_MAX_WORK_ITEM_SIZES)),
            (std::array{most, most, most}));
  const OwnedProgram program = programOf("kernel void k() {}");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  size_t ofKernel = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof ofKernel,
                                     &ofKernel, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(ofKernel, most);
  EXPECT_EQ(launch(kernel, 2 * most, most), CL_SUCCESS);
  EXPECT_FALSE(reports().contains("group_size"));
  EXPECT_EQ(launch(kernel, 4 * most, 2 * most), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: group_size=")) << reports().text;
  reports().clear();
  const size_t items[2] = {2 * most, 2}, local[2] = {most, 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(notifiedQueue(), kernel, 2, nullptr, items, local, 0, nullptr,
                                   nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: group_size=")) << reports().text;
}

TEST_F(SmallDevice, WorkGroupsThatTheRuntimeChoosesAreNotLarger) {
  NEEDS_KEY("group_size");
  const OwnedProgram program = programOf(
      "kernel void k(global uint* out) { *out = get_local_size(0) * get_local_size(1); }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  cl_uint size = 0;
  const Buffer out(clCreateBuffer(notified(), CL_MEM_USE_HOST_PTR, 4, &size, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  for (const size_t items : {1000, 4096, 100003}) {
    const size_t global[2] = {items, 3};
    ASSERT_EQ(clEnqueueNDRangeKernel(notifiedQueue(), kernel, 2, nullptr, global, nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(notifiedQueue(), out, CL_TRUE, 0, 4, &size, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_LE(size, std::stoul(valueOf("group_size"))) << items;
  }
}

TEST_F(SmallDevice, BuffersAreLimited) {
  if (valueOf("allocation").empty() && valueOf("global_memory").empty())
    GTEST_SKIP() << "memory is not limited";
  const auto most = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  if (!valueOf("allocation").empty()) EXPECT_LE(most, bytesOf("allocation"));
  if (!valueOf("global_memory").empty())
    EXPECT_LE(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE), bytesOf("global_memory"));
  cl_int error = CL_SUCCESS;
  const Buffer buffer(clCreateBuffer(notified(), 0, most + 1, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  EXPECT_TRUE(reports().contains(valueOf("allocation").empty() ? "LANEWISE_DEVICE: global_memory="
                                                               : "LANEWISE_DEVICE: allocation="))
      << reports().text;
}

TEST_F(SmallDevice, AllMemoryTogetherIsLimited) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const auto piece = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto all = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  EXPECT_EQ(all, bytesOf("global_memory"));
  std::vector<Buffer> buffers;
  cl_int error = CL_SUCCESS;
  for (cl_ulong taken = 0; taken + piece <= all; taken += piece) {
    buffers.emplace_back(clCreateBuffer(notified(), 0, piece, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << taken;
  }
  buffers.emplace_back(clCreateBuffer(notified(), 0, piece, nullptr, &error));
  EXPECT_EQ(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: global_memory=")) << reports().text;
  buffers.clear();
  const Buffer again(clCreateBuffer(notified(), 0, piece, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(SmallDevice, AllocationsBeyondTheMemoryAreReportedWithTheKey) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const auto piece = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const Buffer buffer(clCreateBuffer(notified(), 0, 4096, nullptr, nullptr));
  std::vector<void*> taken;
  for (cl_ulong rest = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) - 4096; rest > 0;) {
    const cl_ulong size = std::min(rest, piece);
    taken.push_back(clSVMAlloc(notified(), CL_MEM_READ_WRITE, size, 0));
    ASSERT_NE(taken.back(), nullptr) << rest;
    rest -= size;
  }
  const auto expectReported = [](const char* what) {
    EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: global_memory=")) << what << reports().text;
    reports().clear();
  };
  cl_int error = CL_SUCCESS;
  EXPECT_FALSE(reports().contains("global_memory")) << reports().text;
  EXPECT_EQ(clSVMAlloc(notified(), CL_MEM_READ_WRITE, 64, 0), nullptr);
  expectReported("SVM");
  const cl_svm_alloc_properties_khr noProperties[] = {0};
  EXPECT_EQ(LW_EXTENSION(clSVMAllocWithPropertiesKHR)(notified(), noProperties, 0, 64, &error),
            nullptr);
  EXPECT_EQ(error, CL_OUT_OF_HOST_MEMORY);
  expectReported("unified SVM");
  EXPECT_EQ(LW_EXTENSION(clHostMemAllocINTEL)(notified(), nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_OUT_OF_HOST_MEMORY);
  expectReported("USM");
  for (void* const memory : taken) clSVMFree(notified(), memory);
}

// The fifth buffer failed, although the application had released the others.
TEST_F(SmallDevice, AHostThatRunsAheadWaitsForTheMemoryOfItsCommands) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const size_t size =
      std::min<size_t>(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), bytesOf("global_memory") / 4);
  for (int round = 0; round < 20; ++round) {
    cl_int error = CL_SUCCESS;
    const Buffer buffer(clCreateBuffer(context(), 0, size, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << round;
    const cl_uint pattern = 1;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &pattern, sizeof pattern, 0, size, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(SmallDevice, SubGroupsHaveTheFirstSize) {
  NEEDS_KEY("sub_group");
  std::vector<size_t> sizes(8);
  size_t bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 64, sizes.data(), &bytes),
            CL_SUCCESS);
  sizes.resize(bytes / sizeof(size_t));
  const std::string list = "+" + valueOf("sub_group") + "+";
  for (const size_t size : sizes) EXPECT_TRUE(list.contains("+" + std::to_string(size) + "+"));
  const std::string source = "kernel void k(global uint* out) { *out = get_max_sub_group_size(); }";
  const OwnedProgram program =
      programOf("#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n" + source);
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  cl_uint size = 0;
  const Buffer out(clCreateBuffer(notified(), CL_MEM_USE_HOST_PTR, 4, &size, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  EXPECT_EQ(size, std::stoul(valueOf("sub_group")));
  for (const size_t required : {1, 4, 8, 16, 32, 64}) {
    const std::string kernelText =
        "__attribute__((intel_reqd_sub_group_size(" + std::to_string(required) + "))) " + source;
    if (list.contains("+" + std::to_string(required) + "+"))
      expectBuilt(kernelText);
    else
      expectNotBuilt(kernelText, "sub_group");
  }
}

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

TEST_F(SmallDevice, ContextsInitializeMemoryWithTheExtensionOnly) {
  const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 3, 0};
  const cl_device_id only = device();
  cl_int error = 1;
  const Context made(clCreateContext(list, 1, &only, nullptr, nullptr, &error));
  const bool has = hasExtension("cl_khr_initialize_memory");
  EXPECT_EQ(has, !valueOf("without").contains("cl_khr_initialize_memory"));
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
