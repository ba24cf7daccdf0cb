// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths by POSIX functions that write to memory of the caller.
#include "runtime/base/paths.h"

#include <sys/stat.h>
#include <unistd.h>
#include <climits>
#include <cstdlib>

namespace lanewise {

std::string parentFolder(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  const size_t last = path.find_last_not_of('/', slash);
  return last == path.npos ? "/" : std::string(path.substr(0, last + 1));
}

std::string currentFolder() {
  char folder[PATH_MAX];
  // Behind "(unreachable)" there is a folder outside of the process's root.
  return getcwd(folder, sizeof folder) && folder[0] == '/' ? folder : "";
}

std::string absolutePath(std::string_view path) {
  if (path.empty() || path.starts_with('/')) return std::string(path);
  std::string whole = currentFolder();
  if (whole.empty()) return std::string(path);
  if (!whole.ends_with('/')) whole += '/';
  return whole.append(path);
}

std::optional<std::string> canonicalPath(const std::string& path) {
  char whole[PATH_MAX];
  if (!realpath(path.c_str(), whole)) return std::nullopt;
  return whole;
}

bool isRegularFile(const std::string& path) {
  struct stat facts;
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

}  // namespace lanewise
