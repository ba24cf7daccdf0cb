// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths of files as text. std::filesystem is not used in liblanewise.so: its functions are part of
// the standard library of the process, and allocate what their callers release
// (docs/design/own-memory.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanewise {

/// Without the part behind the last '/': "/a" of "/a/b", "/" of "/a" and of "/", "" of "a".
std::string parentFolder(std::string_view path);

/// Absolute; empty if it cannot be read.
std::string currentFolder();

/// `path`, or below the current folder if it is relative. Unchanged if it is empty or the folder
/// cannot be read.
std::string absolutePath(std::string_view path);

/// The absolute path of an existing file without symbolic links, "." and "..". If there is none:
/// errno tells why.
std::optional<std::string> canonicalPath(const std::string& path);

/// A file, or a link that leads to one: no folder, device or socket.
bool isRegularFile(const std::string& path);

}  // namespace lanewise
