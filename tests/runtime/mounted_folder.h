// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small file system for a test, where the system permits one.
#pragma once

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <string>

namespace lanewise::test {

class MountedFolder {
 public:
  ~MountedFolder() {
    if (!path_.empty()) umount2(path_.c_str(), MNT_DETACH);
  }
  /// A tmpfs over an existing folder, in a mount namespace of this process, so that nothing
  /// remains. False without the permission.
  bool mountAt(const std::string& path, unsigned long flags, const char* options) {
    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (mount("none", path.c_str(), "tmpfs", flags, options) != 0) return false;
    path_ = path;
    return true;
  }

 private:
  std::string path_;
};

}  // namespace lanewise::test
