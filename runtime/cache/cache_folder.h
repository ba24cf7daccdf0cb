// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CacheFolder: bytes by name in a folder of the user's that many processes share. A name is written
// once whole or not at all; readers and writers need no lock. When the folder grows beyond its
// size, what was used longest ago goes. Nothing that goes wrong is an error: it is as if nothing
// were kept.
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
    std::string path;       // empty: nothing is kept
    uint64_t maxBytes = 0;  // about; 0: no limit
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
  /// Once in a while, so that on average little is written between two sweeps.
  bool isSweepDue(uint64_t writtenBytes) const;

  const Settings settings_;
};

}  // namespace lanewise
