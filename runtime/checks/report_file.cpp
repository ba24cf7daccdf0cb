// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run with a result for each report.
#include "runtime/checks/report_file.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ranges>
#include <utility>

namespace lanewise {
namespace {

std::string jsonString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    char escape[8];
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(c));
      result += escape;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

struct Place {
  std::string_view file;
  uint32_t line = 0, column = 0;
};

/// Reads "file:line:column in function 'f'".
Place parsePlace(std::string_view text) {
  text = text.substr(0, text.find(" in function"));
  Place place;
  const size_t second = text.rfind(':');
  const size_t first = second == text.npos ? second : text.rfind(':', second - 1);
  if (first == text.npos) return place;
  const char* const end = text.data() + text.size();
  std::from_chars(text.data() + first + 1, end, place.line);
  std::from_chars(text.data() + second + 1, end, place.column);
  place.file = text.substr(0, first);
  return place;
}

std::string location(std::string_view text) {
  const Place place = parsePlace(text);
  return "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " + jsonString(place.file) +
         "}, \"region\": {\"startLine\": " + std::to_string(place.line) +
         ", \"startColumn\": " + std::to_string(place.column) + "}}}";
}

std::string result(const ReportRow& row) {
  std::string text = "      {\"ruleId\": " + jsonString(row.kind) +
                     ", \"level\": " + (row.kind == "benign-races" ? "\"note\"" : "\"error\"") +
                     ", \"message\": {\"text\": " + jsonString(row.text) +
                     "}, \"occurrenceCount\": " + std::to_string(row.count) + ", \"locations\": [";
  if (!row.site.places.empty()) text += location(row.site.places.front());
  text += "], \"relatedLocations\": [";
  bool isFirst = true;
  const auto add = [&](std::string_view place) {
    text += (std::exchange(isFirst, false) ? "" : ", ") + location(place);
  };
  std::ranges::for_each(row.site.places | std::views::drop(1), add);
  std::ranges::for_each(row.other.places, add);
  return text + "], \"properties\": {\"kernel\": " + jsonString(row.kernel) + "}}";
}

std::string document(std::span<const ReportRow> rows) {
  std::string text =
      "{\n  \"version\": \"2.1.0\",\n"
      "  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"runs\": [{\n"
      "    \"tool\": {\"driver\": {\"name\": \"Lanewise\", \"version\": " +
      jsonString(LANEWISE_VERSION) + "}},\n    \"results\": [\n";
  for (const ReportRow& row : rows) text += result(row) + (&row == &rows.back() ? "\n" : ",\n");
  return text + "    ]\n  }]\n}\n";
}

}  // namespace

std::string reportPath(std::string_view pattern, int process) {
  std::string path;
  while (true) {
    const size_t end = pattern.find("%p");
    path += pattern.substr(0, end);
    if (end == pattern.npos) return path;
    path += std::to_string(process);
    pattern.remove_prefix(end + 2);
  }
}

std::string writeReportFile(const std::string& path, std::span<const ReportRow> rows) {
  const std::string text = document(rows);
  const std::string temporary = path + ".new";
  std::FILE* file = std::fopen(temporary.c_str(), "we");
  if (!file) return std::strerror(errno);
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int problem = errno;
  if (std::fclose(file) != 0 || !isWritten) {
    std::remove(temporary.c_str());
    return std::strerror(isWritten ? errno : problem);
  }
  if (std::rename(temporary.c_str(), path.c_str()) == 0) return {};
  const int why = errno;
  std::remove(temporary.c_str());
  return std::strerror(why);
}

}  // namespace lanewise
