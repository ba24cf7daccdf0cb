// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a reply depends on besides its request: headers and libraries of the compiler. The compiler
// records their state in the reply. The host compares it before it uses a cached reply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lanewise {

enum class DependencyKind : uint8_t {
  Compiler,  // this compiler's library; `state` is its build id
  Library,   // a library that it uses; `state` is its build id
  File,  // looked for in a folder of -I or in SourceProgram::folder; `state` is kAbsent, kPresent,
         // kRefused or contentState()
};

/// One file or library that a reply depends on.
struct Dependency {
  DependencyKind kind = DependencyKind::File;
  std::string path;  // absolute
  std::string state;
  bool operator==(const Dependency&) const = default;
};

/// Dependency::state of a File that does not exist, and of one whose content was not read.
inline constexpr const char* kAbsent = "absent";
inline constexpr const char* kPresent = "present";
/// That of a File that the sandbox of the compiler process does not let it read. It never holds.
inline constexpr const char* kRefused = "refused";

/// Dependency::state of a File with this content.
std::string contentState(std::span<const uint8_t> content);

/// The build id of an ELF file in hexadecimal; empty if it has none. Reads the file without mapping
/// it.
std::string buildIdOf(const std::string& path);
/// The build id from the note segment of an object in memory.
std::string buildIdInNote(std::span<const uint8_t> note);

/// True if its state is still the recorded one.
bool holds(const Dependency& dependency);

}  // namespace lanewise
