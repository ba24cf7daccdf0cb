// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs random kernels through the stages up to group with lanes and compares what they write, to
// the bit, with an interpreter (interpreter.h) of what the stages were given. The seed chooses the
// kernel, the launch, the number of lanes, the microarchitecture level and the passes that run
// before. Code generation takes most of the time of a kernel: for most seeds the interpreter runs
// the result of stage group, too. Machine code runs for the others, and for kernels with
// instructions that the interpreter does not know.
//
//   lane-fuzz FIRST COUNT [OPTION]...      seeds FIRST to FIRST + COUNT - 1
//     --lanes=N --level=NAME               instead of those that the seed chooses. Kernels for
//     another architecture are interpreted
//     --kernel=FILE                        IR of the kernel, instead of that of the seed
//     --compile                            machine code for all seeds
//     --functions                          parts of the kernel are functions out of line, for all
//     seeds
//     --dump                               prints the kernel, and the output of each stage
//     --times                              compares nothing: for no vectors, each number of lanes
//     and that which the build chooses, prints what kernels are estimated at and how long they take
//     (bench/estimates.py reads that)
//
// The exit code is 1 if results differ, 2 if a kernel is invalid.
#include "compiler/driver/pipeline.h"
#include "tests/reference/functions_out_of_line.h"
#include "tests/reference/fuzz_case.h"
#include "tests/reference/interpreter.h"
#include "tests/reference/random_lane_kernel.h"
#include "tests/reference/run_entry.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace lanewise::fuzz {
namespace {

using namespace lane_kernel;

constexpr uint64_t kMostSteps = 3'000'000;
// Of the result, which may take more: lanes wait for each other.
constexpr uint64_t kMostStepsOfResult = 4 * kMostSteps;

struct Options {
  unsigned lanes = 0;
  std::string level, kernel;
  bool compile = false, functions = false, dump = false, times = false;
};

Range makeRange(std::mt19937_64& random, bool hasLargeOffset) {
  static constexpr uint64_t kLocalSizes[][3] = {
      {1, 1, 1},   {3, 1, 1},  {7, 1, 1},  {8, 8, 1},  {64, 1, 1},  {256, 1, 1},
      {16, 1, 1},  {33, 1, 1}, {5, 3, 2},  {16, 4, 2}, {32, 2, 1},  {2, 9, 1},
      {100, 1, 1}, {1, 16, 1}, {31, 1, 1}, {4, 4, 4},  {128, 2, 1}, {64, 1, 1},
      {32, 1, 1},  {17, 2, 1}, {1, 37, 1}, {1, 1, 24}, {2, 19, 1},  {1, 12, 3}};
  const auto pick = [&](uint64_t count) { return random() % count; };
  Range range{};
  std::copy_n(kLocalSizes[pick(std::size(kLocalSizes))], 3, range.localSize);
  range.workDim = range.localSize[2] > 1 ? 3 : range.localSize[1] > 1 ? 2 : 1 + pick(3);
  uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  for (uint32_t dim = 0; dim < 3; ++dim) {
    range.numGroups[dim] = 1;
    if (dim < range.workDim) {
      const uint64_t most = std::max<uint64_t>(1, std::min<uint64_t>(kMostItems / 2 / items, 6));
      range.numGroups[dim] = 1 + pick(most);
      if (pick(3) == 0) range.globalOffset[dim] = pick(100);
    }
    items *= range.numGroups[dim];
    range.globalSize[dim] = range.localSize[dim] * range.numGroups[dim];
    if (pick(2)) range.globalSize[dim] -= pick(range.localSize[dim]);
  }
  if (hasLargeOffset) range.globalOffset[0] = (pick(2) ? 1u << 31 : uint64_t{1} << 32) - pick(80);
  return range;
}

// Groups of the most usual size.
Range rangeOfTimes() {
  Range range{};
  range.workDim = 1;
  for (unsigned dim = 0; dim < 3; ++dim) {
    range.localSize[dim] = dim == 0 ? 64 : 1;
    range.numGroups[dim] = dim == 0 ? 8 : 1;
    range.globalSize[dim] = range.localSize[dim] * range.numGroups[dim];
  }
  return range;
}

// The memory of a kernel, aligned as buffers are, between bytes that must not change.
struct Memory {
  static constexpr uint64_t kGuardBytes = 4096;
  static constexpr uint8_t kGuard = 0xa5;

