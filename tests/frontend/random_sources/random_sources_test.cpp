// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of write_sources.py give the results of the same code built by Clang for the host. The
// folder has many programs in each file. OPENCL_TEST_SOURCES names another folder, as run.py does.
#include "tests/frontend/reference_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

/// A file of programs: the lines in front of all of them, and each one's text.
struct SourceFile {
  explicit SourceFile(const fs::path& path) {
    const std::string text = contentOf(path), mark = "// program ", options = "// options: ";
    EXPECT_TRUE(text.starts_with(options)) << path;
    options_ = text.substr(options.size(), text.find('\n') - options.size());
    size_t begin = text.find(mark);
    before_ = text.substr(0, begin);
    while (begin < text.size()) {
      const size_t end = std::min(text.find("\n" + mark, begin), text.size() - 1) + 1;
      programs_.push_back(text.substr(begin, end - begin));
      names_.push_back("k" + std::to_string(std::stoul(programs_.back().substr(mark.size()))));
      begin = end;
    }
    EXPECT_FALSE(programs_.empty()) << path;
  }

  std::string options_, before_;
  std::vector<std::string> programs_, names_;
};

struct RandomSourcesTest : ReferenceTest {
  void compare(cl_program program, const std::string& name, const Reference& reference) {
    EXPECT_EQ(actual(program, name), reference.run(name, input_)) << "program " << name;
  }

  void compareAll(const fs::path& path) {
    const SourceFile file(path);
    const Reference reference(fs::path(path).replace_extension(".so"));
    std::string all = file.before_;
    for (const std::string& text : file.programs_) all += text;
    if (Program program = make(all); build(program, file.options_) == CL_SUCCESS) {
      for (const std::string& name : file.names_) compare(program, name, reference);
      return;
    }
    // Each on its own, to find the ones that do not build.
    size_t failed = 0;
    for (size_t i = 0; i < file.programs_.size(); ++i) {
      Program program = make(file.before_ + file.programs_[i]);
      const cl_int error = build(program, file.options_);
      EXPECT_EQ(error, CL_SUCCESS) << "program " << file.names_[i] << "\n" << log(program);
      failed += error != CL_SUCCESS;
      if (error == CL_SUCCESS) compare(program, file.names_[i], reference);
    }
    EXPECT_GT(failed, 0u) << "each program builds, but not all in one source";
  }
};

TEST_F(RandomSourcesTest, agreeWithTheHost) {
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
