// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads LANEWISE_CHECK, LANEWISE_CHECK_MODE and LANEWISE_CHECK_SUPPRESS.
#include "runtime/checks/check_mode.h"

#include "runtime/base/config.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

namespace lanewise {
namespace {

struct CheckRow {
  std::string_view name;
  bool isDefault;
};
constexpr CheckRow kChecks[] = {
#define CHECK(name, member, isDefault) {name, isDefault},
#include "interface/checks.def"
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    if (end != 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return parts;
}

void append(std::string& list, std::string_view word) {
  if (!list.empty()) list += ',';
  list += word;
}

/// The part in front of the next colon, which goes, too.
std::string_view takePart(std::string_view& text) {
  const size_t end = text.find(':');
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
}

}  // namespace

std::string expandChecks(std::string_view words, std::string& unknown) {
  std::string list;
  for (const std::string_view word : split(words, ',')) {
    bool isKnown = word == "all" || word == "default";
    for (const CheckRow& row : kChecks) {
      const bool named = word == row.name || word == "all" || (word == "default" && row.isDefault);
      isKnown |= named;
      if (named && list.find(row.name) == list.npos) append(list, row.name);
    }
    if (!isKnown) append(unknown, word);
  }
  return list;
}

const std::string& checkOption() {
  static const std::string& option = *[] {
    std::string unknown;
    const std::string list = expandChecks(config().check, unknown);
    if (!unknown.empty())
      std::fprintf(stderr, "lanewise: LANEWISE_CHECK: unknown: %s; known: %s, default, all\n",
                   unknown.c_str(), expandChecks("all", unknown).c_str());
    return new std::string(list.empty() ? list : "-cl-lanewise-check=" + list);
  }();
  return option;
}

bool hasChecks(const CodeOptions& options) {
  return false
#define CHECK(name, member, isDefault) || options.member
#include "interface/checks.def"
      ;
}

bool checksUnwrittenMemory() {
  static const bool checks = checkOption().find("uninitialized") != std::string::npos;
  return checks;
}

bool checksRaces() {
  static const bool checks = checkOption().find("races") != std::string::npos;
  return checks;
}

bool checksFailCommands() {
  static const bool fails = [] {
    const std::string& mode = config().checkMode;
    if (mode != "fail" && mode != "report")
      std::fprintf(stderr, "lanewise: LANEWISE_CHECK_MODE: '%s' is neither fail nor report\n",
                   mode.c_str());
    return mode != "report";
  }();
  return fails;
}

bool fits(std::string_view rule, std::string_view kernel, const CheckSite& site) {
  std::string_view place = site.places.empty() ? "" : site.places.front();
  for (const std::string_view fact : {site.kind, kernel, takePart(place), takePart(place)}) {
    const std::string_view part = takePart(rule);
    if (!part.empty() && part != "*" && part != fact) return false;
  }
  return true;
}

const char* wrongRule(std::string_view rule) {
  const std::string_view kind = takePart(rule);
  takePart(rule);  // the kernel
  const std::string_view file = takePart(rule);
  takePart(rule);  // the line
  const bool isKnown = kind.empty() || kind == "*" || kind == "benign-races" ||
                       std::ranges::find(kChecks, kind, &CheckRow::name) != std::end(kChecks);
  if (!isKnown) return "is of no kind of reports";
  if (file.contains('/')) return "has a folder";
  return rule.empty() ? nullptr : "has more than four parts";
}

void printWrongRules() {
  for (const std::string_view rule : split(config().checkSuppress, ','))
    if (const char* problem = wrongRule(rule))
      std::fprintf(stderr, "lanewise: LANEWISE_CHECK_SUPPRESS: '%.*s' %s\n", int(rule.size()),
                   rule.data(), problem);
}

bool isSuppressed(std::string_view kernel, const CheckSite& site) {
  return std::ranges::any_of(split(config().checkSuppress, ','),
                             [&](std::string_view rule) { return fits(rule, kernel, site); });
}

}  // namespace lanewise
