// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of kernels: what the type, the decorations and the name of a parameter say of it. For
// reflect.cpp.
#pragma once

#include "compiler/admit/layout.h"
#include "compiler/admit/type_name.h"
#include "interface/kernel_metadata.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace lanewise::admit {

inline constexpr uint32_t kMaxArgumentBlockBytes = 64 << 10;
inline constexpr uint32_t kUntypedLocalAlignment = 128;  // of the largest OpenCL type, long16

class ArgumentReader {
 public:
  ArgumentReader(const Module& module, const Layouts& layouts)
      : module_(module), layouts_(layouts) {}

  /// Notes decorations and names. For each instruction of the module, before read().
  void collect(const Instruction& i);
  Admissible<KernelArgument> read(const Instruction& parameter) const;

 private:
  /// What decorations say about one parameter.
  struct ParameterFacts {
    bool byVal = false, isRestrict = false, isVolatile = false, isConst = false;
    ArgumentSign sign = ArgumentSign::Unknown;
    uint32_t alignBytes = 0;
    uint64_t mostBytes = KernelArgument::kAnySize;
    void limit(uint64_t bytes) { mostBytes = bytes < mostBytes ? bytes : mostBytes; }
  };

  void decorate(const Instruction& i);
  void decorateId(const Instruction& i);
  std::string nameOf(uint32_t id) const;
  std::string spelling(const Instruction& type, ArgumentSign sign) const;
  const Instruction* unpassablePart(uint32_t typeId) const;
  Admissible<KernelArgument> value(KernelArgument argument, uint32_t typeId) const;
  Admissible<KernelArgument> image(KernelArgument argument, const Instruction& type) const;
  ImageType imageType(const Instruction& type) const;
  Admissible<KernelArgument> pointer(KernelArgument argument, const Instruction& type,
                                     const ParameterFacts& facts) const;
  uint32_t localAlignment(uint32_t pointee, const ParameterFacts& facts) const;

  const Module& module_;
  const Layouts& layouts_;
  std::unordered_map<uint32_t, const Instruction*> names_;
  std::unordered_map<uint32_t, ParameterFacts> decorations_;
};

}  // namespace lanewise::admit
