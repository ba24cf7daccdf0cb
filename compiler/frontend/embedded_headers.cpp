// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language header is written from extensions.def: Clang's header defines what SPIR-V targets in
// general could have, so each of those macros is undefined again unless the table has it.
#include "compiler/frontend/embedded_headers.h"

#include <algorithm>
#include <array>

extern "C" const char opencl_c_base_begin[];
extern "C" const char opencl_c_base_end[];

namespace lanewise {
namespace {

struct Macro {
  std::string_view name;
  bool have;
};

constexpr bool isMacro(std::string_view where) { return where == "OPENCL_C"; }

/// What this device has, in OpenCL C.
constexpr Macro kOurs[] = {
#define EXTENSION(name, major, minor, patch, where, condition, ...) \
  {#name, isMacro(#where) && (condition)},
#define FEATURE(name, major, minor, patch, condition, ...) {#name, condition},
#include "compiler/extensions.def"
};

/// What Clang switches by -cl-ext.
constexpr std::string_view kClangSwitches[] = {
#define OPENCL_GENERIC_EXTENSION(name, ...) #name,
#include <clang/Basic/OpenCLExtensions.def>
};

/// What Clang's header defines for every SPIR-V target.
constexpr std::string_view kDefinedByHeader[] = {
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_rotate",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "cl_ext_float_atomics",
    "__opencl_c_ext_fp16_global_atomic_load_store",
    "__opencl_c_ext_fp16_local_atomic_load_store",
    "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp16_local_atomic_add",
    "__opencl_c_ext_fp16_global_atomic_min_max",
    "__opencl_c_ext_fp16_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_min_max",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_add",
    "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_image_raw10_raw12",
    "cl_khr_kernel_clock",
    "__opencl_c_kernel_clock_scope_device",
    "__opencl_c_kernel_clock_scope_work_group",
    "__opencl_c_kernel_clock_scope_sub_group",
    "__opencl_c_work_group_collective_functions",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_read_write_images",
    "__opencl_c_images",
    "__opencl_c_pipes",
    "__opencl_c_device_enqueue",
};

bool have(std::string_view name) {
  return std::ranges::any_of(kOurs, [&](const Macro& m) { return m.have && m.name == name; });
}

template <size_t n> bool contains(const std::string_view (&names)[n], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

std::string writeLanguageHeader() {
  std::string text = "#include \"opencl-c-base.h\"\n";
  for (std::string_view name : kDefinedByHeader)
    if (!have(name)) text += "#undef " + std::string(name) + "\n";
  for (const Macro& macro : kOurs) {
    if (!macro.have || contains(kClangSwitches, macro.name)) continue;
    const std::string name(macro.name);
    // Features are macros of OpenCL C 3.0 and C++ for OpenCL 2021 only.
    const bool feature = macro.name.starts_with("__opencl_c_");
    if (feature) text += "#if __OPENCL_C_VERSION__ >= 300 || __OPENCL_CPP_VERSION__ >= 202100\n";
    text += "#ifndef " + name + "\n#define " + name + " 1\n#endif\n";
    if (feature) text += "#endif\n";
  }
  return text;
}

struct Headers {
  std::string language = writeLanguageHeader();
  std::array<EmbeddedHeader, 2> files{
      EmbeddedHeader{kLanguageHeader, language},
      EmbeddedHeader{"opencl-c-base.h",
                     {opencl_c_base_begin,
                      size_t(opencl_c_base_end - opencl_c_base_begin)}}};
};

}  // namespace

std::span<const EmbeddedHeader> embeddedHeaders() {
  // Never destroyed: builds may run while the process exits.
  static const Headers& headers = *new Headers;
  return headers.files;
}

const std::string& clangExtensionList() {
  static const std::string& list = *[] {
    auto* text = new std::string;
    for (const Macro& macro : kOurs)
      if (macro.have && contains(kClangSwitches, macro.name)) *text += ",+" + std::string(macro.name);
    return text;
  }();
  return list;
}

}  // namespace lanewise
