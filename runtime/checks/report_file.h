// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes reports as SARIF 2.1.0, which editors and CI systems show (OASIS, "Static Analysis Results
// Interchange Format").
#pragma once

#include "runtime/checks/check_site.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanewise {

struct ReportRow {
  std::string_view kernel;
  std::string_view kind;
  std::string_view text;
  CheckSite site;
  /// The site of the other access, if it is a race.
  CheckSite other = {};
  uint64_t count;
};

/// The name of the file, with the number of the process for each "%p".
std::string reportPath(std::string_view pattern, int process);

/// Replaces the file as a whole, so that it is complete whenever it is read. Empty, or why it
/// cannot be written.
std::string writeReportFile(const std::string& path, std::span<const ReportRow> rows);

}  // namespace lanewise
