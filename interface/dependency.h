// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of what a reply was made from, beside its request: told by the compiler when it made
// the reply, compared by the host before it uses a reply that it kept. Linked by both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lanewise {

enum class DependencyKind : uint8_t {
  Compiler,  // this compiler's library; `state` is its build id
  Library,   // a library that it uses; `state` is its build id
  File,      // looked for in a folder of -I; `state` is kAbsent, kPresent or contentState()
};

/// What a reply was made from beside the request.
struct Dependency {
  DependencyKind kind = DependencyKind::File;
  std::string path;  // absolute
  std::string state;
  bool operator==(const Dependency&) const = default;
};

/// Dependency::state of a File that is not there, and of one whose content was not looked at.
inline constexpr const char* kAbsent = "absent";
inline constexpr const char* kPresent = "present";

/// Dependency::state of a File with this content.
std::string contentState(std::span<const uint8_t> content);

/// The linker's hash of an ELF file in hexadecimal, from its build id note; empty if it has none.
/// The file is read, not mapped or opened by the dynamic loader.
std::string buildIdOf(const std::string& path);
/// The same from the note segment of an object in memory.
std::string buildIdInNote(std::span<const uint8_t> note);

/// Is it as the reply found it?
bool holds(const Dependency& dependency);

}  // namespace lanewise
