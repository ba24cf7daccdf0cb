// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the environment says of checks: which all programs have, what follows from a report, and
// which reports nobody wants.
#pragma once

#include "interface/compile_request.h"
#include "runtime/checks/check_site.h"

#include <string>
#include <string_view>

namespace lanewise {

/// The option of clBuildProgram that has the checks of LANEWISE_CHECK; empty if there are none.
/// The first call prints a warning for words that are no checks.
const std::string& checkOption();

/// Code with these options checks something.
bool hasChecks(const CodeOptions& options);

/// LANEWISE_CHECK names uninitialized: buffers have a shadow from the beginning.
bool checksUnwrittenMemory();
/// LANEWISE_CHECK names races.
bool checksRaces();

/// The checks that `words` (separated by commas) names, each once, `default` and `all` replaced.
/// Unknown words are appended to `unknown`.
std::string expandChecks(std::string_view words, std::string& unknown);

/// LANEWISE_CHECK_MODE: a command with a report fails. False: it goes on.
bool checksFailCommands();

/// Whether a rule of LANEWISE_CHECK_SUPPRESS is for reports of this site. It is
/// `kind:kernel:file:line`, where parts at the end may be left out. An empty part, and `*`, fit
/// everything. File and line are those of the site's first place.
bool fits(std::string_view rule, std::string_view kernel, const CheckSite& site);

/// Prints the rules of LANEWISE_CHECK_SUPPRESS that no report fits: of an unknown kind, with a
/// folder, or with more parts than there are.
void printWrongRules();

/// Why no report fits a rule; null if one may.
const char* wrongRule(std::string_view rule);

/// LANEWISE_CHECK_SUPPRESS names the kernel, the place, the kind or all of these.
bool isSuppressed(std::string_view kernel, const CheckSite& site);

}  // namespace lanewise
