// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders and files that only this user can change, as code is mapped from or read back from.
#pragma once

#include "runtime/base/descriptor.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

enum class IfMissing : uint8_t { Fail, Make };

/// Opens a folder whose last part is no link, that is ours and that no other may write to. Made, if
/// so wished, with its parents, for us alone. The error is a sentence.
std::expected<Descriptor, std::string> openOwnFolder(const std::string& path, IfMissing missing);
/// The same for a folder in one that is open.
std::expected<Descriptor, std::string> openOwnFolderIn(int folder, const std::string& name,
                                                       IfMissing missing);

/// 0 or an errno value. A limit of the host's on file sizes is EFBIG and no signal.
int writeAll(int file, std::span<const uint8_t> bytes);

/// The content of a plain file of ours in an open folder, whose last use is noted at the file. None
/// if it is anything else, or longer than `maxBytes`.
std::optional<std::vector<uint8_t>> readOwnFile(int folder, const std::string& name,
                                                uint64_t maxBytes);

}  // namespace lanewise
