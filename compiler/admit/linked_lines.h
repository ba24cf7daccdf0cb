// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of the source across a link. SPIRV-Tools' linker gives ids of modules new numbers, except
// for the file in OpLine, which then names an id of another module or none.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/admit/module.h"

namespace lanewise::admit {

class LinkedLines {
 public:
  /// The words of a module that is to be linked. Each OpLine has a number in place of its line.
  std::vector<uint32_t> number(const Module& module);
  /// The words of the linked module: each OpLine has its file, line and column again. Lines of
  /// types and of functions without a body are lost.
  std::vector<uint32_t> restore(std::span<const uint32_t> linked) const;

 private:
  struct Line {
    std::string file;
    uint32_t line, column;
    auto operator<=>(const Line&) const = default;
  };
  void add(const Module& module, const Instruction& line, uint32_t kind,
           std::vector<uint32_t>& out);
  /// The ids of the files' names, which it adds to `out`.
  std::map<std::string, uint32_t> addFiles(std::vector<uint32_t>& out) const;

  std::vector<Line> lines_;
  std::map<Line, uint32_t> numbers_;  // index in lines_
};

}  // namespace lanewise::admit
