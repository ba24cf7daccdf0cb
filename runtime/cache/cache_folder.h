// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CacheFolder: bytes by name, in a folder of the user that many processes share. A name is written
// completely or not at all; readers and writers need no lock. When the folder exceeds its size
// limit, the least recently used entries are removed. A failure is not an error: nothing is found
// or stored.
//
//   <folder>/<first digit of the name>/<name>     16 folders, so that a sweep looks at one in 16
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

struct Config;

class CacheFolder {
 public:
  static constexpr uint64_t kFolders = 16;

  struct Settings {
    std::string path;       // empty: the cache is disabled
    uint64_t maxBytes = 0;  // approximate; 0: no limit
  };
  static Settings settingsFrom(const Config& environment);

  explicit CacheFolder(Settings settings) : settings_(std::move(settings)) {}

  bool keeps() const { return !settings_.path.empty(); }
  /// Names are hexadecimal digits.
  std::optional<std::vector<uint8_t>> read(const std::string& name) const;
  void write(const std::string& name, std::span<const uint8_t> content) const;
  void remove(const std::string& name) const;

 private:
  uint64_t maxFolderBytes() const;
  /// At random intervals, so that on average little is written between two sweeps.
  bool isSweepDue(uint64_t writtenBytes) const;

  const Settings settings_;
};

}  // namespace lanewise
