// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One constant structure for each row of microarchitectures.def.
#include "compiler/target/processor.h"

#include "compiler/target/vector_registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <iterator>

namespace lanewise {
namespace {

#if defined(__x86_64__) || defined(LANEWISE_TARGETS_x86_64)
constexpr Processor kOfv2 = {
#define PROCESSOR_FACT(name, v2, v3, v4, neon, meaning, source) .name = v2,
#include "compiler/target/processor.def"
};
constexpr Processor kOfv3 = {
#define PROCESSOR_FACT(name, v2, v3, v4, neon, meaning, source) .name = v3,
#include "compiler/target/processor.def"
};
constexpr Processor kOfv4 = {
#define PROCESSOR_FACT(name, v2, v3, v4, neon, meaning, source) .name = v4,
#include "compiler/target/processor.def"
};
#endif
#if defined(__aarch64__) || defined(LANEWISE_TARGETS_aarch64)
constexpr Processor kOfa80 = {
#define PROCESSOR_FACT(name, v2, v3, v4, neon, meaning, source) .name = neon,
#include "compiler/target/processor.def"
};
constexpr Processor kOfa82 = kOfa80, kOfa86 = kOfa80;
#endif

struct Row {
  llvm::StringRef level;
  unsigned registerBits;
  const Processor* processor;
};

// A level without a column of processor.def does not compile.
constexpr Row kRows[] = {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  {name, vectorBits, &kOf##id},
#include "interface/microarchitectures.def"
};

}  // namespace

const Processor& processorOf(const llvm::Module& module) {
  const llvm::StringRef level = deviceLibraryLevel(module);
  const unsigned bits = vectorRegisterBits(module);
  const auto* row = llvm::find_if(kRows, [&](const Row& known) {
    return level.empty() ? known.registerBits == bits : known.level == level;
  });
  return *(row == std::end(kRows) ? kRows[0] : *row).processor;
}

}  // namespace lanewise
