// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device has the required features of the OpenCL version that it reports: each row of
// required.def, and versions that agree with each other. Uses the real compiler.
#include "runtime/base/cl_names.h"
#include "tests/api/fixture.h"

#include <algorithm>
#include <string_view>

using namespace lanewise::test;

namespace {

constexpr cl_version kVersion = CL_MAKE_VERSION(3, 1, 0);

struct RequiredTest : ApiTest {
  bool listed(cl_device_info list, std::string_view name, cl_version version = 0) {
    return std::ranges::any_of(
        arrayOf<cl_name_version>(clGetDeviceInfo, device(), list), [&](const auto& row) {
          return row.name == name && (version == 0 || row.version == version);
        });
  }
  bool hasSpirvCapability(cl_uint capability) {
    const auto all = arrayOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_CAPABILITIES);
    return std::ranges::find(all, capability) != all.end();
  }
  bool hasSpirvExtension(std::string_view name) {
    const auto all = arrayOf<const char*>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_EXTENSIONS);
    return std::ranges::find(all, name, [](const char* one) { return std::string_view(one); }) !=
           all.end();
  }
  /// The value that the source's kernel `k` stores in its only work-item.
  std::vector<cl_int> run(const std::string& source, const std::string& options, size_t count) {
    const char* text = source.c_str();
    cl_int error = CL_SUCCESS;
    const Owned<cl_program, clReleaseProgram> program(
        clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    if (clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      std::string log(10'000, '\0');
      clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                            nullptr);
      ADD_FAILURE() << options << '\n' << log.c_str();
      return std::vector<cl_int>(count);
    }
    const Owned<cl_kernel, clReleaseKernel> kernel(clCreateKernel(program, "k", &error));
    EXPECT_EQ(error, CL_SUCCESS);
    std::vector<cl_int> values(count);
    const Buffer buffer = makeBuffer(count * sizeof(cl_int), CL_MEM_COPY_HOST_PTR, values.data());
    const size_t one = 1;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, count * sizeof(cl_int),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
};

/// "OpenCL 3.1 " for 3.1.0.
std::string prefix(const char* name, cl_version version) {
  return std::string(name) + " " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
         std::to_string(CL_VERSION_MINOR(version)) + " ";
}

}  // namespace

TEST_F(RequiredTest, VersionsOfPlatformAndDeviceAgree) {
  for (cl_version version :
       {infoOf<cl_version>(clGetPlatformInfo, platform(), CL_PLATFORM_NUMERIC_VERSION),
        infoOf<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_NUMERIC_VERSION)})
    EXPECT_EQ(version, kVersion);
  const std::string start = prefix("OpenCL", kVersion);
  EXPECT_TRUE(textOf(clGetPlatformInfo, platform(), CL_PLATFORM_VERSION).starts_with(start));
  EXPECT_TRUE(textOf(clGetDeviceInfo, device(), CL_DEVICE_VERSION).starts_with(start));
}

TEST_F(RequiredTest, TheLanguageOfDefaultIsListed) {
  const auto version =
      infoOf<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR);
  EXPECT_TRUE(textOf(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_VERSION)
                  .starts_with(prefix("OpenCL C", version)));
  EXPECT_TRUE(listed(CL_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", version));
}

TEST_F(RequiredTest, NoLanguageIsNewerThanTheDevice) {
  for (const auto& row :
       arrayOf<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS))
    EXPECT_LE(row.version, kVersion);
}

