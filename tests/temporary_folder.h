// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder for a test, removed with its contents by the destructor.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace lanewise::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "lanewise-test-XXXXXX";
    if (mkdtemp(name.data()))
      path_ = std::move(name);
    else
      ADD_FAILURE() << "no folder " << name << " can be made";
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace lanewise::test
