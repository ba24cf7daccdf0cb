// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every row of device_info.def returns a value. The values satisfy the specification and do not
// contradict each other.
#include "runtime/base/cl_names.h"
#include "runtime/base/svm_names.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include <algorithm>
#include <set>

using namespace lanewise::test;

struct clGetDeviceInfoTest : ApiTest {
  template <class T>
  T value(cl_device_info name) {
    return infoOf<T>(clGetDeviceInfo, device(), name);
  }
  std::string text(cl_device_info name) { return textOf(clGetDeviceInfo, device(), name); }
  template <class T>
  std::vector<T> list(cl_device_info name) {
    return arrayOf<T>(clGetDeviceInfo, device(), name);
  }
  bool hasFeature(std::string_view feature) {
    return std::ranges::any_of(list<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES),
                               [&](const auto& row) { return row.name == feature; });
  }
};

TEST_F(clGetDeviceInfoTest, AnswersEveryRowOfTheTable) {
  const auto answers = [&](cl_device_info name, size_t expectedBytes, const char* query) {
    size_t sizeBytes = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), name, 0, nullptr, &sizeBytes), CL_SUCCESS) << query;
    if (expectedBytes) EXPECT_EQ(sizeBytes, expectedBytes) << query;
    std::vector<char> bytes(sizeBytes + 1, '#');
    EXPECT_EQ(clGetDeviceInfo(device(), name, sizeBytes, bytes.data(), nullptr), CL_SUCCESS)
        << query;
    EXPECT_EQ(bytes.back(), '#') << query << " wrote more than it said";
    if (sizeBytes)
      EXPECT_CONDITION("clGetDeviceInfo/CL_INVALID_VALUE/param_value_size",
                       clGetDeviceInfo(device(), name, sizeBytes - 1, bytes.data(), nullptr))
          << query;
  };
#define VALUE(query, since, type, ...) answers(query, sizeof(type), #query);
#define TEXT(query, since, ...) answers(query, 0, #query);
#define ARRAY(query, since, ...) answers(query, 0, #query);
#define ALIAS(query, since, other) answers(query, 0, #query);
#include "icd/device_info.def"
}

TEST_F(clGetDeviceInfoTest, IsACpuOfOurs) {
  EXPECT_EQ(value<cl_device_type>(CL_DEVICE_TYPE), cl_device_type(CL_DEVICE_TYPE_CPU));
  EXPECT_EQ(value<cl_platform_id>(CL_DEVICE_PLATFORM), platform());
  EXPECT_EQ(value<cl_device_id>(CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(value<cl_uint>(CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_FALSE(text(CL_DEVICE_NAME).empty());
}

TEST_F(clGetDeviceInfoTest, HoldsTheMinimaOfTheFullProfile) {
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 1u);
  EXPECT_GE(value<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            std::min<cl_ulong>(1 << 30, value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) / 4));
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u << 10);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(value<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  EXPECT_GE(value<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE), 64u << 10);
  // The size of a long16 in bits is the least alignment.
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u);
}

TEST_F(clGetDeviceInfoTest, MemoryIsWhatTheProcessMayUse) {
  const auto global = value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  EXPECT_GE(global, value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  EXPECT_LT(global, 1ull << 48);
}

TEST_F(clGetDeviceInfoTest, WorkItemSizesAreUsable) {
  const auto sizes = list<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  ASSERT_EQ(sizes.size(), value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  EXPECT_EQ(std::ranges::max(sizes), value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
}

TEST_F(clGetDeviceInfoTest, ExtensionListsAgree) {
  std::string names;
  for (const auto& row : list<cl_name_version>(CL_DEVICE_EXTENSIONS_WITH_VERSION))
    names += (names.empty() ? "" : " ") + std::string(row.name);
  EXPECT_EQ(text(CL_DEVICE_EXTENSIONS), names);
}

TEST_F(clGetDeviceInfoTest, IlListsAgree) {
  std::string names;
  for (const auto& row : list<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION))
    names += (names.empty() ? "" : " ") + std::string(row.name) + "_" +
             std::to_string(CL_VERSION_MAJOR(row.version)) + "." +
             std::to_string(CL_VERSION_MINOR(row.version));
  EXPECT_EQ(text(CL_DEVICE_IL_VERSION), names);
}

TEST_F(clGetDeviceInfoTest, OpenclCListsWhatVersion3Demands) {
  std::set<cl_version> versions;
  for (const auto& row : list<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ(row.name, "OpenCL C");
    versions.insert(row.version);
  }
  for (cl_version version : {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                             CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)})
    EXPECT_TRUE(versions.contains(version)) << version;
  EXPECT_EQ(text(CL_DEVICE_OPENCL_C_VERSION).substr(0, 13), "OpenCL C 1.2 ");
}

TEST_F(clGetDeviceInfoTest, CapabilitiesAgreeWithFeatures) {
  const auto memory = value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  const auto has = [&](cl_bitfield bit) { return (memory & bit) != 0; };
  EXPECT_TRUE(has(CL_DEVICE_ATOMIC_ORDER_RELAXED));
  EXPECT_TRUE(has(CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP));
  EXPECT_EQ(has(CL_DEVICE_ATOMIC_ORDER_ACQ_REL), hasFeature("__opencl_c_atomic_order_acq_rel"));
  EXPECT_EQ(has(CL_DEVICE_ATOMIC_ORDER_SEQ_CST), hasFeature("__opencl_c_atomic_order_seq_cst"));
  EXPECT_EQ(has(CL_DEVICE_ATOMIC_SCOPE_DEVICE), hasFeature("__opencl_c_atomic_scope_device"));
  EXPECT_EQ(has(CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES),
            hasFeature("__opencl_c_atomic_scope_all_devices"));
  const auto fence = value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
  EXPECT_TRUE(fence & CL_DEVICE_ATOMIC_ORDER_RELAXED);
  EXPECT_TRUE(fence & CL_DEVICE_ATOMIC_ORDER_ACQ_REL);
  EXPECT_TRUE(fence & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
  EXPECT_EQ(value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT), hasFeature("__opencl_c_images"));
  EXPECT_EQ(
      value<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0,
      hasFeature("__opencl_c_device_enqueue"));
  EXPECT_EQ(value<cl_bool>(CL_DEVICE_PIPE_SUPPORT), hasFeature("__opencl_c_pipes"));
  EXPECT_EQ(value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0,
            hasFeature("__opencl_c_fp64"));
}

TEST_F(clGetDeviceInfoTest, EveryPrecisionHasAllOfArithmetic) {
  constexpr cl_device_fp_config kAll = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                       CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  EXPECT_EQ(value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG),
            kAll | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  EXPECT_EQ(value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG), kAll);
  EXPECT_EQ(value<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG), kAll);
}