TEST_F(RequiredTest, SubGroupsAreThere) {
  EXPECT_GE(infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
}

TEST_F(RequiredTest, WhatTheTableLists) {
#define REQUIRED_EXTENSION(name, since) \
  EXPECT_TRUE(listed(CL_DEVICE_EXTENSIONS_WITH_VERSION, #name)) << #name;
#define REQUIRED_FEATURE(name, since) \
  EXPECT_TRUE(listed(CL_DEVICE_OPENCL_C_FEATURES, #name)) << #name;
#define REQUIRED_OPENCL_C(major, minor, since)                                               \
  EXPECT_TRUE(                                                                               \
      listed(CL_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", CL_MAKE_VERSION(major, minor, 0))) \
      << "OpenCL C " << major << '.' << minor;
#define REQUIRED_SPIRV(major, minor, since)                                                   \
  EXPECT_TRUE(listed(CL_DEVICE_ILS_WITH_VERSION, "SPIR-V", CL_MAKE_VERSION(major, minor, 0))) \
      << "SPIR-V " << major << '.' << minor;
#define REQUIRED_SPIRV_CAPABILITY(name, number, since) \
  EXPECT_TRUE(hasSpirvCapability(number)) << #name;
#define REQUIRED_SPIRV_EXTENSION(name, since) EXPECT_TRUE(hasSpirvExtension(#name)) << #name;
#define REQUIRED_FUNCTION(name, since) \
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform(), #name), nullptr) << #name;
#define REQUIRED_QUERY(name, sizeBytes, since) \
  EXPECT_EQ(arrayOf<cl_uchar>(clGetDeviceInfo, device(), name).size(), size_t(sizeBytes)) << #name;
#include "tests/api/required/required.def"
}

TEST_F(RequiredTest, ExtensionsThatFollowAFeatureAreListedWithIt) {
  EXPECT_EQ(listed(CL_DEVICE_EXTENSIONS_WITH_VERSION, "cl_khr_fp64"),
            listed(CL_DEVICE_OPENCL_C_FEATURES, "__opencl_c_fp64"));
  const bool images = infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT);
  for (const char* name :
       {"cl_khr_3d_image_writes", "cl_khr_depth_images", "cl_khr_image2d_from_buffer"})
    EXPECT_TRUE(images || !listed(CL_DEVICE_EXTENSIONS_WITH_VERSION, name)) << name;
}

TEST_F(RequiredTest, IndependentProgressIsPromisedWithTheExtensionOnly) {
  EXPECT_EQ(infoOf<cl_bool>(clGetDeviceInfo, device(),
                            CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) != CL_FALSE,
            listed(CL_DEVICE_EXTENSIONS_WITH_VERSION, "cl_khr_subgroups"));
}

TEST_F(RequiredTest, EveryListedLanguageTellsItsVersion) {
  for (const auto& row :
       arrayOf<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    const unsigned major = CL_VERSION_MAJOR(row.version), minor = CL_VERSION_MINOR(row.version);
    const std::string option = "-cl-std=CL" + std::to_string(major) + "." + std::to_string(minor);
    const auto told =
        run("kernel void k(global int* out) {\n"
            "  out[0] = __OPENCL_C_VERSION__;\n"
            "  out[1] = __OPENCL_VERSION__;\n"
            "}\n",
            option, 2);
    EXPECT_EQ(told[0], int(100 * major + 10 * minor)) << option;
    EXPECT_EQ(told[1], 310) << option;
  }
}

TEST_F(RequiredTest, MacrosOfVersion31) {
  EXPECT_EQ(
      run("#if __OPENCL_C_VERSION__ != 310 || CL_VERSION_3_1 != 310 || CL_VERSION_3_0 != 300\n"
          "#error versions\n"
          "#endif\n"
          "#if !__opencl_c_subgroups || !__opencl_c_int64\n"
          "#error features\n"
          "#endif\n"
          "kernel void k(global int* out) { *out = CL_VERSION_3_1; }\n",
          "-cl-std=CL3.1", 1),
      std::vector<cl_int>{310});
}

TEST_F(RequiredTest, BuiltinsOfVersion31NeedNoPragma) {
  std::string source = "kernel void k(global int* out) {\n";
  std::vector<cl_int> expected;
  std::vector<const char*> names;
#define REQUIRED_BUILTIN(name, since, call, result)                                             \
  source += "  out[" + std::to_string(expected.size()) + "] = (" #call ") == (" #result ");\n"; \
  expected.push_back(1);                                                                        \
  names.push_back(#name);
#include "tests/api/required/required.def"
  const auto told = run(source + "}\n", "-cl-std=CL3.1", expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(told[i], expected[i]) << names[i];
}

TEST_F(RequiredTest, ALocalArgumentMayHaveNoBytes) {
  const char* text = "kernel void k(global int* out, local int* none) { *out = 1; }";
  const Owned<cl_program, clReleaseProgram> program(
      clCreateProgramWithSource(context(), 1, &text, nullptr, nullptr));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  const Owned<cl_kernel, clReleaseKernel> kernel(clCreateKernel(program, "k", nullptr));
  const Buffer buffer = makeBuffer(4);
  const size_t one = 1;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[0], 1);
}
