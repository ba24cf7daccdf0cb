// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The environment, read once. Rows of config.def are members of Config.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise {

struct Config {
  using Flag = bool;
  using Count = uint64_t;
  using Text = std::string;
#define CONFIG(type, member, name, default_, sentence) type member{};
#include "runtime/base/config.def"
#undef CONFIG
};

/// Parsed at the first call, which prints warnings, and the table if LANEWISE_HELP is set. A
/// program with privileges of its own (AT_SECURE, as set-user-ID) reads no variable.
const Config& config();

/// The parser alone: `environment` is null-terminated like environ. Each problem (an invalid value,
/// an unknown LANEWISE_* name) is one line in `warnings`.
Config parseConfig(const char* const* environment, std::string& warnings);

/// The form Flag: false, and `value` as it was, unless the text is 0, 1, no, yes, off, on, false or
/// true.
bool parseFlag(std::string_view text, bool& value);

/// The help text: names, types, the values of `config`, sentences, defaults.
std::string configHelp(const Config& config);

}  // namespace lanewise
