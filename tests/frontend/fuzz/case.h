// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of the front end, determined by a seed: a realistic program with random changes, its
// headers and its build options. The same seed makes the same case everywhere.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lanewise::fuzz {

struct Case {
  std::string source;
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
  std::vector<std::string> options;                          // one word each
};

class CaseMaker {
 public:
  /// `corpus`: sources that compile.
  explicit CaseMaker(std::vector<std::string> corpus) : corpus_(std::move(corpus)) {}
  Case make(uint64_t seed) const;

 private:
  std::vector<std::string> corpus_;
};

/// All .cl files below a folder in a fixed order, and some programs of our own.
std::vector<std::string> readCorpus(const char* folder);

/// The options as the text for clBuildProgram, quoted if necessary.
std::string optionText(const std::vector<std::string>& options);

}  // namespace lanewise::fuzz
