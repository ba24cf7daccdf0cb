// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs random kernels through the stages lanes and group and compares all memory with that of a
// reference. For most seeds an interpreter (tests/reference/interpreter.h) runs the reference and,
// unless there are instructions that it does not know, the result, because code generation takes
// most of the time of a kernel. For the others both are machine code, and the reference runs as
// threads (item_threads.h). A third of the kernels keep one lane; the others have 4, 8, 16 or 32. A
// quarter of these have their lanes along the flattened local id, as kernels that use sub-groups.
//
//   group-fuzz FIRST COUNT [--compile]   seeds FIRST to FIRST + COUNT - 1; with machine code
//   group-fuzz --dump SEED [--compile]   prints the kernel, and the output of stage group
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/module_flags.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/pipeline.h"
#include "compiler/group/row_sharing.h"
#include "interface/kernel_abi.h"
#include "tests/reference/interpreter.h"
#include "tests/reference/item_threads.h"
#include "tests/reference/random_kernel.h"
#include "tests/reference/run_entry.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lanewise::fuzz {
namespace {

constexpr uint64_t kMostSteps = 30'000'000;

// The memory of a kernel.
struct Memory {
  Memory(std::mt19937_64& random, uint64_t items) : out(items * kOutWords) {
    for (uint32_t& word : in) word = static_cast<uint32_t>(random());
  }
  bool operator==(const Memory&) const = default;

  std::vector<uint64_t> out;
  std::vector<uint32_t> in = std::vector<uint32_t>(kInWords);
  std::vector<uint32_t> counters = std::vector<uint32_t>(kCounters);
};

struct Arguments {
  void *out, *in, *counters;
  uint64_t exchangeOffsetBytes;
  uint32_t n, padding = 0;
  uint64_t m;
  uint32_t block[2];
};

Range makeRange(std::mt19937_64& random) {
  auto pick = [&](uint64_t count) { return random() % count; };
  Range range{};
  range.workDim = static_cast<uint32_t>(1 + pick(3));
  uint64_t items = 1;
  for (uint32_t dim = 0; dim < 3; ++dim) {
    range.localSize[dim] = range.globalSize[dim] = range.numGroups[dim] = 1;
    if (dim >= range.workDim) continue;
    range.localSize[dim] = 1 + pick(std::min<uint64_t>(kMaxItems / items, dim ? 5 : 40));
    items *= range.localSize[dim];
    range.numGroups[dim] = 1 + pick(dim ? 2 : 4);
    range.globalSize[dim] =
        range.localSize[dim] * range.numGroups[dim] - pick(range.localSize[dim]);
    if (pick(3) == 0) range.globalOffset[dim] = pick(100);
  }
  return range;
}

struct Case {
  Case(uint64_t seed, bool alwaysCompile)
      : random(seed ^ 0x9e3779b97f4a7c15), range(makeRange(random)) {
    pass = random() % 4;
    fastIsel = random() % 2 != 0;
    after = random() % 4;
    memory = std::make_unique<Memory>(
        random, range.globalSize[0] * range.globalSize[1] * range.globalSize[2]);
    arguments.n = static_cast<uint32_t>(random() % 10);
    arguments.m = random();
    arguments.block[0] = static_cast<uint32_t>(random());
    arguments.block[1] = 3;
    cut = random();
    constexpr uint32_t kLanes[] = {1, 1, 4, 8, 16, 32};
    lanes = kLanes[random() % std::size(kLanes)];
    rows = 1u << random() % 3;
    subGroups = lanes > 1 && random() % 4 == 0;
    compile = random() % 32 == 0 || alwaysCompile;
  }
  Arguments argumentsFor(Memory& target) const {
    Arguments result = arguments;
    result.out = target.out.data();
    result.in = target.in.data();
    result.counters = target.counters.data();
    return result;
  }

