// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The embedded bytes, by name. Macros join the names of symbols from rows of
// microarchitectures.def.
#include "builtins/device_library.h"

#include <charconv>

#define EMBEDDED(symbol)                     \
  extern "C" const std::byte symbol##_begin; \
  extern "C" const std::byte symbol##_end;

EMBEDDED(lanewise_device_modules)
EMBEDDED(lanewise_device_index)
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  EMBEDDED(lanewise_runtime_library_##id)                                        \
  EMBEDDED(lanewise_image_lanes_##id)                                            \
  EMBEDDED(lanewise_vector_variants_##id)
#include "interface/microarchitectures.def"

namespace lanewise::builtins {

std::span<const std::byte> moduleOf(std::string_view function) {
  std::string_view lines(reinterpret_cast<const char*>(&lanewise_device_index_begin),
                         size_t(&lanewise_device_index_end - &lanewise_device_index_begin));
  while (!lines.empty()) {
    // The line in the middle; npos + 1 is the start of the text.
    const size_t start = lines.rfind('\n', lines.size() / 2 - 1) + 1;
    const size_t end = lines.find('\n', start);
    const std::string_view line = lines.substr(start, end - start);
    const std::string_view name = line.substr(0, line.find(' '));
    if (name < function) {
      lines.remove_prefix(end + 1);
    } else if (function < name) {
      lines = lines.substr(0, start);
    } else {
      size_t offset = 0, bytes = 0;
      const auto [rest, error] =
          std::from_chars(line.data() + name.size() + 1, line.data() + line.size(), offset);
      std::from_chars(rest + 1, line.data() + line.size(), bytes);
      return {&lanewise_device_modules_begin + offset, bytes};
    }
  }
  return {};
}

std::span<const std::byte> runtimeLibrary(std::string_view level) {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  if (level == name)                                                             \
    return {&lanewise_runtime_library_##id##_begin, &lanewise_runtime_library_##id##_end};
#include "interface/microarchitectures.def"
  return {};
}

std::span<const std::byte> imageLanes(std::string_view level) {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  if (level == name) return {&lanewise_image_lanes_##id##_begin, &lanewise_image_lanes_##id##_end};
#include "interface/microarchitectures.def"
  return {};
}

std::span<const std::byte> vectorVariants(std::string_view level) {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  if (level == name)                                                             \
    return {&lanewise_vector_variants_##id##_begin, &lanewise_vector_variants_##id##_end};
#include "interface/microarchitectures.def"
  return {};
}

}  // namespace lanewise::builtins