  explicit Memory(uint64_t items)
      : bytes(kInBytes + kRegions * kRegionBytes + 3 * kCounters * sizeof(uint32_t) +
                  items * kOutWords * sizeof(uint64_t) + 2 * kGuardBytes + abi::kBlockAlignment,
              kGuard) {}
  Memory(const Memory& other) : bytes(other.bytes.size(), kGuard) { copyFrom(other); }
  Memory& operator=(const Memory&) = delete;
  void copyFrom(const Memory& other) {
    std::memcpy(in(), const_cast<Memory&>(other).in(), sizeBytes());
  }

  uint8_t* in() {
    uint8_t* behindGuard = bytes.data() + kGuardBytes;
    return behindGuard + (-reinterpret_cast<uintptr_t>(behindGuard) & (abi::kBlockAlignment - 1));
  }
  uint8_t* data() { return in() + kInBytes; }
  uint8_t* counters() { return data() + kRegions * kRegionBytes; }
  uint8_t* out() { return counters() + 3 * kCounters * sizeof(uint32_t); }
  uint64_t sizeBytes() const { return bytes.size() - 2 * kGuardBytes - abi::kBlockAlignment; }
  bool guardIntact() {
    const auto isGuard = [](uint8_t byte) { return byte == kGuard; };
    return std::all_of(bytes.data(), in(), isGuard) &&
           std::all_of(in() + sizeBytes(), bytes.data() + bytes.size(), isGuard);
  }

