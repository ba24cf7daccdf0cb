// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the words. They are untrusted: an instruction is read only after a check that it is
// inside the module.
#include "runtime/program/spirv_module.h"

#include <cstring>
#include <spirv/unified1/spirv.hpp11>
#include <string>

namespace lanewise {
namespace {

constexpr size_t kHeaderWords = 5;
constexpr uint32_t kNewestVersion = 0x00010600;
constexpr uint32_t kMaxIdBound = 0x3fffff;  // the universal limit of the specification

class Words {
 public:
  explicit Words(std::span<const std::byte> bytes) : bytes_(bytes) {}
  size_t count() const { return bytes_.size() / sizeof(uint32_t); }
  uint32_t operator[](size_t index) const {
    uint32_t word;  // the application's memory need not be aligned
    std::memcpy(&word, bytes_.data() + index * sizeof(word), sizeof(word));
    return word;
  }

 private:
  std::span<const std::byte> bytes_;
};

Status invalid(const std::string& why) { return {CL_INVALID_VALUE, "not a SPIR-V module: " + why}; }

Status checkHeader(std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(uint32_t) != 0)
    return invalid("its " + std::to_string(bytes.size()) + " bytes are not whole words");
  const Words words(bytes);
  if (words.count() < kHeaderWords)
    return invalid("its " + std::to_string(bytes.size()) + " bytes are less than a header");
  if (words[0] == __builtin_bswap32(spv::MagicNumber))
    return invalid("unsupported: its words are big-endian");
  if (words[0] != spv::MagicNumber) return invalid("word 0 is not the magic number");
  const uint32_t version = words[1];
  if ((version & 0xff0000ff) || version < 0x00010000 || version > kNewestVersion)
    return invalid("word 1: version " + std::to_string(version >> 16 & 0xff) + "." +
                   std::to_string(version >> 8 & 0xff) + " is not one of 1.0 to 1.6");
  if (words[3] == 0 || words[3] > kMaxIdBound)
    return invalid("word 3: the id bound " + std::to_string(words[3]) + " is out of range");
  return {};
}

/// Collects widths of scalar types and SpecIds first, because constants come after them.
struct Collected {
  std::map<uint32_t, uint32_t> widthBits;  // of a type id
  std::map<uint32_t, uint32_t> specIds;    // of a constant's id
};

void collect(const Words& words, size_t at, uint32_t count, Collected& found, SpirvModule& module) {
  switch (spv::Op(words[at] & 0xffff)) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      if (count >= 3) found.widthBits[words[at + 1]] = words[at + 2];
      break;
    case spv::Op::OpDecorate:
      if (count == 4 && spv::Decoration(words[at + 2]) == spv::Decoration::SpecId)
        found.specIds[words[at + 1]] = words[at + 3];
      break;
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpSpecConstant: {
      if (count < 3) break;
      const auto specId = found.specIds.find(words[at + 2]);
      if (specId == found.specIds.end()) break;
      const auto width = found.widthBits.find(words[at + 1]);
      module.constantBytes[specId->second] =
          width == found.widthBits.end() ? sizeof(cl_uchar) : (width->second + 7) / 8;
      break;
    }
    default: break;
  }
}

}  // namespace

Result<SpirvModule> readSpirvModule(std::span<const std::byte> bytes) {
  TRY_STATUS(checkHeader(bytes));
  const Words words(bytes);
  SpirvModule module;
  Collected found;
  for (size_t at = kHeaderWords; at < words.count();) {
    const uint32_t count = words[at] >> 16;
    if (count == 0 || count > words.count() - at)
      return std::unexpected(invalid("word " + std::to_string(at) + ": an instruction of " +
                                     std::to_string(count) + " words, " +
                                     std::to_string(words.count() - at) + " are left"));
    collect(words, at, count, found, module);
    at += count;
  }
  return module;
}

}  // namespace lanewise
