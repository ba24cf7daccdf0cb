// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs random programs of collective operations through the stages up to group and compares their
// variables with those of a model (collective_model.h). The seed chooses the program, the launch,
// the size of sub-groups, the microarchitecture level and the passes that run before. An
// interpreter (tests/reference/interpreter.h) runs the result, or machine code does where there are
// instructions that it does not know, and for some seeds.
//
//   collective-fuzz FIRST COUNT [OPTION]...   seeds FIRST to FIRST + COUNT - 1
//     --compile   machine code for all seeds
//     --dump      prints the kernel, and the output of each stage
//     --reduce    removes statements from a program whose results differ, and prints the rest
#include "compiler/contract/kernel_attributes.h"
#include "compiler/driver/pipeline.h"
#include "tests/passes/lanes/collective-fuzz/collective_code.h"
#include "tests/passes/lanes/collective-fuzz/collective_model.h"
#include "tests/reference/fuzz_case.h"
#include "tests/reference/run_entry.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <random>
#include <string>

namespace lanewise::fuzz {
namespace {

constexpr uint64_t kMostSteps = 20'000'000;

struct Options {
  bool compile = false, dump = false, reduce = false;
};

Range makeRange(std::mt19937_64& random) {
  const auto pick = [&](uint64_t count) { return random() % count; };
  Range range{};
  range.workDim = static_cast<uint32_t>(1 + pick(3));
  uint64_t inGroup = 1, items = 1;
  for (uint32_t dim = 0; dim < 3; ++dim) {
    range.localSize[dim] = range.globalSize[dim] = range.numGroups[dim] = 1;
    if (dim >= range.workDim) continue;
    const uint64_t most = kMostGroupItems / inGroup;
    range.localSize[dim] = 1 + pick(std::min<uint64_t>(most, dim ? 8 : pick(3) ? 70 : 256));
    inGroup *= range.localSize[dim];
  }
  items = inGroup;
  for (uint32_t dim = 0; dim < range.workDim; ++dim) {
    range.numGroups[dim] = 1 + pick(std::min<uint64_t>(3, kMostItems / items));
    items *= range.numGroups[dim];
    range.globalSize[dim] =
        range.localSize[dim] * range.numGroups[dim] - pick(2) * pick(range.localSize[dim]);
    if (pick(3) == 0) range.globalOffset[dim] = pick(100);
    if (pick(12) == 0) range.globalOffset[dim] = (uint64_t{1} << (31 + pick(2))) - pick(80);
  }
  return range;
}

struct Case : FuzzCase {
  explicit Case(uint64_t seed, const Options& options) : random(seed * 0x9e3779b97f4a7c15 + 3) {
    static constexpr unsigned kSizes[] = {1, 4, 8, 16, 32, 64};
    static constexpr unsigned kLanes[] = {1, 2, 4, 8, 16, 32};
    size = kSizes[random() % std::size(kSizes)];
    levelName = levels()[random() % levels().size()];
    lanes = kLanes[random() % std::size(kLanes)];
    range = makeRange(random);
    optimize = random() % 8 != 0;
    optimizeResult = random() % 4 == 0;
    optimizeCode = random() % 8 == 0;
    pass = random() % 4;
    rows = 1u << random() % 3;
    cut = random();
    argument = random();
    compile = random() % 16 == 0 || options.compile;
    for (uint8_t& byte : input) byte = static_cast<uint8_t>(random());
    program = makeRandomCollectives(seed, size);
    if (program.usesSubGroups) lanes = size;
    if (random() % 2) kind = kindOf(range);
  }
  std::string description() const {
    return "sub-groups of " + std::to_string(size) + (program.waits ? ", waits, " : ", ") +
           FuzzCase::description();
  }

  std::mt19937_64 random;
  CollectiveProgram program;
  unsigned size;
  uint64_t argument;
  std::vector<uint8_t> input = std::vector<uint8_t>(kInputBytes);
};

struct Arguments {
  void *out, *in, *blocks;
  uint64_t localOffsetBytes, flagsOffsetBytes, n, cellsOffsetBytes;
};

// The memory of a kernel.
struct Memory {
  explicit Memory(const Case& testCase)
      : out(testCase.range.globalSize[0] * testCase.range.globalSize[1] *
            testCase.range.globalSize[2] * (kVariables + kGroupVariables)),
        in(testCase.input),
        blocks(uint64_t{kMostGroupItems} * kBlockBytes) {}

