// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// docs/accuracy.md: what the accuracy test found, one row per function and type.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/builtins/functions.h"

namespace lanewise::testing {

struct AccuracyRow {
  std::string name, symbol;
  int precision;
  double limit, claim, worst;  // ulp
  std::string argument;        // where the worst error is
  long points;
  double nanoseconds;  // of a call
};

template <class T>
std::string argumentsOf(Signature signature, const Args<T>& args) {
  char text[128];
  const double x = static_cast<double>(args.x), y = static_cast<double>(args.y),
               z = static_cast<double>(args.z);
  switch (signature) {
    case Signature::X: std::snprintf(text, sizeof text, "%a", x); break;
    case Signature::XY: std::snprintf(text, sizeof text, "%a, %a", x, y); break;
    case Signature::XYZ: std::snprintf(text, sizeof text, "%a, %a, %a", x, y, z); break;
    case Signature::XN: std::snprintf(text, sizeof text, "%a, %d", x, args.n); break;
  }
  return text;
}

/// The least time of `call(0) ... call(count - 1)`, in nanoseconds a call.
template <class Call>
double fastestCall(int count, Call call) {
  using Clock = std::chrono::steady_clock;
  double best = INFINITY;
  for (int round = 0; round < 40; ++round) {
    const auto begin = Clock::now();
    for (int i = 0; i < count; ++i) call(i);
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - begin).count());
  }
  return best / count;
}

/// False if the file cannot be written.
inline bool writeAccuracyPage(const char* file, std::vector<AccuracyRow> rows) {
  std::FILE* out = std::fopen(file, "w");
  if (!out) return false;
  std::fputs(
      "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
      "# Accuracy of the device library\n\n"
      "Made by `build/dev/tests/builtins/accuracy-v3 --samples=100000 --page=docs/accuracy.md`. Errors\n"
      "are in units in the last place against MPFR; a correctly rounded result is at most 0.5 away.\n"
      "The limit is that of the OpenCL SPIR-V environment specification, full profile; `-` where it\n"
      "is implementation-defined. The claim stands in the source and fails a test when it is passed.\n"
      "Nanoseconds are those of one scalar call through a pointer, level x86-64-v3, on the machine\n"
      "where the page was made: they compare functions, not machines. The error of native_sin,\n"
      "native_cos and native_tan is absolute, 2^-19 up to 2^15: near their zeros it is many ulp.\n\n"
      "| function | type | limit | claim | worst found | at | arguments tried | ns |\n"
      "|---|---|--:|--:|--:|---|--:|--:|\n",
      out);
  std::ranges::stable_sort(rows, {}, &AccuracyRow::name);
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::isfinite(value) ? std::string(text) : std::string("-");
  };
  for (const auto& row : rows)
    std::fprintf(out, "| %s | %s | %s | %s | %.4f | `%s` | %ld | %.1f |\n", row.name.c_str(),
                 row.precision == 11   ? "f16"
                 : row.precision == 24 ? "f32"
                                       : "f64",
                 number(row.limit).c_str(), number(row.claim).c_str(), row.worst,
                 row.argument.c_str(), row.points, row.nanoseconds);
  return std::fclose(out) == 0;
}

}  // namespace lanewise::testing
