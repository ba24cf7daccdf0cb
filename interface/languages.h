// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rows of languages.def imply. For the runtime and lanewise-cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanewise {

enum class LanguageFamily : uint8_t { OpenCL_C, CXX_for_OpenCL };

/// Whether launches of kernels in this language, a value of -cl-std, may have smaller last groups.
/// Without the option the language is OpenCL C 1.2, where they may not.
constexpr bool hasNonUniformGroups(std::string_view name) {
#define LANGUAGE(option, family, major, minor, clang) \
  if (name == option) return LanguageFamily::family == LanguageFamily::CXX_for_OpenCL || major >= 2;
#include "interface/languages.def"
  return false;
}

/// __OPENCL_VERSION__ of a device without limits: the newest OpenCL C.
constexpr int newestOpenclVersion() {
  int newest = 0;
#define LANGUAGE(option, family, major, minor, clang)                         \
  if (const int version = major * 100 + minor * 10;                           \
      LanguageFamily::family == LanguageFamily::OpenCL_C && version > newest) \
    newest = version;
#include "interface/languages.def"
  return newest;
}

}  // namespace lanewise
