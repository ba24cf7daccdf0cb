// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders and files that only this user can change, for code that is mapped or read back.
#pragma once

#include "interface/descriptor.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

enum class IfMissing : uint8_t { Fail, Make };

/// Opens a folder that the user owns and nobody else can write to; its last part must not be a
/// symbolic link. On request creates it with its parents, mode 0700. The error is a sentence.
std::expected<Descriptor, std::string> openOwnFolder(const std::string& path, IfMissing missing);
/// Opens a folder in an open folder under the same conditions.
std::expected<Descriptor, std::string> openOwnFolderIn(int folder, const std::string& name,
                                                       IfMissing missing);

/// The path of the folder without symbolic links, if nobody but this user and root can rename or
/// replace the folder or one above it: each belongs to one of the two, and others may write only to
/// those with a sticky bit. The dynamic loader may open files there by that path, and by no other.
/// \pre `path` is absolute.
std::expected<std::string, std::string> ownCanonicalPath(const std::string& path);

/// 0 or an errno value. Exceeding the host's limit on file sizes is EFBIG and raises no signal.
int writeAll(int file, std::span<const uint8_t> bytes);

/// The contents of a regular file of this user in an open folder; records the last use in the
/// file's time stamp. None for anything else, and for files longer than `maxBytes`.
std::optional<std::vector<uint8_t>> readOwnFile(int folder, const std::string& name,
                                                uint64_t maxBytes);

}  // namespace lanewise
