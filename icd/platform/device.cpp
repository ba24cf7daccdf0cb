// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDevice*, sub-devices and the timers.
#include "runtime/device/device.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/khr/handle_types.h"
#include "icd/platform/default_platform.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/context/svm.h"
#include "runtime/device/extension_lists.h"
#include "runtime/device/platform.h"
#include "runtime/device/sub_devices.h"
#include "runtime/launch/sub_groups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

constexpr cl_device_fp_config kFullFloat = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                           CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;

/// One memory and one address space: every kind of unified shared memory can everything.
constexpr cl_device_unified_shared_memory_capabilities_intel kUsmCapabilities =
    CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
    CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
    CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;

cl_device_atomic_capabilities atomicCapabilities(const ExtensionLists& lists) {
  cl_device_atomic_capabilities all =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  const auto add = [&](std::string_view feature, cl_device_atomic_capabilities capability) {
    if (lists.hasFeature(feature)) all |= capability;
  };
  add("__opencl_c_atomic_order_acq_rel", CL_DEVICE_ATOMIC_ORDER_ACQ_REL);
  add("__opencl_c_atomic_order_seq_cst", CL_DEVICE_ATOMIC_ORDER_SEQ_CST);
  add("__opencl_c_atomic_scope_device", CL_DEVICE_ATOMIC_SCOPE_DEVICE);
  add("__opencl_c_atomic_scope_all_devices", CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
  return all;
}

/// The capabilities of the format that features name `format`: "fp16", "fp32" or "fp64".
cl_device_fp_atomic_capabilities_ext floatAtomicCapabilities(const ExtensionLists& lists,
                                                             std::string_view format) {
  cl_device_fp_atomic_capabilities_ext all = 0;
  const auto add = [&](std::string_view operation, cl_device_fp_atomic_capabilities_ext global,
                       cl_device_fp_atomic_capabilities_ext local) {
    const std::string prefix = "__opencl_c_ext_" + std::string(format);
    const std::string suffix = "_atomic_" + std::string(operation);
    if (lists.hasFeature(prefix + "_global" + suffix)) all |= global;
    if (lists.hasFeature(prefix + "_local" + suffix)) all |= local;
  };
  // OpenCL C 2.0 has loads, stores and exchanges of float and double, so no feature names them.
  if (format != "fp16")
    all |= CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT;
  add("load_store", CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT,
      CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT);
  add("add", CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT, CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT);
  add("min_max", CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT, CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT);
  return all;
}

constexpr cl_uint kSpirvMinors = 7;  // SPIR-V 1.0 to 1.6

std::string ilVersions() {
  std::string versions;
  for (cl_uint minor = kSpirvMinors; minor-- > 0;)
    versions.append("SPIR-V_1." + std::to_string(minor)).append(minor ? " " : "");
  return versions;
}

std::array<cl_name_version, kSpirvMinors> ilsWithVersion() {
  std::array<cl_name_version, kSpirvMinors> rows;
  for (cl_uint minor = 0; minor < kSpirvMinors; ++minor)
    rows[minor] = nameVersion("SPIR-V", 1, kSpirvMinors - 1 - minor, 0);
  return rows;
}

/// A number that is the same for the same hardware and driver: an FNV-1a hash, twice.
std::array<cl_uchar, CL_UUID_SIZE> uuid(std::string_view name, uint64_t number) {
  std::array<cl_uchar, CL_UUID_SIZE> bytes;
  uint64_t hash = 0xcbf29ce484222325 ^ number;
  for (size_t half = 0; half < 2; ++half) {
    for (char letter : name) hash = (hash ^ cl_uchar(letter)) * 0x100000001b3;
    std::memcpy(bytes.data() + 8 * half, &hash, sizeof hash);
  }
  return bytes;
}

std::span<const cl_device_partition_property> partitionProperties(Device& device) {
  static constexpr cl_device_partition_property kSchemes[] = {
      CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS,
      CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN};
  static constexpr cl_device_partition_property kNone[] = {0};
  if (device.computeUnits() <= 1) return kNone;
  return std::span(kSchemes).first(affinityDomains(device) ? 3 : 2);
}

using PartitionWord = cl_device_partition_property;
/// The scheme that clCreateSubDevices' list names, with its values in that list.
struct PartitionRequest {
  PartitionWord scheme = 0;
  std::span<const PartitionWord> values;
};

template <PartitionWord kScheme>
Status takeScheme(std::span<const PartitionWord> values, PartitionRequest& into) {
  // A second scheme.
  if (into.scheme) return {CL_INVALID_VALUE, "more than one partition scheme"};
  into = {kScheme, values};
  return {};
}

// The list of counts is the last one: the OpenCL adapter of DPC++ ends it once, with its 0 only.
constexpr PropertyRow<PartitionWord, PartitionRequest> kPartitionProperties[] = {
    {CL_DEVICE_PARTITION_EQUALLY, "CL_DEVICE_PARTITION_EQUALLY",
     takeScheme<CL_DEVICE_PARTITION_EQUALLY>},
    {CL_DEVICE_PARTITION_BY_COUNTS, "CL_DEVICE_PARTITION_BY_COUNTS",
     takeScheme<CL_DEVICE_PARTITION_BY_COUNTS>, PropertyValue::LastList},
    {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, "CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN",
     takeScheme<CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN>},
};

/// The version of the newest OpenCL C that all programs for an older one are valid in.
std::string openclCVersion() {
  const cl_version version = deviceConfig().version;
  return std::string("OpenCL C ") + (CL_VERSION_MAJOR(version) == 2 ? "2.0" : "1.2") + " Lanewise";
}

cl_uint usualSubGroupSize(const Device& self) {
  const std::vector<uint32_t>& sizes = deviceConfig().subGroupSizes;
  return sizes.empty() ? self.vectorLanes(4) : sizes.front();
}

/// The other names of queries, each with the version that has it.
constexpr std::pair<cl_device_info, std::string_view> kAliases[] = {
#define ALIAS(query, since, other) {query, #since},
#include "icd/device_info.def"
};

/// The extension that has the query, too, in versions of OpenCL that do not.
std::string_view extensionOf(cl_device_info query) {
  switch (query) {
    case CL_DEVICE_NUMERIC_VERSION:
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: return "cl_khr_extended_versioning";
    case CL_DEVICE_UUID:
    case CL_DRIVER_UUID:
    case CL_DEVICE_LUID_VALID:
    case CL_DEVICE_LUID:
    case CL_DEVICE_NODE_MASK: return "cl_khr_device_uuid";
    case CL_DEVICE_IL_VERSION: return "cl_khr_il_program";
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: return "cl_khr_image2d_from_buffer";
    case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS:
    case CL_DEVICE_SPIRV_EXTENSIONS:
    case CL_DEVICE_SPIRV_CAPABILITIES: return "cl_khr_spirv_queries";
    case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED:
      return "cl_khr_integer_dot_product";
    default: return {};
  }
}

/// `since`: a column of device_info.def, "2.0" or the name of an extension.
bool isOffered(const ExtensionLists& lists, cl_device_info query, std::string_view since) {
  if (since.starts_with("cl_")) return lists.hasExtension(since);
  const auto isReported = [](std::string_view text) {
    return CL_MAKE_VERSION(cl_uint(text[0] - '0'), cl_uint(text[2] - '0'), 0) <=
           deviceConfig().version;
  };
  return isReported(since) || lists.hasExtension(extensionOf(query)) ||
         std::ranges::any_of(kAliases, [&](const auto& alias) {
           return alias.first == query && isReported(alias.second);
         });
}

Status writeDeviceInfo(Device& self, cl_device_info name, InfoWriter info) {
  const HostFacts& facts = self.facts();
  const ExtensionLists& lists = extensionLists();
  const auto offers = [&](std::string_view since) { return isOffered(lists, name, since); };
  switch (name) {
#define VALUE(query, since, type, ...) \
  case query: return offers(#since) ? info.write<type>(__VA_ARGS__) : unknownName(name);
#define TEXT(query, since, ...) \
  case query: return offers(#since) ? info.writeText(__VA_ARGS__) : unknownName(name);
#define ARRAY(query, since, ...) \
  case query: return offers(#since) ? info.writeArray(__VA_ARGS__) : unknownName(name);
#define ALIAS(query, since, other) static_assert(query == other);
#include "icd/device_info.def"
  }
  return unknownName(name);
}

}  // namespace

Result<std::reference_wrapper<Device>> icd::deviceOfType(Platform& platform, cl_device_type type) {
  constexpr cl_device_type kOurs = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU;
  constexpr cl_device_type kOthers =
      CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  const bool known = type == CL_DEVICE_TYPE_ALL || (type && !(type & ~(kOurs | kOthers)));
  if (!known) return fail(CL_INVALID_DEVICE_TYPE, "unknown device type " + std::to_string(type));
  if (!(type & kOurs)) return fail(CL_DEVICE_NOT_FOUND, "the only device is a CPU");
  Device& device = platform.device();
  // Its kernels would end in illegal instructions.
  if (const std::string& lacking = device.facts().lacking; !lacking.empty())
    return fail(CL_DEVICE_NOT_FOUND, "the processor lacks " + lacking);
  return std::ref(device);
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                  cl_uint num_entries, cl_device_id* devices,
                                  cl_uint* num_devices) {
  return entry(__func__, [&]() -> Status {
    TRY(Platform & self, platformOf(platform));
    // num_entries is 0 and devices is not null, or both results are null.
    TRY_STATUS(checkResults(num_entries, "devices", devices, "num_devices", num_devices));
    const auto found = deviceOfType(self, device_type);
    if (num_devices) *num_devices = found ? 1 : 0;
    if (!found) return found.error();
    if (devices) devices[0] = found->get().handle();
    return {};
  });
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Device & self, get<Device>(device));
    return writeDeviceInfo(self, param_name,
                           InfoWriter(param_value_size, param_value, param_value_size_ret));
  });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                      const cl_device_partition_property* properties,
                                      cl_uint num_devices, cl_device_id* out_devices,
                                      cl_uint* num_devices_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Device & self, get<Device>(in_device));
    PartitionRequest request;
    TRY(const std::vector list [[maybe_unused]],
        readPropertyList(properties, kPartitionProperties, CL_INVALID_VALUE, request));
    // properties is null or an empty list.
    if (!request.scheme) return {CL_INVALID_VALUE, "properties name no partition scheme"};
    TRY(Partition partition, divide(self, request.scheme, request.values));
    const size_t count = partition.parts.size();
    // num_devices is less than the number of sub-devices.
    if (out_devices && num_devices < count)
      return {CL_INVALID_VALUE, "num_devices " + std::to_string(num_devices) + " is less than " +
                                    std::to_string(count) + " sub-devices"};
    if (out_devices)
      for (Ref<Device>& device : createSubDevices(self, std::move(partition)))
        *out_devices++ = device.detach()->handle();
    if (num_devices_ret) *num_devices_ret = cl_uint(count);
    return {};
  });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return entry(__func__, [&]() -> Status {
    TRY(Device & self, get<Device>(device));
    // A root device is not counted.
    return self.parent() ? retained(self) : Status();
  });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return entry(__func__, [&]() -> Status {
    TRY(Device & self, get<Device>(device));
    return self.parent() ? released(self) : Status();
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                                           cl_ulong* host_timestamp) {
  return entry(__func__, [&]() -> Status {
    if (!toObject<Device>(device)) return CL_INVALID_DEVICE;
    // A result is null.
    TRY_STATUS(checkGiven("device_timestamp", device_timestamp));
    TRY_STATUS(checkGiven("host_timestamp", host_timestamp));
    // One clock serves both.
    *device_timestamp = *host_timestamp = Device::timerNanoseconds();
    return {};
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return entry(__func__, [&]() -> Status {
    if (!toObject<Device>(device)) return CL_INVALID_DEVICE;
    TRY_STATUS(checkGiven("host_timestamp", host_timestamp));
    *host_timestamp = Device::timerNanoseconds();
    return {};
  });
}
