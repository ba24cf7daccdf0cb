// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the options of a program, whose folders are absolute.
#include "runtime/compiler_process/include_folders.h"

namespace lanewise {
namespace {

/// The path of `NAME=/path`, `NAME="/path"` or `NAME=</path>`; else an empty text.
std::string_view pathOf(std::string_view definition) {
  const size_t equals = definition.find('=');
  if (equals == definition.npos) return {};
  std::string_view value = definition.substr(equals + 1);
  if (value.starts_with('"') || value.starts_with('<')) value.remove_prefix(1);
  if (value.ends_with('"') || value.ends_with('>')) value.remove_suffix(1);
  return value.starts_with('/') && value != "/" ? value : std::string_view();
}

}  // namespace

std::vector<std::string> includeFolders(const SourceProgram& program) {
  std::vector<std::string> folders;
  if (program.folder.empty()) return folders;
  if (program.folder != "/") folders.push_back(program.folder);
  for (const std::string_view option : program.options) {
    if (option.starts_with("-I")) folders.emplace_back(option.substr(2));
    if (!option.starts_with("-D")) continue;
    if (const std::string_view path = pathOf(option.substr(2)); !path.empty())
      folders.emplace_back(path);
  }
  return folders;
}

bool isNamedBelow(std::string_view folder, std::string_view path) {
  if (folder.empty() || !path.starts_with(folder) || path.contains("/../")) return false;
  return folder.ends_with('/') || path.substr(folder.size()).starts_with('/');
}

}  // namespace lanewise
