// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutates modules: the same corpus and number give the same mutant everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanewise::test {

using Words = std::vector<uint32_t>;

/// The corpus: every *.spv of a folder in the order of names. Exits with a message when it is
/// empty.
struct Corpus {
  std::vector<std::string> names;
  std::vector<Words> modules;
};
Corpus readCorpus(const std::string& folder);

/// The mutant with this number as bytes (a truncated one may end within a word): one module of the
/// corpus with one to three mutations.
std::vector<uint8_t> mutant(const Corpus& corpus, uint64_t number);

/// The main() of a program that tests mutants: takes `<corpus> <first> <count>` from the command
/// line, and returns the result of `judge`.
int judgeMutants(int argc, char** argv,
                 int (*judge)(const Corpus&, uint64_t first, uint64_t count));

}  // namespace lanewise::test
