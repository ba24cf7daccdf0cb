// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the options of a program, whose folders are absolute.
#include "runtime/compiler_process/include_folders.h"

#include "runtime/base/paths.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>

namespace lanewise {
namespace {

/// Whether `path` leads to "/", in whichever way it is written: "//", "/.", "/usr/..", a link.
bool isRoot(std::string_view path) { return canonicalPath(std::string(path)) == "/"; }

/// The path of `NAME=/path`, `NAME="/path"` or `NAME=</path>`; else an empty text.
std::string_view pathOf(std::string_view definition) {
  const size_t equals = definition.find('=');
  if (equals == definition.npos) return {};
  std::string_view value = definition.substr(equals + 1);
  if (value.starts_with('"') || value.starts_with('<')) value.remove_prefix(1);
  if (value.ends_with('"') || value.ends_with('>')) value.remove_suffix(1);
  return value.starts_with('/') && !isRoot(value) ? value : std::string_view();
}

/// What file names of source code have behind the last dot.
constexpr std::string_view kSourceExtensions[] = {"h",   "hh",  "hpp",   "hxx", "inc", "inl", "ipp",
                                                  "tpp", "def", "cl",    "clh", "clc", "ocl", "c",
                                                  "cc",  "cpp", "clcpp", "cxx", "cu",  "cuh"};

bool isSourceName(std::string_view path) {
  const size_t dot = path.rfind('.');
  if (dot == path.npos) return false;
  return std::ranges::find(kSourceExtensions, path.substr(dot + 1)) != std::end(kSourceExtensions);
}

}  // namespace

std::vector<std::string> includeFolders(const SourceProgram& program) {
  std::vector<std::string> folders;
  if (program.folder.empty()) return folders;
  if (!isRoot(program.folder)) folders.push_back(program.folder);
  for (const std::string_view option : program.options) {
    if (option.starts_with("-I")) folders.emplace_back(option.substr(2));
    if (!option.starts_with("-D")) continue;
    if (const std::string_view path = pathOf(option.substr(2)); !path.empty())
      folders.emplace_back(path);
  }
  return folders;
}

bool isSourceFile(const std::string& path) {
  if (!path.starts_with('/') || path.contains('\0') || !isSourceName(path)) return false;
  const std::optional<std::string> file = canonicalPath(path);
  return file && isSourceName(*file) && isRegularFile(*file);
}

bool isNamedBelow(std::string_view folder, std::string_view path) {
  // The system would end the path at a null character.
  if (folder.empty() || !path.starts_with(folder) || path.contains('\0')) return false;
  const std::string_view behind = path.substr(folder.size());
  if (!folder.ends_with('/') && !behind.starts_with('/')) return false;
  bool namesAny = false;
  for (const auto part : std::views::split(behind, '/')) {
    const std::string_view name(part);
    if (name == "..") return false;
    namesAny |= !name.empty() && name != ".";
  }
  return namesAny;
}

}  // namespace lanewise
