// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header with a checksum, then the parts as the message that the compiler would get.
#include "runtime/program_binary.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

namespace lanewise {
namespace {

constexpr char kMagic[8] = {'L', 'W', 'P', 'R', 'O', 'G', '0', '1'};

struct Header {
  char magic[8];
  uint32_t type;
  uint32_t reserved;
  uint64_t checksum;  // of the payload and the type
};

uint64_t checksumOf(std::span<const uint8_t> payload, uint32_t type) {
  return XXH3_64bits_withSeed(payload.data(), payload.size(), type);
}

}  // namespace

std::vector<uint8_t> encodeProgramBinary(const ProgramBinary& binary) {
  CompileRequest request;
  for (const auto& module : binary.parts.modules) request.modules.push_back(*module);
  request.specializationConstants = binary.parts.constants;
  request.options = binary.parts.options;
  const std::vector<uint8_t> payload = encode(request);
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.type = binary.type;
  header.checksum = checksumOf(payload, header.type);
  std::vector<uint8_t> bytes(sizeof(header) + payload.size());
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::memcpy(bytes.data() + sizeof(header), payload.data(), payload.size());
  return bytes;
}

std::optional<ProgramBinary> decodeProgramBinary(std::span<const uint8_t> bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::span<const uint8_t> payload = bytes.subspan(sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.checksum != checksumOf(payload, header.type))
    return std::nullopt;
  auto request = decodeRequest(payload);
  if (!request || request->modules.empty()) return std::nullopt;
  ProgramBinary binary;
  binary.type = header.type;
  for (auto& module : request->modules)
    binary.parts.modules.push_back(
        std::make_shared<const std::vector<uint8_t>>(std::move(module)));
  binary.parts.constants = std::move(request->specializationConstants);
  binary.parts.options = request->options;
  return binary;
}

}  // namespace lanewise