  std::vector<uint8_t> bytes;
};

struct Arguments {
  void *out, *in, *data, *counters;
  uint64_t localOffsetBytes;
  uint32_t n, padding = 0;
  uint64_t m;
  float f;
  uint32_t padding2 = 0;
  uint32_t block[4];
};

struct Case : FuzzCase {
  Case(uint64_t seed, const Options& options) : random(seed * 0x9e3779b97f4a7c15 + 1) {
    range = makeRange(random, hasLargeOffsets(seed));
    if (options.times) range = rangeOfTimes();
    memory.emplace(range.globalSize[0] * range.globalSize[1] * range.globalSize[2]);
    static constexpr unsigned kLanes[] = {1, 2, 4, 8, 16, 32};
    const unsigned chosen = kLanes[random() % std::size(kLanes)];
    const std::string& level = levels()[random() % levels().size()];
    lanes = options.lanes ? options.lanes : chosen;
    levelName = options.level.empty() ? level : options.level;
    optimize = random() % 8 != 0;
    optimizeResult = random() % 4 == 0;
    // As in builds: without optimization, vectors of 32 lanes take megabytes of stack.
    optimizeCode = random() % 8 == 0 || lanes > 1;
    pass = random() % 4;
    cut = random();
    fillMemory();
    arguments.n = static_cast<uint32_t>(1 + random() % 20);
    arguments.m = random();
    arguments.f = static_cast<float>(static_cast<int>(random() % 2000) - 1000) / 8;
    for (uint32_t& word : arguments.block) word = static_cast<uint32_t>(random() % 50);
    rows = 1u << random() % 3;
    // Along y, too, ids may cross a multiple of 2^31.
    if (hasLargeOffsets(seed) && random() % 2)
      range.globalOffset[1] = (random() % 2 ? 1u << 31 : uint64_t{1} << 32) - random() % 16;
    subGroups = lanes > 1 && random() % 4 == 0;
    compile = random() % 16 == 0 || options.compile;
    if (random() % 2) kind = kindOf(range);
    tier = !kind && random() % 2 ? Tier::Quick : random() % 2 ? Tier::All : Tier::First;
    functions = random() % 8 == 0 || options.functions;
    // The interpreter calls no functions.
    compile |= functions;
  }
  // Small integers and ordinary floating-point numbers between random bits.
  void fillMemory() {
    const auto fill = [&](uint8_t* bytes, uint64_t sizeBytes) {
      for (uint64_t i = 0; i < sizeBytes; i += 8) {
        uint64_t word = random();
        if (word % 4 == 0) word = word >> 8 & 0x0000000f0000000f;
        if (word % 4 == 1) {
          const float two[] = {static_cast<float>(word >> 40) / 1024,
                               -static_cast<float>(word >> 50)};
          std::memcpy(&word, two, 8);
        }
        if (word % 4 == 2) {
          const double one = static_cast<double>(static_cast<int64_t>(word)) * 0x1p-50;
          std::memcpy(&word, &one, 8);
        }
        std::memcpy(bytes + i, &word, 8);
      }
    };
    fill(memory->in(), kInBytes);
    // The rest of a region repeats the input.
    for (unsigned i = 0; i < kRegions; ++i)
      std::memcpy(memory->data() + i * kRegionBytes, memory->in(), kRegionBytes);
  }
  Arguments argumentsFor(Memory& target) const {
    Arguments result = arguments;
    result.out = target.out();
    result.in = target.in();
    result.data = target.data();
    result.counters = target.counters();
    return result;
  }
  std::mt19937_64 random;
  bool functions = false;  // parts of the kernel are functions out of line
  std::optional<Memory> memory;
  Arguments arguments{};
};

std::unique_ptr<llvm::Module> readKernel(const Options& options, const Case& testCase,
                                         uint64_t seed, llvm::LLVMContext& context) {
  const Machine machine = orDie(takeMachine(levelOf(testCase.levelName).target, true));
  std::unique_ptr<llvm::Module> module;
  if (options.kernel.empty()) {
    module = makeRandomLaneKernel(seed, machine->createDataLayout(), context);
  } else {
    llvm::SMDiagnostic problem;
    module = llvm::parseAssemblyFile(options.kernel, problem, context);
    if (!module) die(problem.getMessage().str());
    module->setDataLayout(machine->createDataLayout());
  }
  if (llvm::verifyModule(*module, &llvm::errs())) die("the kernel is invalid");
  return module;
}

InterpreterResult runReference(llvm::Module& module, const Case& testCase, Memory& memory) {
  Arguments arguments = testCase.argumentsFor(memory);
  std::vector<uint32_t> local(kLocalWords);
  const auto address = [](void* pointer) { return reinterpret_cast<uint64_t>(pointer); };
  uint32_t f = 0;
  std::memcpy(&f, &arguments.f, sizeof f);
  LibraryCode& library = levelOf(testCase.levelName).library;
  return interpret(
      *module.getFunction("kernel"),
      {.range = testCase.range,
       .arguments = {address(arguments.out), address(arguments.in), address(arguments.data),
                     address(arguments.counters), address(local.data()), arguments.n, arguments.m,
                     f, address(arguments.block)},
       .regions = {{memory.in(), memory.sizeBytes()},
                   {local.data(), kLocalWords * sizeof(uint32_t)},
                   {arguments.block, sizeof arguments.block}},
       .library =
           [&](std::string_view name) {
             const llvm::Function* function = module.getFunction(name);
             return function ? library.caller(*function) : nullptr;
           },
       .mostSteps = kMostSteps});
}

// The functions below return a description of what is wrong, or nothing.

std::string runEntryOf(const CompiledKernel& kernel, abi::Entry entry, const Case& testCase,
                       Memory& memory, unsigned times = 1) {
  const Range& range = testCase.range;
  alignas(abi::kBlockAlignment) Arguments arguments = testCase.argumentsFor(memory);
  arguments.localOffsetBytes = llvm::alignTo(kernel.localBytes(), 4);
  return runEntry({.entry = entry,
                   .range = range,
                   .arguments = &arguments,
                   .argumentBytes = sizeof arguments,
                   .localBytes = arguments.localOffsetBytes + kLocalWords * sizeof(uint32_t),
                   .spillBytes = kernel.spillBytes(testCase.itemsOfGroup()),
                   .cut = testCase.cut,
                   .times = times});
}

std::string runResult(llvm::Module& module, const Case& testCase, Memory& memory,
                      const Options& options) {
  orDie(runPasses(kPassesBefore[testCase.pass], module, {}));
  std::mt19937_64 random(testCase.cut);
  if (testCase.functions) makeFunctionsOutOfLine(module, random);
  if (options.dump) module.print(llvm::outs(), nullptr);
  Level& level = levelOf(testCase.levelName);
  CompiledKernel kernel(module, testCase.compilation(), options.dump);
  return runKernel(
      kernel, level.library,
      {.compile = testCase.compile,
       .runsHere = level.runsHere,
       .mostSteps = kMostStepsOfResult,
       .memory = {{memory.in(), memory.sizeBytes()}},
       .launch = [&](abi::Entry entry) { return runEntryOf(kernel, entry, testCase, memory); },
       .restore = [&] { memory.copyFrom(*testCase.memory); }});
}

std::string difference(Memory& expected, Memory& got) {
  if (!got.guardIntact()) return "wrote beside the memory of the kernel";
  uint64_t differing = 0;
  std::string text;
  for (uint64_t i = 0; i < expected.sizeBytes(); ++i) {
    if (expected.in()[i] == got.in()[i] || ++differing > 4) continue;
    const uint8_t* place = got.in() + i;
    if (place >= got.out())
      text += "out, work-item " +
              std::to_string((place - got.out()) / (kOutWords * sizeof(uint64_t))) + ", byte " +
              std::to_string((place - got.out()) % (kOutWords * sizeof(uint64_t)));
    else if (place >= got.counters())
      text += "counters, byte " + std::to_string(place - got.counters());
    else
      text += "data, region " + std::to_string((place - got.data()) / int64_t{kRegionBytes}) +
              ", byte " + std::to_string((place - got.data()) % int64_t{kRegionBytes});
    text += ": expected " + std::to_string(expected.in()[i]) + ", got " +
            std::to_string(got.in()[i]) + "; ";
  }
  return differing ? text + std::to_string(differing) + " bytes" : "";
}

Outcome check(uint64_t seed, const Options& options) {
  const Case testCase(seed, options);
  Memory expected = *testCase.memory, got = *testCase.memory;
  llvm::LLVMContext context;
  const auto module = readKernel(options, testCase, seed, context);
  if (options.dump) module->print(llvm::outs(), nullptr);
  const InterpreterResult reference = runReference(*module, testCase, expected);
  if (!reference.error.empty())
    die("seed " + std::to_string(seed) + " is not valid: " + reference.error);
  if (reference.stopped) return Outcome::Stopped;
  std::string wrong = runResult(*module, testCase, got, options);
  if (wrong == kCannotRun) return Outcome::Stopped;
  if (wrong.empty()) wrong = difference(expected, got);
  if (wrong.empty()) return Outcome::Equal;
  llvm::errs() << "lane-fuzz: seed " << seed << " (" << testCase.description() << "): " << wrong
               << '\n';
  return Outcome::Different;
}

// CPU time of the fastest of several launches.
double nanosecondsOf(const CompiledKernel& kernel, const Case& testCase) {
  constexpr double kLeast = 1e6;  // of what is measured
  constexpr unsigned kMeasurements = 5;
  const auto timeOf = [&](unsigned times) {
    Memory memory = *testCase.memory;
    const auto now = [] {
      timespec time{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
    };
    const double begin = now();
    const std::string wrong = runEntryOf(kernel, kernel.code(), testCase, memory, times);
    if (!wrong.empty()) die(wrong);
    return now() - begin;
  };
  unsigned times = 1;
  while (timeOf(times) - timeOf(0) < kLeast) times *= 2;
  double least = timeOf(times);
  for (unsigned i = 1; i < kMeasurements; ++i) least = std::min(least, timeOf(times));
  return std::max(1.0, least - timeOf(0)) / times;
}

void printTimes(uint64_t seed, const Options& options) {
  for (const unsigned lanes : {0, 1, 4, 8, 16, 32}) {
    Case testCase(seed, options);
    testCase.cut = 1;  // buffers are distinct, and memory is small
    llvm::LLVMContext context;
    const auto module = readKernel(options, testCase, seed, context);
    orDie(runPasses(llvm::ArrayRef(kPassesBefore).back(), *module, {}));
    Level& level = levelOf(testCase.levelName);
    CompiledKernel kernel(
        *module, {.target = level.target, .lanes = lanes, .tier = Tier::All, .explain = true},
        options.dump);
    if (!kernel.error().empty()) die(kernel.error());
    for (const Diagnostic& diagnostic : kernel.diagnostics().all()) {
      const std::string text = render(diagnostic);
      if (lanes != 1 && llvm::StringRef(text).contains(" estimated at "))
        llvm::outs() << "seed " << seed << ", " << lanes << " lanes: " << text << '\n';
    }
    llvm::outs().flush();
    kernel.generateCode(level.library);
    llvm::outs() << "seed " << seed << ", " << lanes
                 << " lanes: " << nanosecondsOf(kernel, testCase) << " ns\n";
  }
}

bool takeOption(llvm::StringRef value, Options& options) {
  if (value.consume_front("--lanes=")) return llvm::to_integer(value, options.lanes);
  if (value.consume_front("--level="))
    options.level = value.str();
  else if (value.consume_front("--kernel="))
    options.kernel = value.str();
  else if (value == "--compile")
    options.compile = true;
  else if (value == "--functions")
    options.functions = true;
  else if (value == "--dump")
    options.dump = true;
  else if (value == "--times")
    options.times = true;
  else
    return false;
  return true;
}

int run(int count, char** values) {
  Options options;
  return runSeeds(
      count, values,
      "[--lanes=N] [--level=NAME] [--kernel=FILE] [--compile] [--functions] [--dump] "
      "[--times]",
      [&](llvm::StringRef value) { return takeOption(value, options); },
      [&](uint64_t seed) {
        if (!options.times) return check(seed, options);
        printTimes(seed, options);
        return Outcome::Equal;
      });
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** values) { return lanewise::fuzz::run(count, values); }
