// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of results and the page.
#include "tests/builtins/accuracy_results.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/builtins/claims.h"

namespace lanewise::test {
namespace {

// The separator is a semicolon, because arguments contain commas.
constexpr char kHead[] =
    "name;symbol;part;bits;worst;argument;points;every;nanoseconds;fingerprint";

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ';')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return std::isfinite(value) ? text : "-";
}

std::string errorText(double ulp) {
  char text[32];
  std::snprintf(text, sizeof text, ulp < 1000 && (ulp == 0 || ulp > 0.01) ? "%.4f" : "%.2g", ulp);
  return text;
}

std::string pointsOf(const AccuracyResult& row) {
  if (row.everyArgument) return "all";
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", static_cast<double>(row.points));
  return text;
}

constexpr char kPageHead[] =
    R"(<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
# Accuracy of the device library

The measured error of each math function, in units in the last place (ulp). A correctly rounded result has
an error of at most 0.5 ulp. The page is generated from `docs/accuracy.csv`, the results of
`build/dev/tests/builtins/accuracy-full` ([tests/builtins/README.md](../tests/builtins/README.md)). A quick
reference in a wider format selects arguments, whose errors MPFR computes.

- limit: maximum error in the OpenCL SPIR-V environment specification, full profile; `-`:
  implementation-defined.
- claim: maximum error that the source claims, by default the limit. A larger error fails the run.
- worst found, at: the largest error and its argument.
- arguments: `all` of the type (of both arguments, if there are two), or the number of arguments: from all
  exponents, from the range in which the function is not trivial, and near the worst argument.
- ns: time of a scalar call through a pointer, level x86-64-v3, on the machine of the measurement, which ran
  other work. Compare functions with it, not machines.

native_* functions have no limits of their own. Functions for unsafe math give their error as a part of the
allowed error: `share of the limit`. Absolute limits are marked. FAdd, FSub, FMul and FDiv are instructions of
the processor; 1 / x is FDiv. In kernels on x86-64, native_recip, native_rsqrt, native_divide, half_recip and
half_rsqrt are the processor's estimate and a step of an iteration, within 2 ulp for divisors from 2^-126 to
2^126; others may count as zero and infinity.

## What is the same everywhere

| results | the same for | test |
|---|---|---|
| functions of OpenCL.std but the five above | every vector size and number of lanes | `builtins-vector-variants-*`, `FloatFunctions` |
| the same | every option of builds, unless it permits a difference, and kind of launch | `Independence` |
| the same | processors of levels x86-64-v3 and v4; at x86-64-v2, without fma, within the claims | `builtins-vector-variants-*`, `accuracy-*` |
| the same | armv8-a and x86-64-v3 | `builtins-same-results`, `accuracy-a80-*` (`./check arm64`: samples); all arguments of ten functions of float: `builtins-all-results-*` |
| the five above | vector sizes and lanes on one processor; those of different makers have other estimates | `NativeInverses` |

Not the same: contraction of a * b + c in the program's own code, sums of work-groups with another number of lanes,
functions with options that relax arithmetic.

| function | type | limit | claim | worst found | at | arguments | ns |
|---|---|--:|--:|--:|---|--:|--:|
)";

}  // namespace

double AccuracyResult::limit() const {
  return part.starts_with("share") ? 1 : limitOf(name, bits, std::atoi(part.c_str()));
}

AccuracyResults::AccuracyResults(std::string file) : file_(std::move(file)) {
  std::ifstream in(file_);
  std::string line;
  while (std::getline(in, line)) {
    const auto f = fieldsOf(line);
    if (f.size() != 10 || line == kHead) continue;
    AccuracyResult row{f[0],
                       f[1],
                       f[2],
                       std::atoi(f[3].c_str()),
                       std::strtod(f[4].c_str(), nullptr),
                       f[5],
                       std::atol(f[6].c_str()),
                       f[7] == "1",
                       std::strtod(f[8].c_str(), nullptr),
                       f[9]};
    rows_[row.key()] = row;
  }
}

AccuracyResult* AccuracyResults::find(const std::string& key) {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

bool AccuracyResults::put(const AccuracyResult& result) {
  rows_[result.key()] = result;
  std::ofstream out(file_ + ".new");
  out << "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n" << kHead << "\n";
  for (const auto& [key, row] : rows_) {
    char numbers[512];  // two vectors of four are the longest argument
    std::snprintf(numbers, sizeof numbers, "%.6g;%s;%ld;%d;%.1f", row.worst, row.argument.c_str(),
                  row.points, row.everyArgument, row.nanoseconds);
    out << row.name << ";" << row.symbol << ";" << row.part << ";" << row.bits << ";" << numbers
        << ";" << row.fingerprint << "\n";
  }
  out.close();
  return out && std::rename((file_ + ".new").c_str(), file_.c_str()) == 0;
}

std::vector<std::string> AccuracyResults::keepOnly(const std::set<std::string>& keys) {
  std::vector<std::string> dropped;
  std::erase_if(rows_, [&](const auto& row) {
    if (keys.contains(row.first)) return false;
    dropped.push_back(row.first);
    return true;
  });
  return dropped;
}

std::string AccuracyResults::page() const {
  std::string text = kPageHead;
  int outdated = 0;
  for (const auto& [key, row] : rows_) {
    const double limit = row.limit();
    const double claim = claimOf(row.symbol, limit).ulp;
    char line[1024], time[32];
    std::snprintf(time, sizeof time, "%.1f", row.nanoseconds);
    std::snprintf(line, sizeof line, "| %s%s%s | f%d | %s | %s | %s | `%s` | %s | %s |%s\n",
                  row.name.c_str(), row.part.empty() ? "" : ", ", row.part.c_str(), row.bits,
                  shortNumber(limit).c_str(), shortNumber(claim).c_str(),
                  errorText(row.worst).c_str(), row.argument.c_str(), pointsOf(row).c_str(),
                  row.nanoseconds > 0 ? time : "-", row.outdated ? " (1)" : "");
    text += line;
    outdated += row.outdated;
  }
  if (outdated) text += "\n(1) out of date: the code has changed since.\n";
  return text;
}

bool AccuracyResults::writePage(const char* file) const {
  std::ofstream out(file);
  out << page();
  out.close();
  return static_cast<bool>(out);
}

bool AccuracyResults::isPage(const char* file) const {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str() == page();
}

}  // namespace lanewise::test
