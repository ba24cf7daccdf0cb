// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the environment according to config.def.
#include "runtime/base/config.h"

#include <sys/auxv.h>
#include <unistd.h>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <string_view>

namespace lanewise {

bool parseFlag(std::string_view text, bool& value) {
  const bool yes = text == "1" || text == "yes" || text == "on" || text == "true";
  const bool no = text == "0" || text == "no" || text == "off" || text == "false";
  if (yes || no) value = yes;
  return yes || no;
}

namespace {

bool parseValue(std::string_view text, bool& value) { return parseFlag(text, value); }

bool parseValue(std::string_view text, uint64_t& value) {
  uint64_t parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  value = parsed;
  return true;
}

bool parseValue(std::string_view text, std::string& value) {
  value = text;
  return true;
}

// What a value must be.
std::string_view formOf(bool) { return "0 or 1"; }
std::string_view formOf(uint64_t) { return "a whole number below 2^64"; }
std::string_view formOf(const std::string&) { return "text"; }

std::string valueText(bool value) { return value ? "1" : "0"; }
std::string valueText(uint64_t value) { return std::to_string(value); }
std::string valueText(const std::string& value) { return value; }

bool known(std::string_view name) {
#define CONFIG(type, member, name_, default_, sentence) \
  if (name == #name_) return true;
#include "runtime/base/config.def"
#undef CONFIG
  return false;
}

/// The value of `name`, or an empty string.
std::string_view find(const char* const* environment, std::string_view name) {
  for (; environment && *environment; ++environment) {
    const std::string_view entry(*environment);
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
  }
  return {};
}

void warnOfUnknown(const char* const* environment, std::string& warnings) {
  for (; environment && *environment; ++environment) {
    const std::string_view entry(*environment);
    const std::string_view name = entry.substr(0, entry.find('='));
    if (!name.starts_with("LANEWISE_") || known(name)) continue;
    warnings.append("lanewise: unknown environment variable ").append(name);
    warnings.append(" (LANEWISE_HELP=1 prints the known ones)\n");
  }
}

template <class T>
void parseRow(const char* const* environment, std::string_view name, std::string_view fallback,
              T& member, std::string& warnings) {
  parseValue(fallback, member);
  const std::string_view text = find(environment, name);
  if (text.empty() || parseValue(text, member)) return;
  warnings.append("lanewise: ").append(name).append(" has the value '").append(text);
  warnings.append("', which is not ").append(formOf(member));
  warnings.append("; using '").append(fallback).append("'\n");
}

constexpr std::string_view kStages[] = {
#define COMPILER_STAGE(name, run, activity) name,
#include "interface/stages.def"
#undef COMPILER_STAGE
    "all"};

void warnOfStages(std::string_view list, std::string& warnings) {
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    if (item.empty() || std::ranges::find(kStages, item) != std::end(kStages)) continue;
    warnings.append("lanewise: unknown stage '").append(item).append("' in LANEWISE_DUMP; known: ");
    for (const std::string_view& stage : kStages)
      warnings.append(stage).append(&stage == &std::end(kStages)[-1] ? "\n" : ", ");
  }
}

/// A relative path would change with chdir().
void warnOfRelative(std::string_view folder, std::string& warnings) {
  if (folder.empty() || folder == "off" || folder.starts_with('/')) return;
  warnings.append("lanewise: LANEWISE_CACHE has the value '").append(folder);
  warnings.append("', which is neither off nor an absolute path; the cache is disabled\n");
}

void correctLanes(uint64_t& lanes, std::string& warnings) {
  if (lanes == 0 || (lanes <= 32 && std::has_single_bit(lanes))) return;
  warnings.append("lanewise: LANEWISE_LANES has the value '").append(std::to_string(lanes));
  warnings.append("', which is none of 0, 1, 2, 4, 8, 16, 32; using '0'\n");
  lanes = 0;
}

/// The greatest value of numbers that have one.
struct Most {
  uint64_t Config::* member;
  std::string_view name;
  uint64_t value;
};
constexpr uint64_t kDaySeconds = 86'400;
constexpr uint64_t kPebibyteMegabytes = 1 << 30;
constexpr Most kMost[] = {
    {&Config::threads, "LANEWISE_THREADS", 4096},
    {&Config::kernelSeconds, "LANEWISE_KERNEL_SECONDS", kDaySeconds},
    {&Config::keepMegabytes, "LANEWISE_KEEP_MEGABYTES", kPebibyteMegabytes},
    {&Config::compilerSeconds, "LANEWISE_COMPILER_SECONDS", kDaySeconds},
    {&Config::compilerMegabytes, "LANEWISE_COMPILER_MEGABYTES", kPebibyteMegabytes},
    {&Config::cacheMegabytes, "LANEWISE_CACHE_MEGABYTES", kPebibyteMegabytes},
};

void correctNumbers(Config& config, std::string& warnings) {
  for (const auto& [member, name, most] : kMost) {
    uint64_t& value = config.*member;
    if (value <= most) continue;
    warnings.append("lanewise: ").append(name).append(" has the value '");
    warnings.append(std::to_string(value)).append("', which is more than ");
    warnings.append(std::to_string(most)).append("; using '").append(std::to_string(most));
    warnings.append("'\n");
    value = most;
  }
}

/// Both leave kernels by signals.
void warnOfTimeLimit(const Config& config, std::string& warnings) {
  if (config.kernelSeconds == 0 || config.faults) return;
  warnings.append("lanewise: LANEWISE_KERNEL_SECONDS has no effect with LANEWISE_FAULTS=0\n");
}

/// A relative path would change with chdir().
bool isListOfAbsolutes(std::string_view list) {
  while (list.starts_with('/') && list.contains(':')) list.remove_prefix(list.find(':') + 1);
  return list.starts_with('/');
}

void correctSandbox(std::string& value, std::string& warnings) {
  bool on;
  if (parseFlag(value, on)) return void(value = on ? "on" : "off");
  if (isListOfAbsolutes(value)) return;
  warnings.append("lanewise: LANEWISE_SANDBOX has the value '").append(value);
  warnings.append("', which is none of on, off and absolute folders; using 'on'\n");
  value = "on";
}

/// `value` is "auto" or one of `others`.
void correctChoice(std::string_view name, std::initializer_list<std::string_view> others,
                   std::string& value, std::string& warnings) {
  if (value == "auto" || std::ranges::find(others, value) != others.end()) return;
  warnings.append("lanewise: ").append(name).append(" has the value '").append(value);
  warnings.append("', which is none of auto");
  for (const std::string_view other : others) warnings.append(", ").append(other);
  warnings.append("; using 'auto'\n");
  value = "auto";
}

}  // namespace

Config parseConfig(const char* const* environment, std::string& warnings) {
  Config parsed;
#define CONFIG(type, member, name, default_, sentence) \
  parseRow(environment, #name, default_, parsed.member, warnings);
#include "runtime/base/config.def"
#undef CONFIG
  warnOfUnknown(environment, warnings);
  warnOfStages(parsed.dump, warnings);
  warnOfRelative(parsed.cache, warnings);
  correctLanes(parsed.lanes, warnings);
  correctNumbers(parsed, warnings);
  warnOfTimeLimit(parsed, warnings);
  correctChoice("LANEWISE_SPECIALIZE", {"always", "quick", "off"}, parsed.specialize, warnings);
  correctChoice("LANEWISE_DEFER", {"always", "off"}, parsed.defer, warnings);
  correctChoice("LANEWISE_HELPERS", {"onetbb", "own"}, parsed.helpers, warnings);
  correctSandbox(parsed.sandbox, warnings);
  return parsed;
}

std::string configHelp(const Config& config) {
  std::string help = "Environment variables of Lanewise: type, value, meaning [default]\n";
  const auto column = [&](std::string_view text, size_t width) {
    help.append(text).append(text.size() < width ? width - text.size() : 1, ' ');
  };
  const auto row = [&](std::string_view name, std::string_view type, const std::string& value,
                       std::string_view fallback, std::string_view sentence) {
    help.append("  ");
    column(name, 28);
    column(type, 6);
    column(value.empty() ? "(none)" : value, 12);
    help.append(sentence).append(" [").append(fallback).append("]\n");
  };
#define CONFIG(type, member, name, default_, sentence) \
  row(#name, #type, valueText(config.member), default_, sentence);
#include "runtime/base/config.def"
#undef CONFIG
  return help;
}

const Config& config() {
  // Never destroyed: the process may still use OpenCL while it exits.
  static const Config& parsed = *[] {
    std::string warnings;
    // The environment of a set-user-ID program belongs to another user than its privileges.
    const bool secure = getauxval(AT_SECURE) != 0;
    auto* fresh = new Config(parseConfig(secure ? nullptr : environ, warnings));
    if (fresh->help) warnings += configHelp(*fresh);
    std::fputs(warnings.c_str(), stderr);
    return fresh;
  }();
  return parsed;
}

}  // namespace lanewise
