// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the full accuracy run found: docs/accuracy.csv, one row per function and type, and the page
// docs/accuracy.md made of it.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lanewise::testing {

struct AccuracyResult {
  std::string name, symbol;  // of opencl_std.def; of the library
  std::string part;          // which result, of functions with two; how many elements; the unit
  int bits = 0;              // of the type
  double worst = 0;          // ulp, or what `part` says
  std::string argument;      // where the worst error is
  long points = 0;
  bool everyArgument = false;
  double nanoseconds = 0;   // of a call
  std::string fingerprint;  // of the results for some arguments: tells whether the code is another
  bool outdated = false;    // the fingerprint is not that of the code any more; not in the file

  /// Of the specification, in the unit of `worst`.
  double limit() const;
  std::string key() const { return symbol + (part.empty() ? "" : " " + part); }
};

class AccuracyResults {
 public:
  /// What the file has; nothing if there is none.
  explicit AccuracyResults(std::string file);

  AccuracyResult* find(const std::string& key);
  /// Replaces the row of the same key and writes the file, so that a run that is stopped has lost
  /// one function at most. False if the file cannot be written.
  bool put(const AccuracyResult& result);
  /// Drops the rows of other keys, from memory: the next put() takes them out of the file.
  std::vector<std::string> keepOnly(const std::set<std::string>& keys);
  bool writePage(const char* file) const;
  /// Whether the file is the page of these results.
  bool isPage(const char* file) const;
  const std::map<std::string, AccuracyResult>& all() const { return rows_; }

 private:
  std::string page() const;

  std::string file_;
  std::map<std::string, AccuracyResult> rows_;
};

}  // namespace lanewise::testing
