// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of OpenCL C that extensions add: declared where the device has the extension, and
// nowhere else.
#include "compiler/frontend/opencl_c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace lanewise {
namespace {

/// A call in a kernel with the parameters of kParameters.
struct Call {
  std::string text;
  std::optional<spv::Op> instruction;  // that the module has; empty: none of its own
  /// Each of these is needed: without it the call names no function.
  std::vector<std::string> needed;
};

constexpr char kParameters[] =
    "(global ulong* out, global uint2* halves, local int* cells, global int* source)";

std::vector<Call> clockCalls() {
  std::vector<Call> calls;
  for (const std::string scope : {"device", "work_group", "sub_group"})
    for (const std::string& call :
         {"*out = clock_read_" + scope + "();", "*halves = clock_read_hilo_" + scope + "();"})
      calls.push_back({call,
                       spv::Op::OpReadClockKHR,
                       {"cl_khr_kernel_clock", "__opencl_c_kernel_clock_scope_" + scope}});
  return calls;
}

std::vector<Call> copyCalls() {
  std::vector<Call> calls;
  for (const std::string places : {"cells, 1, source, 2, ", "source, 1, cells, 2, "}) {
    calls.push_back(
        {"event_t e = async_work_group_copy_2D2D(" + places + "4, 3, 2, 7, 9, (event_t)0);",
         spv::Op::OpGroupAsyncCopy,
         {"cl_khr_extended_async_copies"}});
    calls.push_back({"event_t e = async_work_group_copy_3D3D(" + places +
                         "4, 3, 2, 2, 7, 40, 9, 50, (event_t)0);",
                     spv::Op::OpGroupAsyncCopy,
                     {"cl_khr_extended_async_copies"}});
  }
  calls.push_back({"async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);",
                   {},
                   {"cl_khr_async_work_group_copy_fence"}});
  return calls;
}

std::vector<Call> barrierCalls(const std::string& scope) {
  std::vector<Call> calls;
  for (const std::string flags :
       {"CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"}) {
    const std::string operands = "(" + flags + scope + ");";
    calls.push_back({"intel_work_group_barrier_arrive" + operands,
                     spv::Op::OpControlBarrierArriveINTEL,
                     {"cl_intel_split_work_group_barrier"}});
    calls.push_back({"intel_work_group_barrier_wait" + operands,
                     spv::Op::OpControlBarrierWaitINTEL,
                     {"cl_intel_split_work_group_barrier"}});
  }
  return calls;
}

std::vector<Call> prefetchCalls() {
  std::vector<Call> calls;
  for (const auto& [type, ending, counts] :
       {std::tuple{"uchar", "uc", 5}, {"ushort", "us", 5}, {"uint", "ui", 4}, {"ulong", "ul", 4}})
    for (int count = 1; count < 1 << counts; count *= 2)
      calls.push_back({std::string("intel_sub_group_block_prefetch_") + ending +
                           (count == 1 ? "" : std::to_string(count)) + "((const global " + type +
                           "*)source);",
                       {},
                       {"cl_intel_subgroup_buffer_prefetch", "cl_intel_subgroups"}});
  return calls;
}

FrontEndResult compile(const Call& call, const std::string& language,
                       const std::vector<std::string>& without = {},
                       std::vector<std::string> options = {}) {
  options.push_back("-cl-std=" + language);
  return compileSource(
      {std::string("kernel void k") + kParameters + " { " + call.text + " }", {}, options},
      {.without = without});
}

bool hasInstruction(const std::vector<uint8_t>& module, spv::Op opcode) {
  std::vector<uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  for (size_t at = 5; at < words.size(); at += std::max<uint32_t>(1, words[at] >> 16))
    if (spv::Op(words[at] & 0xffff) == opcode) return true;
  return false;
}

void checkCalls(const std::vector<Call>& calls, const std::vector<std::string>& languages) {
  for (const std::string& language : languages)
    for (const Call& call : calls) {
      SCOPED_TRACE(language + ": " + call.text);
      const FrontEndResult with = compile(call, language);
      EXPECT_EQ(buildLog(with.diagnostics), "");
      if (call.instruction) EXPECT_TRUE(hasInstruction(with.spirv, *call.instruction));
      for (const std::string& name : call.needed) {
        const FrontEndResult missing = compile(call, language, {name});
        EXPECT_TRUE(missing.spirv.empty()) << "without " << name;
        EXPECT_NE(buildLog(missing.diagnostics), "") << "without " << name;
      }
    }
}

TEST(ExtensionFunctions, OfTheKernelClock) { checkCalls(clockCalls(), {"CL3.0", "CLC++2021"}); }

TEST(ExtensionFunctions, OfAsynchronousCopies) {
  checkCalls(copyCalls(), {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CLC++2021"});
}

TEST(ExtensionFunctions, OfSplitBarriers) {
  checkCalls(barrierCalls(""), {"CL1.0", "CL1.2", "CL2.0", "CL3.0", "CLC++2021"});
  for (const char* scope : {"work_item", "sub_group", "work_group", "device", "all_svm_devices"})
    checkCalls(barrierCalls(std::string(", memory_scope_") + scope),
               {"CL2.0", "CL3.0", "CLC++2021"});
}

TEST(ExtensionFunctions, OfPrefetchesOfSubGroups) {
  EXPECT_EQ(prefetchCalls().size(), 18u);
  checkCalls(prefetchCalls(), {"CL1.0", "CL1.2", "CL3.0", "CLC++2021"});
}

std::string logOfBlock(const std::string& block, const std::vector<std::string>& without = {}) {
  const std::string kernel =
      "kernel void k(queue_t q, global int* out) {\n"
      "  enqueue_kernel(q, 0, ndrange_1D(1), " +
      block + ", 4u);\n}";
  return buildLog(compileSource({kernel, {}, {"-cl-std=CL3.0"}}, {.without = without}).diagnostics);
}

TEST(LocalArgumentTypes, AreRefusedWithoutTheExtension) {
  const std::string block = "^(local int* x) { x[0] = 1; }";
  EXPECT_EQ(logOfBlock(block), "");
  const std::string log = logOfBlock(block, {"cl_khr_device_enqueue_local_arg_types"});
  EXPECT_NE(log.find("program.cl:2:"), log.npos) << log;
  EXPECT_NE(log.find("'local void*'"), log.npos) << log;
  EXPECT_EQ(logOfBlock("^(local void* x) { }", {"cl_khr_device_enqueue_local_arg_types"}), "");
}

TEST(LocalArgumentTypes, ArePointersToLocalMemory) {
  for (const char* block : {"^(global int* x) { }", "^(int x) { }", "^(local int* x, int* y) { }",
                            "^(local int* x) { return 1; }"})
    EXPECT_NE(logOfBlock(block), "") << block;
}

TEST(LocalArgumentTypes, AreOfBlocksThatAreKnownWhenTheProgramIsCompiled) {
  const std::string log = logOfBlock("out ? ^(local int* x) { } : ^(local int* x) { }");
  EXPECT_NE(log.find("'local void*'"), log.npos) << log;
  EXPECT_EQ(log.find("cast to"), log.npos) << log;
}

// Other errors are those of the source, at its places.
TEST(LocalArgumentTypes, LeaveOtherErrorsAsTheyAre) {
  const std::string log = logOfBlock("^(local int* x) { x[0] = missing; }");
  EXPECT_NE(log.find("program.cl:2:64: error: use of undeclared identifier 'missing'"), log.npos)
      << log;
  EXPECT_EQ(log.find("local void"), log.npos) << log;
}

// Macros of the options stand in front of the functions, and do not reach into them.
TEST(ExtensionFunctions, HaveNoNamesThatMacrosOfOptionsReplace) {
  std::vector<Call> calls = copyCalls();
  for (const Call& call : prefetchCalls()) calls.push_back(call);
  for (const Call& call : calls) {
    const FrontEndResult result =
        compile(call, "CL3.0", {}, {"-Dtarget=x", "-Dsize=7", "-Dline=1 +", "-Delements=x"});
    EXPECT_EQ(buildLog(result.diagnostics), "") << call.text;
  }
}

}  // namespace
}  // namespace lanewise