TEST_F(clGetDeviceInfoTest, FloatAtomicsAgreeWithFeatures) {
  const std::pair<cl_device_info, std::string> formats[] = {
      {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, "fp16"},
      {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, "fp32"},
      {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, "fp64"}};
  for (const auto& [query, format] : formats) {
    const auto all = value<cl_device_fp_atomic_capabilities_ext>(query);
    const auto feature = [&](const std::string& ending) {
      return hasFeature("__opencl_c_ext_" + format + ending);
    };
    const bool isHalf = format == "fp16";  // the others have loads and stores in any case
    EXPECT_EQ(bool(all & CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT),
              !isHalf || feature("_global_atomic_load_store"));
    EXPECT_EQ(bool(all & CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT),
              !isHalf || feature("_local_atomic_load_store"));
    EXPECT_EQ(bool(all & CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT), feature("_global_atomic_add"));
    EXPECT_EQ(bool(all & CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT), feature("_local_atomic_add"));
    EXPECT_EQ(bool(all & CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT),
              feature("_global_atomic_min_max"));
    EXPECT_EQ(bool(all & CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT), feature("_local_atomic_min_max"));
    EXPECT_NE(all, 0u);
  }
}

TEST_F(clGetDeviceInfoTest, AtLeastEightNamedBarriers) {
  EXPECT_TRUE(text(CL_DEVICE_EXTENSIONS).contains("cl_khr_subgroup_named_barrier"));
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR), 8u);
}

TEST_F(clGetDeviceInfoTest, SubGroupsAgreeWithFeatureAndSizes) {
  const auto most = value<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS);
  EXPECT_EQ(most != 0, hasFeature("__opencl_c_subgroups"));
  EXPECT_EQ(value<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS),
            text(CL_DEVICE_EXTENSIONS).contains("cl_khr_subgroups"));
  const auto sizes = list<size_t>(CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  ASSERT_FALSE(sizes.empty());
  const size_t group = value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE),
               least = std::ranges::min(sizes);
  if (most) EXPECT_EQ(most, (group + least - 1) / least);
}

TEST_F(clGetDeviceInfoTest, SharesAllMemoryWithTheHost) {
  EXPECT_EQ(value<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES),
            cl_bitfield(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                        CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS));
  for (cl_device_info kind :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(value<cl_bitfield>(kind), 15u);
  // Fine-grained sharing is per byte.
  EXPECT_EQ(value<size_t>(CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR), 1u);
}

TEST_F(clGetDeviceInfoTest, TypesOfSvmHoldTheRulesOfTheExtension) {
  const auto types = list<cl_svm_capabilities_khr>(CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR);
  EXPECT_EQ(types, arrayOf<cl_svm_capabilities_khr>(clGetPlatformInfo, platform(),
                                                    CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR));
  ASSERT_FALSE(types.empty());
  for (const cl_svm_capabilities_khr type : types) {
    const auto can = [&](cl_svm_capabilities_khr bits) { return (type & bits) == bits; };
    EXPECT_TRUE(can(CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR));
    EXPECT_FALSE(can(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR) &&
                 can(CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR));
    if (can(CL_SVM_CAPABILITY_HOST_OWNED_KHR))
      EXPECT_TRUE(can(CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_HOST_READ_KHR |
                      CL_SVM_CAPABILITY_HOST_WRITE_KHR));
  }
}

TEST_F(clGetDeviceInfoTest, SpirvListsAreSortedOutOfTheTable) {
  const auto extensions = list<const char*>(CL_DEVICE_SPIRV_EXTENSIONS);
  std::set<std::string> once(extensions.begin(), extensions.end());
  EXPECT_EQ(once.size(), extensions.size());
  const auto capabilities = list<cl_uint>(CL_DEVICE_SPIRV_CAPABILITIES);
  EXPECT_NE(std::ranges::find(capabilities, 6u), capabilities.end()) << "Kernel";
  EXPECT_EQ(std::ranges::find(capabilities, 1u), capabilities.end()) << "Shader";
  const auto sets = list<const char*>(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS);
  EXPECT_EQ(std::vector<std::string>(sets.begin(), sets.end()),
            (std::vector<std::string>{"OpenCL.std", "OpenCL.DebugInfo.100"}));
}

TEST_F(clGetDeviceInfoTest, IdentifiesItself) {
  EXPECT_EQ(list<cl_uchar>(CL_DEVICE_UUID).size(), size_t(CL_UUID_SIZE));
  EXPECT_EQ(list<cl_uchar>(CL_DEVICE_UUID), list<cl_uchar>(CL_DEVICE_UUID));
  EXPECT_NE(list<cl_uchar>(CL_DEVICE_UUID), list<cl_uchar>(CL_DRIVER_UUID));
}
