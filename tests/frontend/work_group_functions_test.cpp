// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-group functions: every function in the specification's tables, for every type, is
// declared in every language that has it, and becomes an instruction.
#include "compiler/frontend/opencl_c.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace lanewise {
namespace {

const char* const kScalars[] = {"int", "uint", "long", "ulong", "half", "float", "double"};
const char* const kForms[] = {"reduce", "scan_inclusive", "scan_exclusive"};

bool isInteger(const std::string& type) { return type.ends_with("int") || type.ends_with("long"); }

std::string kernel(const std::string& name, const std::string& type, const std::string& calls) {
  return "kernel void " + name + "_" + type + "(global " + type +
         "* p, uint x, uint y, uint z) {\n  " + type + " v = p[0];\n" + calls + "  p[0] = v;\n}\n";
}

std::string allForms(const std::vector<std::string>& operations) {
  std::string calls;
  for (const std::string form : kForms)
    for (const std::string& operation : operations)
      calls += "  v = work_group_" + form + "_" + operation + "(v);\n";
  return calls;
}

std::string basicFunctions() {
  std::string text;
  for (const std::string type : kScalars)
    text += kernel("basic", type,
                   allForms({"add", "min", "max"}) +
                       "  v = work_group_broadcast(v, x);\n  v = work_group_broadcast(v, x, y);\n"
                       "  v = work_group_broadcast(v, x, y, z);\n");
  return text + kernel("votes", "int", "  v = work_group_all(v) + 2 * work_group_any(v);\n");
}

std::string arithmeticFunctions() {
  std::string text;
  for (const std::string type : kScalars) {
    std::vector<std::string> operations{"mul"};
    if (isInteger(type)) operations.insert(operations.end(), {"and", "or", "xor"});
    text += kernel("arithmetic", type, allForms(operations));
  }
  return text + kernel("logical", "int", allForms({"logical_and", "logical_or", "logical_xor"}));
}

constexpr char kHead[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";

FrontEndResult compile(const std::string& text, const std::string& language) {
  return compileSource({kHead + text, {}, {"-cl-std=" + language}});
}

struct WorkGroupFunctions : testing::TestWithParam<const char*> {};

TEST_P(WorkGroupFunctions, AllAreDeclared) {
  for (const std::string& text : {basicFunctions(), arithmeticFunctions()}) {
    const FrontEndResult result = compile(text, GetParam());
    EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics).substr(0, 2000);
    EXPECT_EQ(buildLog(result.diagnostics), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, WorkGroupFunctions,
                         testing::Values("CL2.0", "CL3.0", "CL3.1", "CLC++1.0", "CLC++2021"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase_if(name, [](char c) { return c == '.' || c == '+'; });
                           return name;
                         });

// OpenCL C 1.x does not have them: a program may use the names.
TEST(WorkGroupFunctionsBefore20, AreNames) {
  EXPECT_FALSE(compile("int work_group_reduce_mul(int v) { return v; }\n"
                       "kernel void k(global int* p) { *p = work_group_reduce_mul(*p); }",
                       "CL1.2")
                   .spirv.empty());
  EXPECT_TRUE(compile("kernel void k(global int* p) { *p = work_group_reduce_add(*p); }", "CL1.2")
                  .spirv.empty());
}

// Macros of a program do not reach into the declarations.
TEST(WorkGroupFunctionsNextToMacros, AreAsTheyWere) {
  EXPECT_FALSE(compile("#define value 1 +\n#define x y\n#define type float\n"
                       "kernel void k(global int* p) { *p = work_group_scan_inclusive_xor(*p); }",
                       "CL3.0")
                   .spirv.empty());
}

/// How often an instruction with each group operation stands in the module.
size_t count(const std::vector<uint8_t>& module, spv::Op opcode, spv::GroupOperation operation) {
  std::vector<uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  size_t found = 0;
  for (size_t at = 5; at < words.size(); at += std::max<uint32_t>(1, words[at] >> 16))
    found += spv::Op(words[at] & 0xffff) == opcode && at + 4 < words.size() &&
             spv::GroupOperation(words[at + 4]) == operation;
  return found;
}

TEST(WorkGroupInstructions, EachIsWrittenOnceForEachTypeAndForm) {
  const FrontEndResult result = compile(basicFunctions() + arithmeticFunctions(), "CL3.0");
  const std::vector<std::pair<spv::Op, size_t>> expected{
      {spv::Op::OpGroupIAdd, 4},          {spv::Op::OpGroupFAdd, 3},
      {spv::Op::OpGroupSMin, 2},          {spv::Op::OpGroupUMin, 2},
      {spv::Op::OpGroupFMin, 3},          {spv::Op::OpGroupSMax, 2},
      {spv::Op::OpGroupUMax, 2},          {spv::Op::OpGroupFMax, 3},
      {spv::Op::OpGroupIMulKHR, 4},       {spv::Op::OpGroupFMulKHR, 3},
      {spv::Op::OpGroupBitwiseAndKHR, 4}, {spv::Op::OpGroupBitwiseOrKHR, 4},
      {spv::Op::OpGroupBitwiseXorKHR, 4}, {spv::Op::OpGroupLogicalAndKHR, 1},
      {spv::Op::OpGroupLogicalOrKHR, 1},  {spv::Op::OpGroupLogicalXorKHR, 1}};
  for (const auto& [opcode, types] : expected)
    for (spv::GroupOperation operation :
         {spv::GroupOperation::Reduce, spv::GroupOperation::InclusiveScan,
          spv::GroupOperation::ExclusiveScan})
      EXPECT_GE(count(result.spirv, opcode, operation), types)
          << int(opcode) << " " << int(operation);
}

}  // namespace
}  // namespace lanewise
