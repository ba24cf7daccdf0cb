// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of the front end made from a seed: a program that somebody might have written, with damage
// done to it, the headers beside it and the options it is built with. The same seed makes the same
// case everywhere.
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

/// All .cl files below a folder, in a fixed order, and some programs of our own.
std::vector<std::string> readCorpus(const char* folder);

/// The options as the text of clBuildProgram, quoted where that is needed.
std::string optionText(const std::vector<std::string>& options);

}  // namespace lanewise::fuzz