  std::mt19937_64 random;
  Range range;
  uint64_t pass, after, cut;
  uint32_t lanes, rows;
  bool fastIsel, subGroups, compile;
  std::unique_ptr<Memory> memory;
  Arguments arguments{};
};

// void item(ptr arguments): calls the kernel. Local memory begins at 0 here: the argument is
// already a pointer.
void addItemFunction(llvm::Module& module) {
  llvm::IRBuilder<> builder(module.getContext());
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
  auto* item = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "item", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", item));
  auto load = [&](llvm::Type* type, size_t offsetBytes) {
    return builder.CreateLoad(
        type, builder.CreateConstGEP1_64(builder.getInt8Ty(), item->getArg(0), offsetBytes));
  };
  llvm::Type* pointer = builder.getPtrTy();
  builder.CreateCall(module.getFunction("kernel"),
                     {load(pointer, 0), load(pointer, 8), load(pointer, 16), load(pointer, 24),
                      load(builder.getInt32Ty(), 32), load(builder.getInt64Ty(), 40),
                      builder.CreateConstGEP1_64(builder.getInt8Ty(), item->getArg(0), 48)});
  builder.CreateRetVoid();
}

template <class T>
T orDie(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  llvm::errs() << "group-fuzz: " << llvm::toString(value.takeError()) << '\n';
  std::exit(2);
}

void orDie(llvm::Error error) {
  if (!error) return;
  llvm::errs() << "group-fuzz: " << llvm::toString(std::move(error)) << '\n';
  std::exit(2);
}

// Code of one module, mapped during the object's lifetime.
class Code {
 public:
  Code(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
       bool fastIsel) {
    auto machine = orDie(llvm::orc::JITTargetMachineBuilder::detectHost());
    machine.setCodeGenOptLevel(fastIsel ? llvm::CodeGenOptLevel::None
                                        : llvm::CodeGenOptLevel::Less);
    jit_ = orDie(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(machine).create());
    llvm::orc::SymbolMap answers;
    for (auto [call, address] : kernelCallAnswers())
      answers[jit_->mangleAndIntern(nameOf(call))] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                                      llvm::JITSymbolFlags::Exported};
    for (auto [name, address] : {std::pair<const char*, void*>{"memcpy", (void*)&std::memcpy},
                                 std::pair<const char*, void*>{"memset", (void*)&std::memset}})
      answers[jit_->mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                              llvm::JITSymbolFlags::Exported};
    orDie(jit_->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(answers))));
    module->setDataLayout(jit_->getDataLayout());
    orDie(jit_->addIRModule({std::move(module), std::move(context)}));
  }
  template <class Function>
  Function* find(const char* name) {
    return orDie(jit_->lookup(name)).toPtr<Function*>();
  }

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

struct Compiled {
  std::unique_ptr<DiagnosticList> diagnostics = std::make_unique<DiagnosticList>();
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
};

Compiled makeInput(uint64_t seed, const Case& testCase) {
  static constexpr const char* kBefore[] = {
      "verify", "mem2reg", "sroa,early-cse,simplifycfg",
      "sroa,early-cse,combine-instructions,loop-simplify,loop-rotate,gvn,simplifycfg"};
  Compiled result;
  result.module = makeRandomKernel(seed, *result.context);
  orDie(runPasses(kBefore[testCase.pass], *result.module, {}));
  return result;
}

// Not at all, as stage object does with and without -cl-opt-disable, or as hard as LLVM can.
void optimize(uint64_t how, llvm::Module& module) {
  switch (how) {
    case 0: return;
    case 1: return orDie(runStage(Stage::Object, module, {.effort = Effort::None}));
    case 2: return orDie(runStage(Stage::Object, module, {.effort = Effort::Normal}));
    default: return orDie(runPasses("default<O3>", module, {}));
  }
}

Compiled makeGroupCode(uint64_t seed, const Case& testCase, bool dump) {
  Compiled result = makeInput(seed, testCase);
  if (dump) result.module->print(llvm::outs(), nullptr);
  collectDiagnostics(*result.context, *result.diagnostics);
  result.module->addModuleFlag(llvm::Module::Warning, kLanesFlag, testCase.lanes);
  result.module->addModuleFlag(llvm::Module::Warning, kRowsFlag, testCase.rows);
  if (testCase.subGroups) {
    llvm::Function& kernel = *result.module->getFunction("kernel");
    kernel.addFnAttr(kUsesSubGroupsAttribute);
    setNumberAttribute(kernel, kSubGroupSizeAttribute, testCase.lanes);
  }
  orDie(runStage(Stage::Lanes, *result.module,
                 {.effort = testCase.cut % 2 ? Effort::Normal : Effort::None}));
  if (dump) result.module->print(llvm::outs(), nullptr);
  orDie(runStage(Stage::Group, *result.module, {}));
  if (dump) result.module->print(llvm::outs(), nullptr);
  if (result.diagnostics->hasErrors() || llvm::verifyModule(*result.module, &llvm::errs())) {
    llvm::errs() << "group-fuzz: seed " << seed << ":\n";
    for (const Diagnostic& diagnostic : result.diagnostics->all())
      llvm::errs() << render(diagnostic);
    std::exit(1);
  }
  return result;
}

std::vector<MemoryRegion> regionsOf(Memory& memory) {
  const auto region = [](auto& values) {
    return MemoryRegion{values.data(), values.size() * sizeof values[0]};
  };
  return {region(memory.out), region(memory.in), region(memory.counters)};
}

void interpretReference(uint64_t seed, const Case& testCase, Memory& memory) {
  Compiled input = makeInput(seed, testCase);
  std::vector<uint32_t> exchange(kMaxItems);
  Arguments arguments = testCase.argumentsFor(memory);
  const auto address = [](void* pointer) { return reinterpret_cast<uint64_t>(pointer); };
  std::vector<MemoryRegion> regions = regionsOf(memory);
  regions.push_back({exchange.data(), kMaxItems * sizeof(uint32_t)});
  regions.push_back({arguments.block, sizeof arguments.block});
  const InterpreterResult result = interpret(
      *input.module->getFunction("kernel"),
      {.range = testCase.range,
       .arguments = {address(arguments.out), address(arguments.in), address(arguments.counters),
                     address(exchange.data()), arguments.n, arguments.m, address(arguments.block)},
       .regions = std::move(regions),
       .mostSteps = kMostSteps});
  if (!result.error.empty() || result.stopped) {
    llvm::errs() << "group-fuzz: seed " << seed << " is not valid: " << result.error << '\n';
    std::exit(2);
  }
}

