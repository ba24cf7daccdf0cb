// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the programs of `corpus/` with all checks, scalar and with lanes, and compares the reports
// with the heads of the files: a missing report and a report that no head states are failures that
// name the file. One process runs the programs of a folder. If it ends early, another one runs
// those that are left.
//
//     checks-corpus --run FOLDER [NUMBER]   launches the kernels of a folder and checks nothing
#include <gtest/gtest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/checks/corpus_program.h"
#include "tests/temporary_folder.h"

namespace lanewise::test {
namespace {

/// A result of a SARIF file.
struct Found {
  std::string kind, kernel;
  std::vector<int> lines;  // the place, then places that belong to it
};

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The results of a SARIF file: `ruleId` begins one, `startLine` and `kernel` belong to the last
/// one.
std::vector<Found> readReports(const std::string& path) {
  static const std::regex& member = *new std::regex(
      R"re("(ruleId|startLine|kernel)"\s*:\s*(?:"([^"\\]*)"|(\d+)))re", std::regex::optimize);
  const std::string text = contents(path);
  std::vector<Found> found;
  for (std::sregex_iterator match(text.begin(), text.end(), member), end; match != end; ++match) {
    const std::string key = (*match)[1];
    if (key == "ruleId") found.push_back({.kind = (*match)[2], .kernel = "", .lines = {}});
    if (found.empty()) continue;
    if (key == "kernel") found.back().kernel = (*match)[2];
    if (key == "startLine") found.back().lines.push_back(std::stoi((*match)[3]));
  }
  return found;
}

/// The corpus's program that runs in a process of its own.
class CorpusProcess {
 public:
  CorpusProcess(const std::string& folder, size_t first, const std::string& output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_addopen(&actions, 2, (output + ".errors").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::string number = std::to_string(first), path = folder, program = "checks-corpus";
    std::string option = "--run";
    char* arguments[] = {program.data(), option.data(), path.data(), number.data(), nullptr};
    if (posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, arguments, environ))
      process_ = -1;
    posix_spawn_file_actions_destroy(&actions);
  }

  int wait() {
    int status = -1;
    if (process_ < 0 || waitpid(process_, &status, 0) != process_) return -1;
    return status;
  }

 private:
  pid_t process_ = -1;
};

/// What the runs of a folder print and report.
struct Outcome {
  std::vector<Found> reports;
  std::map<std::string, std::string> errors;  // by the name of the program
};

/// Reads what a process prints. Returns the number of programs that it began.
size_t readOutput(const std::string& path, bool isComplete, Outcome& outcome) {
  std::ifstream file(path);
  std::string name;
  size_t begun = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("begin ")) {
      name = line.substr(6);
      ++begun;
    } else if (line.starts_with("error ")) {
      outcome.errors[name] += line.substr(6) + "\n";
    }
  }
  if (!isComplete) outcome.errors[name] += "the process ended early\n";
  return begun;
}

/// Runs the folder's programs, each once.
Outcome runAll(const std::string& folder, size_t count) {
  Outcome outcome;
  for (size_t first = 0; first < count;) {
    const TemporaryFolder temporary;
    const std::string reports = temporary.path() + "/reports.json";
    const std::string output = temporary.path() + "/output";
    setenv("LANEWISE_CHECK_REPORT", reports.c_str(), 1);
    const int status = CorpusProcess(folder, first, output).wait();
    const bool isComplete = WIFEXITED(status);
    const size_t begun = readOutput(output, isComplete, outcome);
    const std::vector<Found> found = readReports(reports);
    outcome.reports.insert(outcome.reports.end(), found.begin(), found.end());
    EXPECT_TRUE(contents(output).starts_with("platform Lanewise")) << contents(output);
    if (begun == 0 || status == -1) {
      ADD_FAILURE() << "no program of " << folder << " ran: " << contents(output)
                    << contents(output + ".errors");
      break;
    }
    first += begun;
  }
  return outcome;
}

std::string shown(const CorpusReport& report) {
  std::string text = report.kind + " in line";
  for (const int line : report.lines) text += " " + std::to_string(line);
  return text;
}

std::string shown(const Found& found) {
  std::string text = found.kind + " of kernel " + found.kernel + " in line";
  for (const int line : found.lines) text += " " + std::to_string(line);
  return text;
}

/// A report is the expected one if it has its kind, and its first line, or the second line of a
/// race, is expected.
bool isSame(const CorpusReport& expected, const Found& found) {
  if (expected.kind != found.kind || found.lines.empty()) return false;
  return expected.lines.contains(found.lines.front());
}

/// The difference between the reports of the program and its head; empty if there is none.
std::string difference(const CorpusProgram& program, const std::vector<Found>& reports) {
  std::string text;
  std::vector<bool> isFound(program.reports.size());
  for (const Found& found : reports) {
    if (!program.kernels.contains(found.kernel)) continue;
    bool isExpected = false;
    for (size_t i = 0; i < program.reports.size(); ++i)
      if (isSame(program.reports[i], found)) isFound[i] = isExpected = true;
    if (!isExpected) text += "  false report: " + shown(found) + "\n";
  }
  for (size_t i = 0; i < program.reports.size(); ++i)
    if (!isFound[i] && program.reports[i].isRequired)
      text += "  missing report: " + shown(program.reports[i]) + "\n";
  return text;
}

struct Case {
  const char* folder;
  const char* lanes;  // empty: chosen for each kernel
};

std::ostream& operator<<(std::ostream& stream, const Case& value) {
  return stream << value.folder << (*value.lanes ? ", scalar" : ", lanes");
}

class CorpusTest : public testing::TestWithParam<Case> {};

TEST_P(CorpusTest, ReportsAreThoseThatTheHeadsState) {
  const std::string folder = std::string(CORPUS) + "/" + GetParam().folder;
  const std::vector<CorpusProgram> programs = readCorpus(folder);
  ASSERT_FALSE(programs.empty());
  setenv("LANEWISE_CHECK", "all", 1);
  setenv("LANEWISE_CHECK_MODE", "report", 1);
  if (*GetParam().lanes)
    setenv("LANEWISE_LANES", GetParam().lanes, 1);
  else
    unsetenv("LANEWISE_LANES");
  Outcome outcome = runAll(folder, programs.size());
  size_t found = 0;
  for (const CorpusProgram& program : programs) {
    const std::string wrong =
        program.problem + outcome.errors[program.name] + difference(program, outcome.reports);
    if (wrong.empty())
      ++found;
    else
      ADD_FAILURE() << program.path << ":\n" << wrong;
  }
  std::cout << GetParam().folder << ": " << found << " of " << programs.size() << " programs\n";
}

constexpr Case kCases[] = {{"memory", "1"},       {"memory", ""},   {"uninitialized", "1"},
                           {"uninitialized", ""}, {"races", "1"},   {"races", ""},
                           {"barriers", "1"},     {"barriers", ""}, {"arithmetic", "1"},
                           {"arithmetic", ""},    {"correct", "1"}, {"correct", ""}};

INSTANTIATE_TEST_SUITE_P(Folders, CorpusTest, testing::ValuesIn(kCases), [](const auto& info) {
  return std::string(info.param.folder) + (*info.param.lanes ? "Scalar" : "Lanes");
});

/// `gaps/` has programs whose defects no check finds in each form of the code. They do not end the
/// process, and a count shows what is left.
class GapsTest : public testing::TestWithParam<Case> {};

TEST_P(GapsTest, ProgramsWithDefectsThatAreNotFoundRun) {
  const std::string folder = std::string(GAPS) + "/" + GetParam().folder;
  const std::vector<CorpusProgram> programs = readCorpus(folder);
  ASSERT_FALSE(programs.empty());
  setenv("LANEWISE_CHECK", "all", 1);
  setenv("LANEWISE_CHECK_MODE", "report", 1);
  unsetenv("LANEWISE_LANES");
  Outcome outcome = runAll(folder, programs.size());
  size_t found = 0;
  for (const CorpusProgram& program : programs) {
    EXPECT_EQ(outcome.errors[program.name], "") << program.path;
    found += difference(program, outcome.reports).empty();
  }
  std::cout << GetParam().folder << ": " << programs.size() - found << " defects are not found\n";
}

constexpr Case kGaps[] = {
    {"memory", ""}, {"uninitialized", ""}, {"races", ""}, {"barriers", ""}, {"arithmetic", ""}};

INSTANTIATE_TEST_SUITE_P(Folders, GapsTest, testing::ValuesIn(kGaps),
                         [](const auto& info) { return std::string(info.param.folder); });

/// A report names its kernel only, and the programs of a folder share a process.
TEST(Corpus, KernelsOfAFolderHaveDifferentNames) {
  for (const Case& folder : kCases) {
    std::map<std::string, std::string> programs;
    for (const CorpusProgram& program : readCorpus(std::string(CORPUS) + "/" + folder.folder)) {
      for (const std::string& kernel : program.kernels)
        EXPECT_TRUE(programs.emplace(kernel, program.name).second)
            << kernel << " of " << program.path << " is a kernel of " << programs[kernel];
    }
  }
}

}  // namespace
}  // namespace lanewise::test

int main(int count, char** arguments) {
  if (count > 2 && !std::strcmp(arguments[1], "--run"))
    return lanewise::test::runCorpus(arguments[2], count > 3 ? std::stoul(arguments[3]) : 0) ? 1
                                                                                             : 0;
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
