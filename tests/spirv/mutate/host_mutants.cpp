// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// host-mutants <corpus> <first> <count>: what the process of the application itself reads, in this
// process. Modules (clCreateProgramWithIL), texts of options (clBuildProgram), and replies of the
// compiler process, all of them mutated. Every result must be a value, or an error with a message.
#include "interface/compile_reply.h"
#include "runtime/program/build_options.h"
#include "runtime/program/spirv_module.h"
#include "tests/spirv/mutate/mutator.h"
#include "tests/split_mix64.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>
#include <string>

namespace lanewise::test {
namespace {

using Count = unsigned long long;

struct Tally {
  uint64_t modules = 0, options = 0, replies = 0, wrong = 0;
};

size_t below(SplitMix64& random, size_t count) { return random() % count; }

constexpr const char* kOptions[] = {"-cl-std=CL3.0",
                                    "-cl-std=CLC++2021",
                                    "-D A=1",
                                    "-DNAME",
                                    "-I \"a folder\"",
                                    "-I/tmp",
                                    "-w",
                                    "-Werror",
                                    "-g",
                                    "-cl-opt-disable",
                                    "-cl-fast-relaxed-math",
                                    "-cl-denorms-are-zero",
                                    "-cl-mad-enable",
                                    "-cl-kernel-arg-info",
                                    "-create-library",
                                    "-enable-link-options",
                                    "-cl-uniform-work-group-size",
                                    "-x spir -spir-std=1.2",
                                    "-D 'a b'=\"c\\\"d\"",
                                    "-cl-no-subgroup-ifp"};

std::string optionText(SplitMix64& random) {
  std::string text;
  for (size_t words = below(random, 6); words; --words)
    text += std::string(kOptions[below(random, std::size(kOptions))]) + ' ';
  static constexpr char kBytes[] = "\"'\\ =-\t\n\0DI\xff\x80,;a1";
  for (size_t changes = below(random, 4); changes && !text.empty(); --changes) {
    const size_t at = below(random, text.size());
    const char byte = kBytes[below(random, sizeof kBytes)];
    switch (below(random, 4)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1 + below(random, 3), byte); break;
      case 2: text.erase(at, 1 + below(random, 8)); break;
      default: text.insert(at, text.substr(below(random, text.size())));
    }
  }
  return text;
}

CompileReply reply(const std::vector<uint8_t>& module) {
  CompileReply made;
  made.outcome = Outcome::Ok;
  made.code.assign(module.begin(), module.begin() + std::min<size_t>(module.size(), 300));
  made.stages.resize(4);
  made.kernels.resize(2);
  made.kernels[0].name = "kernel";
  made.kernels[0].arguments.resize(3);
  return made;
}

std::vector<uint8_t> changed(std::vector<uint8_t> bytes, SplitMix64& random) {
  for (size_t changes = 1 + below(random, 3); changes && !bytes.empty(); --changes) {
    const size_t at = below(random, bytes.size());
    switch (below(random, 4)) {
      case 0: bytes[at] ^= uint8_t(1u << below(random, 8)); break;
      case 1: bytes[at] = below(random, 2) ? 0xff : 0; break;
      case 2: bytes.resize(at); break;
      default:
        bytes.insert(bytes.begin() + static_cast<ptrdiff_t>(at), bytes.begin(),
                     bytes.begin() + static_cast<ptrdiff_t>(below(random, bytes.size())));
    }
  }
  return bytes;
}

void judge(const Corpus& corpus, uint64_t number, Tally& tally) {
  const auto wrong = [&](const char* what) {
    ++tally.wrong;
    std::printf("mutant %llu: %s\n", Count(number), what);
  };
  const std::vector<uint8_t> bytes = mutant(corpus, number);
  const auto module = readSpirvModule(std::as_bytes(std::span(bytes)));
  tally.modules += module ? 1 : 0;
  if (!module && std::string(module.error().message()).empty()) wrong("no message for a module");

  SplitMix64 random(number);
  const std::string text = optionText(random);
  for (const BuildStep step : {BuildStep::Build, BuildStep::Compile, BuildStep::Link}) {
    const auto options = parseBuildOptions(text, step);
    tally.options += options ? 1 : 0;
    if (!options && std::string(options.error().message()).empty()) wrong("no message for options");
  }

  const std::vector<uint8_t> sent = encode(reply(bytes));
  if (!decodeReply(sent)) wrong("a good reply was refused");
  // What is accepted is written in one way only.
  const std::vector<uint8_t> damaged = changed(sent, random);
  const auto decoded = decodeReply(damaged);
  tally.replies += decoded ? 1 : 0;
  if (decoded && decodeReply(encode(*decoded)) != decoded) wrong("a reply changed");
}

int run(const Corpus& corpus, uint64_t first, uint64_t count) {
  Tally tally;
  for (uint64_t number = first; number < first + count; ++number) judge(corpus, number, tally);
  std::printf(
      "%llu mutants: accepted %llu modules, %llu of %llu options, %llu replies; %llu wrong\n",
      Count(count), Count(tally.modules), Count(tally.options), Count(3 * count),
      Count(tally.replies), Count(tally.wrong));
  const bool some = tally.modules && tally.options && tally.replies;
  return tally.wrong == 0 && some ? 0 : 1;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  return lanewise::test::judgeMutants(argc, argv, lanewise::test::run);
}
