// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice of processors by their order or by their numbers.
#include "runtime/host/affinity.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lanewise {
namespace {

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

/// "8" or "0-2", of at most five digits each.
bool isRange(std::string_view text) {
  const auto takeNumber = [&] {
    const size_t digits = size_t(std::ranges::find_if_not(text, isDigit) - text.begin());
    text.remove_prefix(digits);
    return digits >= 1 && digits <= 5;
  };
  if (!takeNumber()) return false;
  if (text.empty()) return true;
  if (text.front() != '-') return false;
  text.remove_prefix(1);
  return takeNumber() && text.empty();
}

bool isList(std::string_view text) {
  if (text.ends_with(',')) return false;
  while (!text.empty()) {
    const std::string_view range = text.substr(0, text.find(','));
    if (!isRange(range)) return false;
    text.remove_prefix(std::min(text.size(), range.size() + 1));
  }
  return true;
}

}  // namespace

std::vector<Processor> chooseProcessors(const std::string& text, std::vector<Processor> all,
                                        uint32_t count) {
  if (text.empty()) return {};
  const size_t chosen = std::min<size_t>(count, all.size());
  if (text == "close") {
    all.resize(chosen);
    return all;
  }
  std::vector<Processor> found;
  if (text == "spread") {
    for (size_t i = 0; i < chosen; ++i) found.push_back(all[i * all.size() / chosen]);
    return found;
  }
  if (!isList(text)) return {};
  const std::vector<int> numbers = parseProcessorList(text);
  std::ranges::copy_if(all, std::back_inserter(found), [&](const Processor& processor) {
    return std::ranges::find(numbers, processor.number) != numbers.end();
  });
  return found;
}

}  // namespace lanewise
