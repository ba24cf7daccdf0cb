// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses LANEWISE_DEVICE. A preset is a text of keys in front of those that are given.
#include "runtime/device/device_config.h"

#include "runtime/base/config.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <optional>

namespace lanewise {
namespace {

using Origin = DeviceConfig::Origin;

struct KeyRow {
  DeviceKey key;
  std::string_view name;
  bool isOfBuilds;
};
constexpr KeyRow kKeys[] = {
#define DEVICE_KEY(member, key, form, least, most, initial, isOfBuilds, sentence) \
  {DeviceKey::member, #key, isOfBuilds},
#include "runtime/device/device_keys.def"
};

struct PresetRow {
  std::string_view name, keys;
};
constexpr PresetRow kPresets[] = {
#define DEVICE_PRESET(name, keys) {#name, keys},
#include "runtime/device/device_presets.def"
};

constexpr std::string_view kExtensions[] = {
#define EXTENSION(name, ...) #name,
#define FEATURE(name, ...) #name,
#include "interface/extensions.def"
};

constexpr uint32_t kSubGroupSizes[] = {
#define SUB_GROUP_SIZE(workItems) workItems,
#include "interface/sub_group_sizes.def"
};

struct VersionRow {
  std::string_view text;
  cl_version version;
};
constexpr VersionRow kVersions[] = {
    {"1.2", CL_MAKE_VERSION(1, 2, 0)}, {"2.0", CL_MAKE_VERSION(2, 0, 0)},
    {"2.1", CL_MAKE_VERSION(2, 1, 0)}, {"2.2", CL_MAKE_VERSION(2, 2, 0)},
    {"3.0", CL_MAKE_VERSION(3, 0, 0)}, {"3.1", CL_MAKE_VERSION(3, 1, 0)}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// The part in front of `separator`, which is removed from `text` with it.
std::string_view takeUpTo(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return trimmed(part);
}

std::optional<uint64_t> number(std::string_view text) {
  const bool isHexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (isHexadecimal) text.remove_prefix(2);
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, isHexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string bytesText(uint64_t bytes) {
  constexpr std::string_view kUnits = "KMGTP";
  size_t unit = 0;
  while (unit < kUnits.size() && bytes != 0 && bytes % 1024 == 0) bytes /= 1024, ++unit;
  std::string text = std::to_string(bytes);
  return unit == 0 ? text : text + kUnits[unit - 1];
}

template <class Range, class Text>
std::string joined(const Range& range, std::string_view separator, Text textOf) {
  std::string all;
  for (const auto& item : range) all.append(all.empty() ? "" : separator).append(textOf(item));
  return all;
}

std::string sizesText(const std::vector<uint32_t>& sizes) {
  return joined(sizes, "+", [](uint32_t size) { return std::to_string(size); });
}

/// One per form: what a value must be, reading it, and writing it.
struct Bounds {
  uint64_t least, most;
};
struct Bytes {
  static std::string formText(Bounds bounds) {
    return "a size from " + bytesText(bounds.least) + " to " + bytesText(bounds.most);
  }
  static bool parse(std::string_view text, Bounds bounds, uint64_t& value) {
    constexpr std::string_view kUnits = "kmgKMG";
    const size_t unit = text.empty() ? kUnits.npos : kUnits.find(text.back());
    if (unit != kUnits.npos) text.remove_suffix(1);
    const auto parsed = number(text);
    const uint64_t factor = unit == kUnits.npos ? 1 : uint64_t(1) << (10 * (unit % 3 + 1));
    uint64_t bytes = 0;
    if (!parsed || __builtin_mul_overflow(*parsed, factor, &bytes) || bytes < bounds.least ||
        bytes > bounds.most)
      return false;
    value = bytes;
    return true;
  }
  static std::string text(uint64_t value) { return bytesText(value); }
};
struct Count {
  static std::string formText(Bounds bounds) {
    return "a number from " + std::to_string(bounds.least) + " to " + std::to_string(bounds.most);
  }
  static bool parse(std::string_view text, Bounds bounds, uint64_t& value) {
    const auto parsed = number(text);
    if (!parsed || *parsed < bounds.least || *parsed > bounds.most) return false;
    value = *parsed;
    return true;
  }
  static std::string text(uint64_t value) { return std::to_string(value); }
};
struct Flag {
  static std::string formText(Bounds) { return "0 or 1"; }
  static bool parse(std::string_view text, Bounds, bool& value) { return parseFlag(text, value); }
  static std::string text(bool value) { return value ? "1" : "0"; }
};
struct Version {
  static std::string formText(Bounds) {
    return "one of " + joined(kVersions, ", ", [](const VersionRow& row) { return row.text; });
  }
  static bool parse(std::string_view text, Bounds, cl_version& value) {
    const auto row = std::ranges::find(kVersions, text, &VersionRow::text);
    if (row == std::end(kVersions)) return false;
    value = row->version;
    return true;
  }
  static std::string text(cl_version value) {
    return std::to_string(CL_VERSION_MAJOR(value)) + "." + std::to_string(CL_VERSION_MINOR(value));
  }
};
struct Sizes {
  static std::string formText(Bounds) {
    return "a list like 16+32 of " +
           joined(kSubGroupSizes, ", ", [](uint32_t size) { return std::to_string(size); });
  }
  static bool parse(std::string_view text, Bounds, std::vector<uint32_t>& value) {
    std::vector<uint32_t> sizes;
    if (text.ends_with('+')) return false;
    while (!text.empty()) {
      const auto size = number(takeUpTo(text, '+'));
      if (!size || std::ranges::find(kSubGroupSizes, *size) == std::end(kSubGroupSizes))
        return false;
      if (std::ranges::find(sizes, *size) == sizes.end()) sizes.push_back(uint32_t(*size));
    }
    if (sizes.empty()) return false;
    value = std::move(sizes);
    return true;
  }
  static std::string text(const std::vector<uint32_t>& value) { return sizesText(value); }
};
struct Names {
  static std::string formText(Bounds) {
    return "a list like cl_khr_fp16+cl_khr_depth_images of extensions and features of the device";
  }
  static bool parse(std::string_view text, Bounds, std::vector<std::string>& value) {
    std::vector<std::string> names;
    if (text.ends_with('+')) return false;
    while (!text.empty()) {
      const std::string_view name = takeUpTo(text, '+');
      if (std::ranges::find(kExtensions, name) == std::end(kExtensions)) return false;
      names.emplace_back(name);
    }
    if (names.empty()) return false;
    value = std::move(names);
    return true;
  }
  static std::string text(const std::vector<std::string>& value) {
    return joined(value, "+", [](const std::string& name) { return name; });
  }
};
struct Text {
  static std::string formText(Bounds) { return "a text"; }
  static bool parse(std::string_view text, Bounds, std::string& value) {
    if (text.empty()) return false;
    value = text;
    return true;
  }
  static std::string text(const std::string& value) { return value; }
};

std::string textOf(const DeviceConfig& config, DeviceKey key) {
  switch (key) {
#define DEVICE_KEY(member, key, form, ...) \
  case DeviceKey::member: return #key "=" + form::text(config.member);
#include "runtime/device/device_keys.def"
  }
  return {};
}

class Parser {
 public:
  explicit Parser(std::string& warnings) : warnings_(warnings) {}

  DeviceConfig parse(std::string_view text) {
    if (const PresetRow* preset = presetOf(text)) {
      config_.preset = preset->name;
      takeKeys(preset->keys, Origin::Preset);
    }
    takeKeys(text, Origin::Given);
    agree();
    return std::move(config_);
  }

 private:
  void warn(const std::string& what) { warnings_ += "lanewise: LANEWISE_DEVICE: " + what + "\n"; }

  /// The last preset that `text` names: the other keys hold wherever it stands.
  const PresetRow* presetOf(std::string_view text) {
    const PresetRow* found = nullptr;
    while (!text.empty()) {
      std::string_view value = takeUpTo(text, ',');
      if (takeUpTo(value, '=') != "preset") continue;
      value = trimmed(value);
      const auto row = std::ranges::find(kPresets, value, &PresetRow::name);
      if (row != std::end(kPresets))
        found = row;
      else
        warn("unknown preset '" + std::string(value) + "', which has no effect; known: " +
             joined(kPresets, ", ", [](const PresetRow& known) { return known.name; }));
    }
    return found;
  }

  void takeKeys(std::string_view text, Origin origin) {
    while (!text.empty()) {
      const std::string_view item = takeUpTo(text, ',');
      std::string_view value = item;
      const std::string_view name = takeUpTo(value, '=');
      if (item.empty() || name == "preset") continue;
      const auto row = std::ranges::find(kKeys, name, &KeyRow::name);
      if (row == std::end(kKeys))
        warn("unknown key '" + std::string(name) + "', which has no effect; known: preset, " +
             joined(kKeys, ", ", [](const KeyRow& known) { return known.name; }));
      else if (take(row->key, trimmed(value)))
        config_.origins[size_t(row->key)] = origin;
    }
  }

  template <class Form, class Value>
  bool takeValue(std::string_view key, std::string_view text, Bounds bounds, Value& value) {
    if (Form::parse(text, bounds, value)) return true;
    warn(std::string(key) + " has the value '" + std::string(text) + "', which is not " +
         Form::formText(bounds) + "; it has no effect");
    return false;
  }

  bool take(DeviceKey key, std::string_view text) {
    switch (key) {
#define DEVICE_KEY(member, key, form, least, most, ...) \
  case DeviceKey::member: return takeValue<form>(#key, text, {least, most}, config_.member);
#include "runtime/device/device_keys.def"
    }
    return false;
  }

  void setFlag(bool DeviceConfig::* flag, DeviceKey key) {
    if (!(config_.*flag)) return;
    config_.*flag = false;
    config_.origins[size_t(key)] = config_.origins[size_t(DeviceKey::without)];
  }

  /// What one key says about another one.
  void agree() {
    const auto isWithout = [&](std::string_view name) {
      return std::ranges::find(config_.without, name) != config_.without.end();
    };
#define DEVICE_CAPABILITY(member, name) \
  if (isWithout(#name)) setFlag(&DeviceConfig::member, DeviceKey::member);
#include "runtime/device/device_needs.def"
    if (!config_.globalBytes || config_.allocationBytes <= config_.globalBytes) return;
    if (config_.origins[size_t(DeviceKey::allocationBytes)] == Origin::Given)
      warn(textOf(config_, DeviceKey::allocationBytes) + " is more than " +
           textOf(config_, DeviceKey::globalBytes) + ", which is the limit of both");
    config_.allocationBytes = config_.globalBytes;
  }

  DeviceConfig config_;
  std::string& warnings_;
};

bool matches(std::string_view pattern, std::string_view name) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                : name == pattern;
}

}  // namespace

std::string DeviceConfig::because(DeviceKey key) const {
  if (!isSet(key)) return {};
  const bool isPresets = origins[size_t(key)] == Origin::Preset;
  return " (LANEWISE_DEVICE: " + textOf(*this, key) +
         (isPresets ? " of the preset " + preset : std::string()) + ")";
}

std::string DeviceConfig::noteForBuilds(bool hasBuildOptions) const {
  const auto hasEffect = [&](const KeyRow& row) {
    return row.isOfBuilds && isSet(row.key) &&
           (row.key != DeviceKey::buildOptions || hasBuildOptions);
  };
  std::string list;
  for (const KeyRow& row : kKeys)
    if (hasEffect(row)) list.append(list.empty() ? "" : ", ").append(textOf(*this, row.key));
  if (list.empty()) return {};
  return "note: LANEWISE_DEVICE limits the device: " + list +
         (preset.empty() ? "" : " (preset " + preset + ")") + "\n";
}

DeviceLimits DeviceConfig::limits() const {
  const DeviceConfig& config = *this;
  const auto lacks = [&](std::string_view name) {
    if (std::ranges::find(without, name) != without.end()) return true;
#define DEVICE_NEEDS(pattern, key, condition) \
  if (!(condition) && matches(pattern, name)) return true;
#include "runtime/device/device_needs.def"
    return false;
  };
  DeviceLimits limits{.without = {}, .subGroupSizes = subGroupSizes};
  for (const std::string_view name : kExtensions)
    if (lacks(name)) limits.without.emplace_back(name);
  std::ranges::sort(limits.without);
  return limits;
}

const DeviceLimits& deviceLimits() {
  static const DeviceLimits& made = *new DeviceLimits(deviceConfig().limits());
  return made;
}

DeviceConfig parseDeviceConfig(std::string_view text, std::string& warnings) {
  return Parser(warnings).parse(text);
}

namespace detail {
constinit std::atomic<const DeviceConfig*> deviceConfig{nullptr};

const DeviceConfig& readDeviceConfig() {
  static const DeviceConfig& read = *[] {
    std::string warnings;
    auto* fresh = new DeviceConfig(parseDeviceConfig(config().device, warnings));
    std::fputs(warnings.c_str(), stderr);
    return fresh;
  }();
  deviceConfig.store(&read, std::memory_order_release);
  return read;
}
}  // namespace detail

}  // namespace lanewise
