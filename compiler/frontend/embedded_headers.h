// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The places of the front end's files in its in-memory file system, and the headers that every
// program includes. Clang's header of OpenCL types and constants is embedded at build time, so that
// no Clang installation is needed. A generated header around it makes the macros of extensions and
// features agree with extensions.def. Clang's tables declare the functions.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanewise {

inline constexpr const char* kSourceName = "program.cl";
inline constexpr const char* kHeaderFolder = "/lanewise/headers";
inline constexpr const char* kResourceFolder = "/lanewise/clang";
inline constexpr const char* kLanguageHeader = "lanewise-opencl-c.h";
/// Defined as the version of OpenCL C, for the language header alone.
inline constexpr const char* kLanguageVersionMacro = "__lanewise_opencl_c_version";

struct EmbeddedHeader {
  std::string_view name;
  std::string_view text;  // followed by a NUL
};
std::span<const EmbeddedHeader> embeddedHeaders();

/// A header with functions that few programs use and that takes long to read. A program sees it
/// only if it uses a name with this prefix.
struct OnDemandHeader {
  std::string_view name;    // one of embeddedHeaders()
  std::string_view prefix;  // of functions that the header declares
};
inline constexpr OnDemandHeader kOnDemandHeaders[] = {
    {"async_copies.cl", "async_work_group_copy_"},
    {"intel_sub_groups.cl", "intel_sub_group_"},
    {"split_barriers.cl", "intel_work_group_barrier_"},
    {"work_group_arithmetic.cl", "work_group_reduce_"},
    {"work_group_arithmetic.cl", "work_group_scan_"},
    {"device_barriers.cl", "intel_device_barrier"},
    {"device_barriers.cl", "intel_is_device_barrier_valid"},
    {"named_barriers.cl", "named_barrier_init"},
    {"named_barriers.cl", "work_group_named_barrier"},
    {"named_barriers.cl", "NamedBarrier_t"},
};

/// The text of kLanguageHeader for a device that does not have these extensions and features.
std::string languageHeader(std::span<const std::string> without);

/// What -cl-ext gets after "-all": ",+cl_khr_fp64,+...", the names of extensions.def that Clang
/// knows and that are not among `without`.
std::string clangExtensionList(std::span<const std::string> without);

}  // namespace lanewise
