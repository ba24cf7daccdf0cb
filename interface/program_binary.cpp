// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of program binaries.
#include "interface/program_binary.h"

#include "interface/byte_codec.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace lanewise {

template <class V>
bool visit(V& v, Fields<LastingConstant> auto& m) {
  return v(m.module) && v(m.id) && v(m.bytes);
}

template <class V>
bool visit(V& v, Fields<LastingProgram> auto& m) {
  return v(m.type) && v(m.takesLinkOptions) && v(m.options) && v(m.modules) && v(m.constants);
}

namespace {

struct Header {
  char magic[8];
  XXH128_canonical_t checksum;  // of what follows
};

constexpr char kMagic[8] = {'L', 'W', 'P', 'R', 'O', 'G', '0', '1'};

Header headerOf(std::span<const uint8_t> content) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  XXH128_canonicalFromHash(&header.checksum, XXH3_128bits(content.data(), content.size()));
  return header;
}

}  // namespace

LastingProgram lastingProgram(CompileRequest parts) {
  LastingProgram program;
#define CODE_OPTION(member, option, whole) \
  if (parts.options.member) program.options.push_back(option);
#include "interface/code_options.def"
  program.modules = std::move(parts.modules);
  for (SpecializationConstant& constant : parts.specializationConstants)
    program.constants.push_back({constant.module, constant.id, std::move(constant.bytes)});
  return program;
}

std::vector<uint8_t> encode(ProgramBinary binary) {
  std::vector<uint8_t> bytes(sizeof(Header));
  Writer{bytes}(binary.program);
  StoredBuild build;
  build.replies = std::move(binary.replies);
  std::ranges::copy(encode(build), std::back_inserter(bytes));
  const Header header = headerOf(std::span(bytes).subspan(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

std::optional<ProgramBinary> decodeProgramBinary(std::span<const uint8_t> bytes) {
  if (bytes.size() < sizeof(Header)) return std::nullopt;
  const Header header = headerOf(bytes.subspan(sizeof(Header)));
  if (std::memcmp(bytes.data(), &header, sizeof header) != 0) return std::nullopt;
  ProgramBinary binary;
  Reader reader{bytes.subspan(sizeof header)};
  if (!reader(binary.program)) return std::nullopt;
  if (auto build = decodeStoredBuild(reader.in)) binary.replies = std::move(build->replies);
  return binary;
}

}  // namespace lanewise