void runCodeAsThreads(uint64_t seed, const Case& testCase, Memory& memory) {
  Compiled input = makeInput(seed, testCase);
  addItemFunction(*input.module);
  Code code(std::move(input.module), std::move(input.context), testCase.fastIsel);
  std::vector<uint32_t> exchange(kMaxItems);
  Arguments arguments = testCase.argumentsFor(memory);
  arguments.exchangeOffsetBytes = reinterpret_cast<uint64_t>(exchange.data());
  runAsThreads(testCase.range, code.find<void(void*)>("item"), &arguments);
}

// Bytes of local memory that the kernel's variables take, and of the spill area.
struct BlockSizes {
  BlockSizes(const llvm::Function& entry, const Range& range) {
    const auto bytes = [&](llvm::StringRef attribute) {
      return entry.getFnAttributeAsParsedInteger(attribute);
    };
    local = llvm::alignTo(bytes(kLocalBytesAttribute), 4);
    spill = bytes(kSpillFixedBytesAttribute) + bytes(kSpillVectorBytesAttribute) *
                                                   range.localSize[0] * range.localSize[1] *
                                                   range.localSize[2];
  }
  uint64_t local, spill;
};

// The functions below return a description of what is wrong, or nothing.

std::string runGroups(abi::Entry entry, const BlockSizes& sizes, const Case& testCase,
                      Memory& memory) {
  alignas(abi::kBlockAlignment) Arguments arguments = testCase.argumentsFor(memory);
  arguments.exchangeOffsetBytes = sizes.local;
  return runEntry({.entry = entry,
                   .range = testCase.range,
                   .arguments = &arguments,
                   .argumentBytes = sizeof arguments,
                   .localBytes = sizes.local + kMaxItems * sizeof(uint32_t),
                   .spillBytes = sizes.spill,
                   .cut = testCase.cut});
}

std::string runResult(uint64_t seed, const Case& testCase, Memory& memory, bool dump) {
  Compiled group = makeGroupCode(seed, testCase, dump);
  const llvm::Function& entry = *group.module->getFunction("kernel_entry");
  const BlockSizes sizes(entry, testCase.range);
  if (!testCase.compile) {
    const InterpretedEntry interpreted(entry, regionsOf(memory), kMostSteps);
    std::string wrong = runGroups(interpreted.function(), sizes, testCase, memory);
    const InterpreterResult& result = interpreted.result();
    if (!result.isUnsupported)
      return !result.error.empty() ? result.error : result.stopped ? "too many steps" : wrong;
    memory = *testCase.memory;
  }
  optimize(testCase.after, *group.module);
  Code code(std::move(group.module), std::move(group.context), testCase.fastIsel);
  return runGroups(code.find<std::remove_pointer_t<abi::Entry>>("kernel_entry"), sizes, testCase,
                   memory);
}

std::string difference(const Memory& expected, const Memory& got) {
  for (size_t i = 0; i < expected.out.size(); ++i)
    if (expected.out[i] != got.out[i])
      return "work-item " + std::to_string(i / kOutWords) + ", word " +
             std::to_string(i % kOutWords) + ": expected " + std::to_string(expected.out[i]) +
             ", got " + std::to_string(got.out[i]);
  return expected == got ? "" : "counters or input differ";
}

bool check(uint64_t seed, bool compile, bool dump) {
  const std::string name = "seed " + std::to_string(seed);
  const llvm::PrettyStackTraceString message(name.c_str());
  const Case testCase(seed, compile);
  Memory expected = *testCase.memory, got = *testCase.memory;
  (testCase.compile ? runCodeAsThreads : interpretReference)(seed, testCase, expected);
  std::string wrong = runResult(seed, testCase, got, dump);
  if (wrong.empty()) wrong = difference(expected, got);
  if (!wrong.empty()) llvm::errs() << "group-fuzz: seed " << seed << ": " << wrong << '\n';
  return wrong.empty();
}

int run(int count, char** values) {
  llvm::EnablePrettyStackTrace();  // prints the seed of a crash
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  const bool compile = count == 4 && std::string(values[3]) == "--compile";
  if (count != 3 && !compile) {
    llvm::errs() << "usage: group-fuzz FIRST COUNT [--compile] | --dump SEED [--compile]\n";
    return 2;
  }
  if (std::string(values[1]) == "--dump")
    return check(std::stoull(values[2]), compile, true) ? 0 : 1;
  const uint64_t first = std::stoull(values[1]), seeds = std::stoull(values[2]);
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + seeds; ++seed) failed += !check(seed, compile, false);
  llvm::outs() << seeds << " kernels, " << failed << " failed\n";
  return failed ? 1 : 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** values) { return lanewise::fuzz::run(count, values); }
