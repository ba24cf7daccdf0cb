// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads the names of functions that stand for inline assembly.
#include "compiler/admit/assembly_functions.h"

#include <charconv>
#include <cstdint>

namespace lanewise::admit {
namespace {

constexpr std::string_view kPrefix = "lanewise_assembly_";
constexpr char kSideEffects = 's', kAlignsStack = 'a', kReads = 'r', kWrites = 'w';

std::string toHex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const char byte : bytes) {
    digits += kDigits[uint8_t(byte) >> 4];
    digits += kDigits[uint8_t(byte) & 15];
  }
  return digits;
}

std::optional<std::string> fromHex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (; !digits.empty(); digits.remove_prefix(2)) {
    uint8_t byte = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + 2, byte, 16);
    if (error != std::errc() || end != digits.data() + 2) return std::nullopt;
    bytes += char(byte);
  }
  return bytes;
}

/// The part in front of `mark`, which is taken away with it; all if there is none.
std::string_view takePart(std::string_view& rest, char mark) {
  const std::string_view part = rest.substr(0, rest.find(mark));
  rest.remove_prefix(part.size() == rest.size() ? part.size() : part.size() + 1);
  return part;
}

}  // namespace

bool isAssemblyFunction(std::string_view name) { return name.starts_with(kPrefix); }

std::string nameOf(const AssemblyFunction& function) {
  std::string name(kPrefix);
  if (function.hasSideEffects) name += kSideEffects;
  if (function.alignsStack) name += kAlignsStack;
  if (function.readsMemory) name += kReads;
  if (function.writesMemory) name += kWrites;
  char mark = '_';
  for (const std::string& type : function.types) {
    name += mark;
    name += type;
    mark = '.';
  }
  if (function.types.empty()) name += mark;
  return name + "_" + toHex(function.constraints) + "_" + toHex(function.text);
}

std::optional<AssemblyFunction> parseAssemblyFunction(std::string_view name) {
  if (!isAssemblyFunction(name)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  AssemblyFunction function;
  for (const char letter : takePart(name, '_')) switch (letter) {
      case kSideEffects: function.hasSideEffects = true; break;
      case kAlignsStack: function.alignsStack = true; break;
      case kReads: function.readsMemory = true; break;
      case kWrites: function.writesMemory = true; break;
      default: return std::nullopt;
    }
  for (std::string_view types = takePart(name, '_'); !types.empty();)
    function.types.emplace_back(takePart(types, '.'));
  const auto constraints = fromHex(takePart(name, '_')), text = fromHex(name);
  if (!constraints || !text) return std::nullopt;
  function.constraints = *constraints;
  function.text = *text;
  return function;
}

}  // namespace lanewise::admit
