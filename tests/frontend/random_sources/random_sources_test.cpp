// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of write_sources.py give the results of the same code built by Clang for the host.
// The folder has many programs in each file. OPENCL_TEST_SOURCES names another folder, as run.py
// does.
#include "tests/frontend/reference_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

/// A file of programs: the lines in front of all of them, and each one's text.
struct SourceFile {
  explicit SourceFile(const fs::path& path) {
    const std::string text = contentOf(path), mark = "// program ";
    std::istringstream firstLine(text.substr(0, text.find('\n')));
    std::string slashes, action;
    std::getline(firstLine >> slashes >> action >> std::ws, options_);
    EXPECT_TRUE(action == "build:" || action == "link:") << path;
    isLinked_ = action == "link:";
    size_t begin = text.find(mark);
    before_ = text.substr(0, begin);
    while (begin < text.size()) {
      const size_t end = std::min(text.find("\n" + mark, begin), text.size() - 1) + 1;
      programs_.push_back(text.substr(begin, end - begin));
      std::istringstream words(programs_.back().substr(mark.size()));
      std::string seed;
      words >> seed >> names_.emplace_back();
      begin = end;
    }
    EXPECT_FALSE(programs_.empty()) << path;
  }

  std::string options_, before_;
  bool isLinked_ = false;  // by clCompileProgram and clLinkProgram
  std::vector<std::string> programs_, names_;
};

struct RandomSourcesTest : ReferenceTest {
  void compare(cl_program program, const std::string& name, const Reference& reference) {
    EXPECT_EQ(actual(program, name), reference.run(name, input_)) << "program " << name;
  }

  /// The program, or nothing and the log.
  Program buildOf(const SourceFile& file, const std::string& text, std::string& failure) {
    Program program = make(text);
    cl_int error = file.isLinked_ ? clCompileProgram(program, 0, nullptr, file.options_.c_str(), 0,
                                                     nullptr, nullptr, nullptr, nullptr)
                                  : build(program, file.options_);
    if (error == CL_SUCCESS && file.isLinked_)
      program = Program(
          clLinkProgram(context(), 0, nullptr, "", 1, program.array(), nullptr, nullptr, &error));
    if (error == CL_SUCCESS) return program;
    failure = "error " + std::to_string(error) + "\n" + (program ? log(program) : "");
    return {};
  }

  void compareAll(const fs::path& path) {
    const SourceFile file(path);
    const Reference reference(fs::path(path).replace_extension(".so"));
    std::string all = file.before_;
    for (const std::string& text : file.programs_) all += text;
    std::string failure;
    if (Program program = buildOf(file, all, failure)) {
      for (const std::string& name : file.names_) compare(program, name, reference);
      return;
    }
    // Each on its own, to find the ones that do not build.
    size_t failed = 0;
    for (size_t i = 0; i < file.programs_.size(); ++i) {
      std::string own;
      Program program = buildOf(file, file.before_ + file.programs_[i], own);
      if (program) {
        compare(program, file.names_[i], reference);
      } else {
        ADD_FAILURE() << "program " << file.names_[i] << ": " << own;
        ++failed;
      }
    }
    EXPECT_GT(failed, 0u) << "each program builds, but not all in one source: " << failure;
  }
};

TEST_F(RandomSourcesTest, AgreeWithTheHost) {
  const char* folder = std::getenv("OPENCL_TEST_SOURCES");
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder ? folder : SOURCES))
    if (entry.path().extension() == ".cl") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  ASSERT_FALSE(paths.empty());
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path);
    compareAll(path);
  }
}

}  // namespace
}  // namespace lanewise::test
