// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes log lines to standard error.
#include "runtime/base/log.h"

#include "runtime/base/config.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace lanewise {
namespace {

struct Name {
  LogGroup group;
  std::string_view text;
};
constexpr Name kNames[] = {
    {LogGroup::Api, "api"}, {LogGroup::Build, "build"}, {LogGroup::Jit, "jit"}};

uint32_t groupsOf(std::string_view list) {
  uint32_t groups = 0;
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(item.size() == list.size() ? item.size() : item.size() + 1);
    bool found = false;
    for (const Name& name : kNames) {
      if (item != name.text && item != "all") continue;
      groups |= static_cast<uint32_t>(name.group);
      found = true;
    }
    if (found) continue;
    std::string known;
    for (const Name& name : kNames) known.append(name.text).append(", ");
    std::fprintf(stderr, "lanewise: unknown log group '%.*s' in LANEWISE_LOG; known: %sall\n",
                 static_cast<int>(item.size()), item.data(), known.c_str());
  }
  return groups;
}

}  // namespace

namespace detail {
constinit std::atomic<uint32_t> logGroups{kLogUnread};

bool readLogGroups(LogGroup group) {
  static const uint32_t groups = groupsOf(config().log);
  logGroups.store(groups, std::memory_order_relaxed);
  return groups & static_cast<uint32_t>(group);
}
}  // namespace detail

void log(LogGroup group, const char* format, ...) {
  if (!logs(group)) return;
  const char* name = "";
  for (const Name& row : kNames)
    if (row.group == group) name = row.text.data();
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  char usual[1024];
  const size_t begin = size_t(std::snprintf(usual, sizeof usual, "lanewise %s: ", name));
  const int rest = std::vsnprintf(usual + begin, sizeof usual - begin, format, arguments);
  size_t length = begin + size_t(std::max(rest, 0));
  char* line = usual;
  std::unique_ptr<char[]> longer;
  if (length >= sizeof usual) {
    longer.reset(new (std::nothrow) char[length + 1]);
    if (longer) {
      line = longer.get();
      std::memcpy(line, usual, begin);
      std::vsnprintf(line + begin, length + 1 - begin, format, again);
    } else {
      length = sizeof usual - 1;  // memory may be what failed
    }
  }
  va_end(again);
  va_end(arguments);
  // A build log has an end of line, too.
  while (length > begin && line[length - 1] == '\n') --length;
  line[length++] = '\n';
  // One call, so that lines of several threads do not mix.
  std::fwrite(line, 1, length, stderr);
}

}  // namespace lanewise
