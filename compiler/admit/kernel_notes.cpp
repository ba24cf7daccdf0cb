// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first line that identifies the format, then lines: kernel, attributes, and type, qualifiers and
// name of each argument.
#include "compiler/admit/kernel_notes.h"

#include <algorithm>

namespace lanewise {
namespace {

constexpr std::string_view kHead = "lanewise.kernel";

void addLine(std::string& text, std::string_view line) {
  text += '\n';
  std::ranges::replace_copy(line, std::back_inserter(text), '\n', ' ');
}

bool takeLine(std::string_view& text, std::string& line) {
  if (!text.starts_with('\n')) return false;
  text.remove_prefix(1);
  line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size());
  return true;
}

}  // namespace

std::string encodeNotes(const KernelNotes& notes) {
  std::string text(kHead);
  addLine(text, notes.kernel);
  addLine(text, notes.attributes);
  for (const KernelNotes::Argument& argument : notes.arguments) {
    addLine(text, argument.type);
    addLine(text, argument.qualifiers);
    addLine(text, argument.name);
  }
  return text;
}

std::optional<KernelNotes> decodeNotes(std::string_view text) {
  if (!text.starts_with(kHead)) return std::nullopt;
  text.remove_prefix(kHead.size());
  KernelNotes notes;
  if (!takeLine(text, notes.kernel) || !takeLine(text, notes.attributes)) return std::nullopt;
  while (!text.empty()) {
    KernelNotes::Argument& argument = notes.arguments.emplace_back();
    if (!takeLine(text, argument.type) || !takeLine(text, argument.qualifiers) ||
        !takeLine(text, argument.name))
      return std::nullopt;
  }
  return notes;
}

}  // namespace lanewise
