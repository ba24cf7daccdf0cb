// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads build id notes and hashes files. Files may change or be odd at any time: whatever cannot be
// read is a state of its own that equals no other.
#include "interface/dependency.h"

#include "interface/descriptor.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace lanewise {
namespace {

constexpr const char* kUnreadable = "unreadable";
constexpr uint64_t kMaxNoteBytes = 64 * 1024;
constexpr off_t kMaxFileBytes = off_t(1) << 30;

/// An open file. Not blocking: what is named as a file may be a pipe.
class File {
 public:
  explicit File(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  explicit operator bool() const { return bool(descriptor_); }

  bool readAt(uint64_t offset, void* into, size_t sizeBytes) const {
    auto* at = static_cast<uint8_t*>(into);
    while (sizeBytes) {
      const ssize_t got = pread(descriptor_.get(), at, sizeBytes, off_t(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      at += got;
      offset += uint64_t(got);
      sizeBytes -= size_t(got);
    }
    return true;
  }
  struct stat facts() const {
    struct stat found = {};
    if (fstat(descriptor_.get(), &found) != 0) found = {};
    return found;
  }

 private:
  Descriptor descriptor_;
};

std::string hexadecimal(std::span<const uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string fileState(const std::string& path, bool withContent) {
  const File file(path);
  if (!file) return errno == ENOENT || errno == ENOTDIR ? kAbsent : kUnreadable;
  const struct stat facts = file.facts();
  if (!withContent) return S_ISREG(facts.st_mode) ? kPresent : kUnreadable;
  if (!S_ISREG(facts.st_mode) || facts.st_size > kMaxFileBytes) return kUnreadable;
  std::vector<uint8_t> content(size_t(facts.st_size));
  if (!file.readAt(0, content.data(), content.size())) return kUnreadable;
  return contentState(content);
}

}  // namespace

std::string contentState(std::span<const uint8_t> content) {
  XXH128_canonical_t hash;
  XXH128_canonicalFromHash(&hash, XXH3_128bits(content.data(), content.size()));
  return hexadecimal(hash.digest);
}

std::string buildIdInNote(std::span<const uint8_t> note) {
  Elf64_Nhdr header;
  const auto padded = [](uint64_t sizeBytes) { return (sizeBytes + 3) & ~uint64_t(3); };
  while (note.size() >= sizeof header) {
    std::memcpy(&header, note.data(), sizeof header);
    const uint64_t content = sizeof header + padded(header.n_namesz);
    if (content > note.size() || header.n_descsz > note.size() - content) return {};
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == sizeof ELF_NOTE_GNU &&
        std::memcmp(note.data() + sizeof header, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0)
      return hexadecimal(note.subspan(content, header.n_descsz));
    note = note.subspan(std::min<uint64_t>(note.size(), content + padded(header.n_descsz)));
  }
  return {};
}

std::string buildIdOf(const std::string& path) {
  const File file(path);
  Elf64_Ehdr header;
  if (!file || !file.readAt(0, &header, sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  if (!file.readAt(header.e_phoff, segments.data(), segments.size() * sizeof(Elf64_Phdr)))
    return {};
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMaxNoteBytes) continue;
    std::vector<uint8_t> note(segment.p_filesz);
    if (!file.readAt(segment.p_offset, note.data(), note.size())) continue;
    if (std::string id = buildIdInNote(note); !id.empty()) return id;
  }
  return {};
}

bool holds(const Dependency& dependency) {
  switch (dependency.kind) {
    case DependencyKind::Compiler: return true;
    case DependencyKind::Library:
      return !dependency.state.empty() && buildIdOf(dependency.path) == dependency.state;
    case DependencyKind::File: {
      if (dependency.state == kRefused) return false;
      const bool withContent = dependency.state != kAbsent && dependency.state != kPresent;
      return fileState(dependency.path, withContent) == dependency.state;
    }
  }
  return false;
}

}  // namespace lanewise
