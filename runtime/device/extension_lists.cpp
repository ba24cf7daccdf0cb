// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks each table once.
#include "runtime/device/extension_lists.h"

#include "runtime/device/device_config.h"

#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace lanewise {
namespace {

using Capabilities = std::initializer_list<spv::Capability>;
using Names = std::initializer_list<const char*>;

void admit(ExtensionLists& lists, bool condition, Capabilities capabilities, Names extensions) {
  if (!condition) return;
  for (spv::Capability capability : capabilities)
    lists.spirvCapabilities.push_back(static_cast<cl_uint>(capability));
  lists.spirvExtensions.insert(lists.spirvExtensions.end(), extensions);
}

std::string joined(const std::vector<cl_name_version>& rows) {
  std::string names;
  for (const cl_name_version& row : rows) names.append(names.empty() ? "" : " ").append(row.name);
  return names;
}

template <class T, class Projection>
void sortUnique(std::vector<T>& items, Projection projection) {
  std::ranges::sort(items, {}, projection);
  const auto rest = std::ranges::unique(items, {}, projection);
  items.erase(rest.begin(), rest.end());
}

void fillFromTable(ExtensionLists& lists, const std::vector<std::string>& without) {
  const auto has = [&](std::string_view name) {
    return std::ranges::find(without, name) == without.end();
  };
  using enum spv::Capability;
#define CAPABILITIES(...) {__VA_ARGS__}
#define SPIRV_EXTENSIONS(...) {__VA_ARGS__}
#define CORE(name, capabilities, spirvExtensions) admit(lists, true, capabilities, spirvExtensions);
#define EXTENSION(name, major, minor, patch, where, condition, capabilities, spirvExtensions) \
  if ((condition) && has(#name))                                                              \
    lists.extensions.push_back(nameVersion(#name, major, minor, patch));                      \
  admit(lists, (condition) && has(#name), capabilities, spirvExtensions);
#define FEATURE(name, major, minor, patch, condition, capabilities, spirvExtensions) \
  if ((condition) && has(#name))                                                     \
    lists.features.push_back(nameVersion(#name, major, minor, patch));               \
  admit(lists, (condition) && has(#name), capabilities, spirvExtensions);
#include "interface/extensions.def"
}

enum class Family : uint8_t { OpenCL_C, CXX_for_OpenCL };

void addLanguage(ExtensionLists& lists, Family family, cl_uint major, cl_uint minor) {
  const cl_name_version row = nameVersion("OpenCL C", major, minor, 0);
  if (family == Family::OpenCL_C && row.version <= deviceConfig().version)
    lists.openclC.push_back(row);
}

void fillLanguages(ExtensionLists& lists) {
#define LANGUAGE(option, family, major, minor, clang) \
  addLanguage(lists, Family::family, major, minor);
#include "interface/languages.def"
}

}  // namespace

cl_name_version nameVersion(const char* name, cl_uint major, cl_uint minor, cl_uint patch) {
  cl_name_version row{};
  row.version = CL_MAKE_VERSION(major, minor, patch);
  std::strncpy(row.name, name, sizeof row.name - 1);
  return row;
}

bool ExtensionLists::hasExtension(std::string_view name) const {
  return std::ranges::any_of(extensions,
                             [name](const cl_name_version& row) { return row.name == name; });
}

bool ExtensionLists::hasFeature(std::string_view name) const {
  return std::ranges::any_of(features,
                             [name](const cl_name_version& row) { return row.name == name; });
}

const ExtensionLists& extensionLists() {
  static const ExtensionLists& made = *[] {
    auto* lists = new ExtensionLists;
    fillFromTable(*lists, deviceLimits().without);
    fillLanguages(*lists);
    lists->hasImages = lists->hasFeature("__opencl_c_images");
    lists->hasPipes = lists->hasFeature("__opencl_c_pipes");
    lists->hasDeviceQueues = lists->hasFeature("__opencl_c_device_enqueue");
    lists->hasMultiDeviceRecording = lists->hasExtension("cl_khr_command_buffer_multi_device");
    if (lists->hasExtension("cl_khr_spirv_extended_debug_info"))
      lists->spirvSets.push_back("OpenCL.DebugInfo.100");
    lists->hasSrgbWrites = lists->hasExtension("cl_khr_srgb_image_writes");
    lists->extensionNames = joined(lists->extensions);
    sortUnique(lists->spirvCapabilities, std::identity());
    sortUnique(lists->spirvExtensions, [](const char* name) { return std::string_view(name); });
    return lists;
  }();
  return made;
}

}  // namespace lanewise
