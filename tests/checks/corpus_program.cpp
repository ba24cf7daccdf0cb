// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the programs of `corpus/` and their heads for `run_corpus.cpp` and `corpus_test.cpp`.
#include "tests/checks/corpus_program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lanewise::test {
namespace {

/// The numbers of `64`, `16x8` or `4x4x4`; none for `-`.
std::vector<size_t> sizes(const std::string& text) {
  std::vector<size_t> found;
  std::istringstream words(text);
  for (std::string word; text != "-" && std::getline(words, word, 'x');)
    found.push_back(std::stoul(word));
  return found;
}

bool readLaunch(std::istringstream& words, CorpusProgram& program) {
  CorpusLaunch launch;
  std::string global, local, argument;
  if (!(words >> launch.kernel >> global >> local)) return false;
  launch.global = sizes(global);
  launch.local = sizes(local);
  while (words >> argument) launch.arguments.push_back(argument);
  program.kernels.insert(launch.kernel);
  program.launches.push_back(launch);
  return !launch.global.empty() && (local == "-" || launch.local.size() == launch.global.size());
}

bool readReport(std::istringstream& words, bool isRequired, CorpusProgram& program) {
  CorpusReport report;
  report.isRequired = isRequired;
  std::string lines;
  if (!(words >> report.kind)) return false;
  if (report.kind == "none") return isRequired;
  if (!(words >> lines)) return false;
  std::istringstream numbers(lines);
  for (std::string line; std::getline(numbers, line, '|');) report.lines.insert(std::stoi(line));
  program.reports.push_back(report);
  return true;
}

/// LARGE makes a function large enough that its calls are calls
/// (docs/design/functions-out-of-line.md), if there are as many of them as MANY writes.
constexpr const char* kLargePrelude =
    "#define STEP(x, n) x = rotate(x ^ (n * 40503u + 1), n % 31u + 1) * (2u * n + 1); "
    "if (x & (1u << n % 19u)) x += n;\n"
    "#define STEPS(x, n) STEP(x, n) STEP(x, n + 1) STEP(x, n + 2) STEP(x, n + 3) STEP(x, n + 4) "
    "STEP(x, n + 5) STEP(x, n + 6) STEP(x, n + 7) STEP(x, n + 8) STEP(x, n + 9)\n"
    "#define LARGE(x) STEPS(x, 0u) STEPS(x, 10u) STEPS(x, 20u) STEPS(x, 30u) STEPS(x, 40u) "
    "STEPS(x, 50u) STEPS(x, 60u) STEPS(x, 70u) STEPS(x, 80u) STEPS(x, 90u)\n"
    "#define FEW(call) call; call; call; call; call; call;\n"
    "#define MANY(call) FEW(call) FEW(call) FEW(call) FEW(call) FEW(call) FEW(call)\n"
    "#line 1\n";

}  // namespace

CorpusProgram readCorpusProgram(const std::string& path) {
  CorpusProgram program;
  program.path = path;
  program.name = std::filesystem::path(path).stem();
  std::ifstream file(path);
  bool statesReports = false;
  for (std::string line; std::getline(file, line);) {
    program.source += line + "\n";
    std::istringstream words(line);
    std::string mark, key;
    if (!(words >> mark >> key) || mark != "//") continue;
    bool isValid = true;
    if (key == "run:") isValid = readLaunch(words, program);
    if (key == "options:") std::getline(words >> std::ws, program.options);
    if (key == "functions:") {
      program.hasLargeFunctions = isValid = line.ends_with(" large");
      program.source.insert(0, kLargePrelude);
    }
    if (key == "queue:") program.isUnordered = isValid = line.ends_with(" unordered");
    if (key == "report:" || key == "may:") {
      isValid = readReport(words, key == "report:", program);
      statesReports |= key == "report:";
    }
    if (!isValid) program.problem = "malformed line: " + line;
  }
  if (program.launches.empty()) program.problem = "no line '// run: ...'";
  if (!statesReports) program.problem = "no line '// report: ...'";
  return program;
}

std::vector<CorpusProgram> readCorpus(const std::string& folder) {
  std::vector<CorpusProgram> programs;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cl") programs.push_back(readCorpusProgram(entry.path()));
  std::ranges::sort(programs, {}, &CorpusProgram::name);
  return programs;
}

}  // namespace lanewise::test
