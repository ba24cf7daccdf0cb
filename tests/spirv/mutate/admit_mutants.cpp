// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spirv-admit-mutants <corpus> <first> <count>: validates and legalizes mutants in this process.
// admit() always returns; its output is valid SPIR-V, which it accepts again.
#include <spirv-tools/libspirv.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "compiler/admit/admit.h"
#include "tests/spirv/mutate/mutator.h"

namespace lanewise::test {
namespace {

constexpr double kSlowSeconds = 5;

CompileRequest requestOf(std::vector<uint8_t> bytes) {
  CompileRequest request;
  request.modules.push_back(std::move(bytes));
  return request;
}

/// What is wrong with the result for a mutant, or nothing.
std::string judge(const std::expected<Admitted, Diagnostic>& admitted) {
  if (!admitted) return admitted.error().text.empty() ? "refused without a reason" : "";
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  if (!tools.Validate(admitted->words)) return "what was admitted is not valid";
  std::vector<uint8_t> bytes(admitted->words.size() * 4);
  std::memcpy(bytes.data(), admitted->words.data(), bytes.size());
  const auto again = admit::admit(requestOf(std::move(bytes)));
  if (!again) return "what was admitted is refused the second time: " + render(again.error());
  return again->kernels == admitted->kernels ? "" : "the second reflection differs";
}

int run(const Corpus& corpus, uint64_t first, uint64_t count) {
  uint64_t passed = 0, wrong = 0;
  for (uint64_t number = first; number < first + count; ++number) {
    const auto start = std::chrono::steady_clock::now();
    const auto admitted = admit::admit(requestOf(mutant(corpus, number)));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::string problem = judge(admitted);
    if (spent.count() > kSlowSeconds) problem = "validation took too long";
    passed += admitted.has_value();
    if (problem.empty()) continue;
    ++wrong;
    std::printf("mutant %llu: %s\n", static_cast<unsigned long long>(number), problem.c_str());
  }
  std::printf("%llu mutants: %llu admitted, %llu wrong\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(passed), static_cast<unsigned long long>(wrong));
  return wrong == 0 && passed * 20 > count ? 0 : 1;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  return lanewise::test::judgeMutants(argc, argv, lanewise::test::run);
}
