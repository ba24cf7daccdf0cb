// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of `corpus/`: OpenCL C with a head that states how to launch the kernels and what
// checks report. `corpus_program.cpp` reads a file, `run_corpus.cpp` launches its kernels,
// `corpus_test.cpp` compares reports.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace lanewise::test {

/// One line `// run: <kernel> <global size> <local size or -> <arguments...>`.
struct CorpusLaunch {
  std::string kernel;
  std::vector<size_t> global, local;  // as many as dimensions; no local: the runtime chooses it
  std::vector<std::string> arguments;
};

/// One line `// report: <kind> <line>|<line>...`: a report of this kind at one of the lines, and at
/// no other. A line
/// `// may: ...` has the same form, and the report may be missing.
struct CorpusReport {
  std::string kind;
  std::set<int> lines;
  bool isRequired = true;
};

struct CorpusProgram {
  std::string path, name, source;  // name: of the file, without .cl
  std::string options;             // line `// options: ...`
  bool hasLargeFunctions = false;  // line `// functions: large`
  bool isUnordered = false;        // line `// queue: unordered`
  std::vector<CorpusLaunch> launches;
  std::vector<CorpusReport> reports;
  std::set<std::string> kernels;  // that the launches name

  /// What is wrong with the head; empty if nothing is.
  std::string problem;
};

CorpusProgram readCorpusProgram(const std::string& path);

/// All programs of the folder, in the order of their names.
std::vector<CorpusProgram> readCorpus(const std::string& folder);

/// Launches the kernels of the programs from number `first` on, and prints `platform <name>`,
/// `begin <name>`, and `error <text>` where an OpenCL call fails, to standard output. Returns the
/// number of errors.
int runCorpus(const std::string& folder, size_t first);

}  // namespace lanewise::test
