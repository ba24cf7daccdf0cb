// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build may read: the folders that its #include directives are searched in, and source
// files. The sandbox of the compiler process lets it read nothing else. CompilerClient gives each
// build a process with exactly these.
#pragma once

#include "interface/compile_request.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// The current folder of the application, unless it is "/"; the folders of -I; absolute paths that
/// -D gives, unless they lead to "/", because programs include files through macros
/// (`-DPATH=/usr/share/app`). None if nothing is included.
std::vector<std::string> includeFolders(const SourceProgram& program);

/// Whether `path` is a file whose name, and that of the file that it leads to, ends as the names of
/// headers and sources do. Programs include these from everywhere, by absolute paths and by "..".
bool isSourceFile(const std::string& path);

/// Whether `path` is written as one below `folder`: as `folder` and at least one name, without ".."
/// behind `folder`. It may lead elsewhere, through a symbolic link.
bool isNamedBelow(std::string_view folder, std::string_view path);

}  // namespace lanewise
