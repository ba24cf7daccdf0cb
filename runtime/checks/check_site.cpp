// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One part per line.
#include "runtime/checks/check_site.h"

#include <charconv>

namespace lanewise {
namespace {

std::string_view takeLine(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

}  // namespace

CheckSite parseCheckSite(std::string_view text) {
  CheckSite site;
  site.kind = takeLine(text);
  site.action = takeLine(text);
  site.object = takeLine(text);
  site.line = takeLine(text);
  while (!text.empty()) site.places.push_back(takeLine(text));
  return site;
}

int argumentOf(std::string_view object) {
  constexpr std::string_view kWord = "argument ";
  int number = -1;
  if (object.starts_with(kWord))
    std::from_chars(object.data() + kWord.size(), object.data() + object.size(), number);
  return number;
}

}  // namespace lanewise
