// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckReports: what checks of kernels have found in this process. One report for each place in a
// kernel, with a count. Each new one is printed; a summary follows when the process ends.
#pragma once

#include "interface/kernel_abi.h"
#include "interface/kernel_metadata.h"
#include "runtime/base/mutex.h"
#include "runtime/checks/race_report.h"

#include <unistd.h>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewise {

/// One execution of a site, as kernel code tells it.
struct CheckFinding {
  const KernelMetadata& kernel;
  const abi::Launch& launch;
  const char* site;
  uint64_t offset;
  const void* address;
  uint64_t globalId[3];
};

class CheckReports {
 public:
  static CheckReports& get();

  /// A program is built with checks. The first call reads what the environment says of reports,
  /// prints what is wrong with it, and writes a file without reports in place of an old one.
  void begin() EXCLUDES(mutex_);
  /// Counts it. The text of the report, which stays valid; null if it is suppressed, or
  /// LANEWISE_CHECK_MODE says that the command goes on.
  const char* add(const CheckFinding& finding) EXCLUDES(mutex_);
  /// As add(), for an access that nothing orders with an earlier one.
  const char* addRace(const CheckFinding& finding, const EarlierAccess& earlier) EXCLUDES(mutex_);
  /// As add(), for an argument of a launch that runs: the application frees its object, whose name
  /// is that of LiveObjects.
  const char* addFree(const KernelMetadata& kernel, size_t argument, std::string_view object)
      EXCLUDES(mutex_);
  /// False in a forked child: a lock may be held for ever.
  bool isOfThisProcess() const { return getpid() == process_; }
  /// Prints the numbers of reports and of findings, if there are any, and writes the file with all
  /// counts.
  void summarize() EXCLUDES(mutex_);

 private:
  struct Report {
    std::string kernel;
    std::string site;
    std::string otherSite;  // of a race
    std::string kind;
    std::string text;
    uint64_t count = 0;
    bool isSuppressed = false;
  };
  /// What a report is about.
  struct Subject {
    const std::string& kernel;
    const char* site;
    std::string key;  // of this kernel's reports
    std::string_view kind;
    const char* otherSite = "";
  };
  /// \param text  makes the text, of the site
  template <class Text>
  const char* addReport(Subject subject, Text text) EXCLUDES(mutex_);
  void writeFileLocked() REQUIRES(mutex_);
  void appendToSummaryLocked(const char* line) REQUIRES(mutex_);

  const pid_t process_ = getpid();
  Mutex mutex_;
  std::map<std::pair<std::string, std::string>, Report> reports_ GUARDED_BY(mutex_);
  std::vector<const Report*> inOrder_ GUARDED_BY(mutex_);
  bool hasBegun_ GUARDED_BY(mutex_) = false;
  bool isDefective_ GUARDED_BY(mutex_) = false;  // a report is not benign
  bool fileFailed_ GUARDED_BY(mutex_) = false;
};

}  // namespace lanewise
