// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The embedded bytes, by name.
#include "builtins/device_library.h"

#define EMBEDDED(symbol)                     \
  extern "C" const std::byte symbol##_begin; \
  extern "C" const std::byte symbol##_end;

EMBEDDED(lanewise_device_bitcode)
EMBEDDED(lanewise_support_v2)
EMBEDDED(lanewise_support_v3)
EMBEDDED(lanewise_support_v4)

namespace lanewise::builtins {

std::span<const std::byte> bitcode() {
  return {&lanewise_device_bitcode_begin, &lanewise_device_bitcode_end};
}

std::span<const std::byte> supportArchive(std::string_view level) {
  if (level == "x86-64-v2") return {&lanewise_support_v2_begin, &lanewise_support_v2_end};
  if (level == "x86-64-v3") return {&lanewise_support_v3_begin, &lanewise_support_v3_end};
  if (level == "x86-64-v4") return {&lanewise_support_v4_begin, &lanewise_support_v4_end};
  return {};
}

}  // namespace lanewise::builtins
