// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C as people write it: the small kernels of the files in this folder, each with its result.
//
// An idiom is the text from a line `//: <name> = <results>` to the next such line. Its kernel
// <name>(global ulong* out, global const ulong* in), with an image as third argument where it has
// one, runs in one work-group of kItems. The results are the words of `out`: one value for all, or
// the first ones. `//: <name> fails <message>` does not build; the error has the message and a line
// of the idiom.
// `//: options <a> | <b>` builds what follows with <a>, then with <b>. All idioms up to the next
// options are one program. If it does not build, each idiom is built on its own.
#include "tests/frontend/source_fixture.h"

#include <array>
#include <fstream>
#include <sstream>

namespace lanewise::test {
namespace {

constexpr size_t kItems = 8;
constexpr std::array<cl_ulong, kItems> kInput = {
    3, 7, ~0ull, 1ull << 40, 5, 0x9e3779b97f4a7c15, 1ull << 63, 10};

struct Idiom {
  std::string name, code, message;  // message: of an idiom that does not build
  std::vector<cl_ulong> results;
};

/// Idioms that are built with the same options.
struct Group {
  std::vector<std::string> options;
  std::vector<Idiom> idioms;
};

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::vector<Group> groupsOf(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  const std::string mark = "//: ", options = "//: options";
  std::vector<Group> groups;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(options)) {
      groups.emplace_back();
      std::istringstream words(line.substr(options.size()) + " ");
      for (std::string word; std::getline(words, word, '|');)
        groups.back().options.push_back(trimmed(word));
    } else if (line.starts_with(mark)) {
      std::istringstream words(line.substr(mark.size()));
      Idiom idiom;
      std::string kind, word;
      words >> idiom.name >> kind;
      if (kind == "fails") std::getline(words >> std::ws, idiom.message);
      while (words >> word)
        idiom.results.push_back(word[0] == '-' ? std::stoll(word, nullptr, 0)
                                               : std::stoull(word, nullptr, 0));
      EXPECT_TRUE(!idiom.results.empty() || !idiom.message.empty()) << path << ": " << line;
      groups.back().idioms.push_back(idiom);
    } else if (!groups.empty() && !groups.back().idioms.empty()) {
      groups.back().idioms.back().code += line + "\n";
    }
  }
  return groups;
}

struct IdiomsTest : SourceProgramTest, testing::WithParamInterface<const char*> {
  /// An image of 4 x 4 with the values (x + 10 * y, x, y, 1).
  Buffer makeImage() {
    std::vector<cl_float> values;
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x)
        for (int value : {x + 10 * y, x, y, 1}) values.push_back(static_cast<cl_float>(value));
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    cl_int error = 1;
    Buffer image(clCreateImage(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                               &description, values.data(), &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return image;
  }

  void expectResults(cl_program program, const Idiom& idiom) {
    Kernel kernel = kernelOf(program, idiom.name.c_str());
    std::vector<cl_ulong> input(kInput.begin(), kInput.end()), found(kItems);
    Buffer in = makeBuffer(kItems * sizeof(cl_ulong), CL_MEM_COPY_HOST_PTR, input.data());
    Buffer out = makeBuffer(kItems * sizeof(cl_ulong), CL_MEM_COPY_HOST_PTR, found.data());
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), in.array()), CL_SUCCESS);
    cl_uint arguments = 0;
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
              CL_SUCCESS);
    Buffer image;
    if (arguments == 3) {
      image = makeImage();
      EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), image.array()), CL_SUCCESS);
    }
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &kItems, &kItems, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), out, CL_TRUE, 0, kItems * sizeof(cl_ulong), found.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<cl_ulong> expected = idiom.results;
    if (expected.size() == 1) expected.resize(kItems, expected[0]);
    found.resize(expected.size());
    EXPECT_EQ(found, expected);
  }

  /// The log has the message, and a place in the program.
  void expectFailure(const Idiom& idiom, const std::string& options) {
    Program program = make(idiom.code);
    EXPECT_EQ(build(program, options), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(log(program).find(idiom.message), std::string::npos) << log(program);
    EXPECT_TRUE(log(program).starts_with("program.cl:")) << log(program);
  }

  void run(const Group& group, const std::string& options) {
    std::string all;
    for (const Idiom& idiom : group.idioms)
      if (idiom.message.empty()) all += idiom.code;
    Program together = make(all);
    const bool builds = build(together, options) == CL_SUCCESS;
    size_t failed = 0;
    for (const Idiom& idiom : group.idioms) {
      SCOPED_TRACE("idiom " + idiom.name + ", options '" + options + "'");
      if (!idiom.message.empty()) {
        expectFailure(idiom, options);
      } else if (builds) {
        expectResults(together, idiom);
      } else if (Program alone = make(idiom.code); build(alone, options) == CL_SUCCESS) {
        expectResults(alone, idiom);
      } else {
        ADD_FAILURE() << "does not build:\n" << log(alone);
        ++failed;
      }
    }
    EXPECT_TRUE(builds || failed) << "each idiom builds, but not all in one program:\n"
                                  << log(together);
  }
};

TEST_P(IdiomsTest, BuildAndGiveTheResultsStated) {
  for (const Group& group : groupsOf(std::string(IDIOMS) + "/" + GetParam() + ".cl"))
    for (const std::string& options : group.options) {
      run(group, options);
      if (options == group.options.front()) run(group, options + " -cl-opt-disable");
    }
}
INSTANTIATE_TEST_SUITE_P(Files, IdiomsTest,
                         testing::Values("as_type", "assembly", "booleans", "builtins_of_clang",
                                         "casts", "constants", "half", "images", "memory",
                                         "synchronization", "wide_integers"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace lanewise::test
