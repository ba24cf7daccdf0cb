// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of the full accuracy run: docs/accuracy.csv, one row per function and type, and the page
// docs/accuracy.md, generated from it.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lanewise::test {

struct AccuracyResult {
  std::string name, symbol;  // of functions.def; of the library
  std::string part;          // which result, for functions with two; how many elements; the unit
  int bits = 0;              // of the type
  double worst = 0;          // ulp, or as in `part`
  std::string argument;      // the argument with the worst error
  long points = 0;
  bool everyArgument = false;
  double nanoseconds = 0;   // of a call
  std::string fingerprint;  // of the results for some arguments: changes with the code
  bool outdated = false;    // the fingerprint differs from that of the code; not in the file

  /// Limit of the specification, in the unit of `worst`.
  double limit() const;
  std::string key() const { return symbol + (part.empty() ? "" : " " + part); }
};

class AccuracyResults {
 public:
  /// The rows of the file; none if it does not exist.
  explicit AccuracyResults(std::string file);

  AccuracyResult* find(const std::string& key);
  /// Replaces the row with the same key and writes the file, so that a run that is stopped loses
  /// one function at most. False if the file cannot be written.
  bool put(const AccuracyResult& result);
  /// Removes the rows with other keys from memory; the next put() removes them from the file.
  std::vector<std::string> keepOnly(const std::set<std::string>& keys);
  bool writePage(const char* file) const;
  /// True if the file is the page of these results.
  bool isPage(const char* file) const;
  const std::map<std::string, AccuracyResult>& all() const { return rows_; }

 private:
  std::string page() const;

  std::string file_;
  std::map<std::string, AccuracyResult> rows_;
};

}  // namespace lanewise::test