  std::vector<uint64_t> out;
  std::vector<uint8_t> in, blocks;
};

// The functions below return a description of what is wrong, or nothing.

std::string runEntryOf(const CompiledKernel& kernel, abi::Entry entry, const Case& testCase,
                       Memory& memory) {
  const Range& range = testCase.range;
  alignas(abi::kBlockAlignment) Arguments arguments{memory.out.data(),
                                                    memory.in.data(),
                                                    memory.blocks.data(),
                                                    llvm::alignTo(kernel.localBytes(), 8),
                                                    0,
                                                    testCase.argument,
                                                    0};
  arguments.flagsOffsetBytes = arguments.localOffsetBytes + kMostGroupItems * sizeof(uint64_t);
  arguments.cellsOffsetBytes = arguments.flagsOffsetBytes + kMostGroupItems * sizeof(uint32_t);
  return runEntry({.entry = entry,
                   .range = range,
                   .arguments = &arguments,
                   .argumentBytes = sizeof arguments,
                   .localBytes = arguments.cellsOffsetBytes + kLocalBlocksBytes,
                   .spillBytes = kernel.spillBytes(testCase.itemsOfGroup()),
                   .cut = testCase.cut});
}

std::string runResult(const Case& testCase, Memory& memory, const Options& options) {
  llvm::LLVMContext context;
  llvm::Module module("collectives", context);
  Level& level = levelOf(testCase.levelName);
  module.setDataLayout(orDie(takeMachine(level.target, true))->createDataLayout());
  writeKernel(testCase.program, testCase.size, module);
  if (options.dump) module.print(llvm::outs(), nullptr);
  if (llvm::verifyModule(module, &llvm::errs())) die("the kernel is invalid");
  orDie(runPasses("insert-yields", module, {}));
  orDie(runPasses(kPassesBefore[testCase.pass], module, {}));
  Compilation how = testCase.compilation();
  how.subGroups = module.getFunction("kernel")->hasFnAttribute(kUsesSubGroupsAttribute);
  CompiledKernel kernel(module, how, options.dump);
  return runKernel(
      kernel, level.library,
      {.compile = testCase.compile,
       .mostSteps = kMostSteps,
       .memory = {{memory.out.data(), memory.out.size() * sizeof(uint64_t)},
                  {memory.in.data(), memory.in.size()},
                  {memory.blocks.data(), memory.blocks.size()}},
       .launch = [&](abi::Entry entry) { return runEntryOf(kernel, entry, testCase, memory); },
       .restore = [&] { memory = Memory(testCase); }});
}

std::string difference(const std::vector<uint64_t>& expected, const std::vector<uint64_t>& got) {
  constexpr unsigned kWords = kVariables + kGroupVariables;
  for (size_t i = 0; i < expected.size(); ++i)
    if (expected[i] != got[i])
      return "work-item " + std::to_string(i / kWords) + ", variable " +
             std::to_string(i % kWords) + ": expected " + std::to_string(expected[i]) + ", got " +
             std::to_string(got[i]);
  return "";
}

std::string differenceOf(const Case& testCase, const Options& options) {
  const std::vector<uint64_t> expected = runModel(testCase.program, {.range = testCase.range,
                                                                     .subGroupSize = testCase.size,
                                                                     .argument = testCase.argument,
                                                                     .input = testCase.input});
  Memory memory(testCase);
  std::string wrong = runResult(testCase, memory, options);
  return wrong.empty() ? difference(expected, memory.out) : wrong;
}

using Statements = std::vector<Statement>;

// Of a loop around the statements.
bool hasBreak(const Statements& statements) {
  return std::ranges::any_of(statements, [](const Statement& s) {
    return s.kind == Statement::Break ||
           (s.kind == Statement::If && (hasBreak(s.body) || hasBreak(s.otherwise)));
  });
}

// Removes statements of `part`, which is in the program, as long as results differ.
void reduce(Case& testCase, Statements& part, const Options& options) {
  const auto differs = [&] { return !differenceOf(testCase, options).empty(); };
  for (size_t i = part.size(); i-- > 0;) {
    const Statements before = part;
    part.erase(part.begin() + static_cast<ptrdiff_t>(i));
    if (differs()) continue;
    part = before;
    for (const Statements* inner : {&before[i].body, &before[i].otherwise}) {
      part.erase(part.begin() + static_cast<ptrdiff_t>(i));
      part.insert(part.begin() + static_cast<ptrdiff_t>(i), inner->begin(), inner->end());
      const bool isLoop = before[i].kind == Statement::Loop;
      if (!inner->empty() && !(isLoop && hasBreak(*inner)) && differs())
        return reduce(testCase, part, options);
      part = before;
    }
    reduce(testCase, part[i].body, options);
    reduce(testCase, part[i].otherwise, options);
  }
}

Outcome check(uint64_t seed, const Options& options) {
  Case testCase(seed, options);
  std::string wrong = differenceOf(testCase, options);
  if (!wrong.empty() && options.reduce) {
    reduce(testCase, testCase.program.statements, options);
    Options dump = options;
    dump.dump = true;
    wrong = differenceOf(testCase, dump);
  }
  if (!wrong.empty())
    llvm::errs() << "collective-fuzz: seed " << seed << " (" << testCase.description()
                 << "): " << wrong << '\n';
  return wrong.empty() ? Outcome::Equal : Outcome::Different;
}

bool takeOption(llvm::StringRef value, Options& options) {
  if (value == "--compile")
    options.compile = true;
  else if (value == "--dump")
    options.dump = true;
  else if (value == "--reduce")
    options.reduce = true;
  else
    return false;
  return true;
}

int run(int count, char** values) {
  Options options;
  return runSeeds(
      count, values, "[--compile] [--dump] [--reduce]",
      [&](llvm::StringRef value) { return takeOption(value, options); },
      [&](uint64_t seed) { return check(seed, options); });
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** values) { return lanewise::fuzz::run(count, values); }
