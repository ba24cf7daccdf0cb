// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sub-group functions: every function in the specification's tables, for every type, is
// declared in every language that has it, and becomes an instruction.
#include "compiler/frontend/opencl_c.h"

#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace lanewise {
namespace {

const char* const kScalars[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                "long", "ulong", "float", "half",   "double"};
const char* const kCounts[] = {"2", "3", "4", "8", "16"};
const char* const kArithmetic[] = {"add", "min", "max", "mul"};
const char* const kBitwise[] = {"and", "or", "xor"};
const char* const kScans[] = {"reduce", "scan_inclusive", "scan_exclusive"};

bool isInteger(const std::string& type) {
  return type != "float" && type != "half" && type != "double";
}

/// A kernel with that name that calls functions with `v`, a value of the type.
std::string kernel(const std::string& name, const std::string& type, const std::string& calls) {
  return "kernel void " + name + "_" + type + "(global " + type +
         "* p, global int* q, uint n) {\n  " + type + " v = p[0];\n  int t = q[0];\n" + calls +
         "  p[0] = v;\n  q[0] = t;\n}\n";
}
std::string changes(const std::string& call) { return "  v = " + call + ";\n"; }
std::string tells(const std::string& call) { return "  t += (int)" + call + ";\n"; }

/// __opencl_c_subgroups, with the types of cl_khr_subgroup_extended_types.
std::string basicFunctions(bool since20) {
  std::string text;
  for (const std::string type : kScalars) {
    std::string calls = changes("sub_group_broadcast(v, n)");
    for (const std::string scan : kScans)
      for (const std::string operation : {"add", "min", "max"})
        calls += changes("sub_group_" + scan + "_" + operation + "(v)");
    text += kernel("basic", type, calls);
    for (const std::string count : kCounts)
      text += kernel("basic", type + count, changes("sub_group_broadcast(v, n)"));
  }
  std::string calls;
  for (const char* call :
       {"get_sub_group_size()", "get_max_sub_group_size()", "get_num_sub_groups()",
        "get_sub_group_id()", "get_sub_group_local_id()", "sub_group_all(t)", "sub_group_any(t)"})
    calls += tells(call);
  calls += "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n";
  if (since20)
    calls += tells("get_enqueued_num_sub_groups()") +
             "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);\n"
             "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);\n";
  return text + kernel("ids", "int", calls);
}

/// The other cl_khr_subgroup_ extensions.
std::string extensionFunctions() {
  std::string text;
  for (const std::string type : kScalars) {
    std::string calls =
        changes("sub_group_shuffle(v, n)") + changes("sub_group_shuffle_xor(v, n)") +
        changes("sub_group_shuffle_up(v, n)") + changes("sub_group_shuffle_down(v, n)") +
        changes("sub_group_rotate(v, t)") + changes("sub_group_clustered_rotate(v, t, 1)") +
        changes("sub_group_non_uniform_broadcast(v, n)") + changes("sub_group_broadcast_first(v)") +
        tells("sub_group_non_uniform_all_equal(v)");
    std::vector<std::string> operations(std::begin(kArithmetic), std::end(kArithmetic));
    if (isInteger(type))
      operations.insert(operations.end(), std::begin(kBitwise), std::end(kBitwise));
    for (const std::string& operation : operations) {
      for (const std::string scan : kScans)
        calls += changes("sub_group_non_uniform_" + scan + "_" + operation + "(v)");
      calls += changes("sub_group_clustered_reduce_" + operation + "(v, 1)");
    }
    text += kernel("extensions", type, calls);
    for (const std::string count : kCounts)
      text += kernel("extensions", type + count, changes("sub_group_non_uniform_broadcast(v, n)"));
  }
  std::string calls = tells("sub_group_elect()") + tells("sub_group_non_uniform_all(t)") +
                      tells("sub_group_non_uniform_any(t)");
  for (const std::string operation : kBitwise) {
    for (const std::string scan : kScans)
      calls += tells("sub_group_non_uniform_" + scan + "_logical_" + operation + "(t)");
    calls += tells("sub_group_clustered_reduce_logical_" + operation + "(t, 1)");
  }
  text += kernel("votes", "int", calls);
  return text +
         kernel(
             "ballots", "uint4",
             changes("sub_group_ballot(t)") + tells("sub_group_inverse_ballot(v)") +
                 tells("sub_group_ballot_bit_extract(v, n)") +
                 tells("sub_group_ballot_bit_count(v)") +
                 tells("sub_group_ballot_inclusive_scan(v)") +
                 tells("sub_group_ballot_exclusive_scan(v)") +
                 tells("sub_group_ballot_find_lsb(v)") + tells("sub_group_ballot_find_msb(v)") +
                 "  v ^= get_sub_group_eq_mask() ^ get_sub_group_ge_mask() ^ get_sub_group_gt_mask() ^\n"
                 "       get_sub_group_le_mask() ^ get_sub_group_lt_mask();\n");
}

std::string block(const std::string& type, const std::string& ending, const std::string& count) {
  const std::string suffix = ending + (count == "1" ? "" : count),
                    vector = count == "1" ? type : type + count;
  std::string calls;
  for (const char* pointer : {"g", "l"})
    calls += "  intel_sub_group_block_write" + suffix + "(" + pointer +
             ", intel_sub_group_block_read" + suffix + "((const " +
             (*pointer == 'g' ? "global " : "local ") + type + "*)" + pointer + "));\n";
  calls += "  intel_sub_group_block_write" + suffix + "(w, (int2)(4), intel_sub_group_block_read" +
           suffix + "(r, (int2)(0)));\n";
  return "kernel void block" + ending + "_" + count + "(global " + type + "* g, local " + type +
         "* l, read_only image2d_t r, write_only image2d_t w) {\n" + calls + "}\n";
}

/// cl_intel_subgroups, _char, _short, _long and _local_block_io.
std::string intelFunctions() {
  std::string text;
  for (const std::string type : kScalars) {
    std::vector<std::string> types{type};
    if (type != "half" && type != "double" && type != "long" && type != "ulong")
      for (const std::string count : kCounts) types.push_back(type + count);
    for (const std::string& vector : types)
      text += kernel("intel", vector,
                     changes("intel_sub_group_shuffle(v, n)") +
                         changes("intel_sub_group_shuffle_xor(v, n)") +
                         changes("intel_sub_group_shuffle_down(v, v, n)") +
                         changes("intel_sub_group_shuffle_up(v, v, n)"));
  }
  for (const std::string type : {"char", "uchar", "short", "ushort"}) {
    std::string calls = changes("intel_sub_group_broadcast(v, n)");
    for (const std::string scan : kScans)
      for (const std::string operation : {"add", "min", "max"})
        calls += changes("intel_sub_group_" + scan + "_" + operation + "(v)");
    text += kernel("small", type, calls);
  }
  for (const std::string count : {"1", "2", "4", "8", "16"}) {
    text += block("uchar", "_uc", count) + block("ushort", "_us", count);
    if (count != "16")
      text += block("uint", "", count) + block("uint", "_ui", count) + block("ulong", "_ul", count);
  }
  return text;
}

constexpr char kHead[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";

FrontEndResult compile(const std::string& text, const std::string& language,
                       std::vector<SourceHeader> headers = {},
                       std::vector<std::string> options = {}) {
  options.push_back("-cl-std=" + language);
  return compileSource({kHead + text, std::move(headers), std::move(options)});
}

struct SubGroupFunctions : testing::TestWithParam<const char*> {
  void expectCompiles(const std::string& text) {
    const FrontEndResult result = compile(text, GetParam());
    EXPECT_FALSE(result.spirv.empty()) << buildLog(result.diagnostics).substr(0, 2000);
    EXPECT_EQ(buildLog(result.diagnostics), "");
  }
  bool isBefore20() const { return std::strncmp(GetParam(), "CL1.", 4) == 0; }
};

TEST_P(SubGroupFunctions, BasicOnesAreDeclared) { expectCompiles(basicFunctions(!isBefore20())); }
TEST_P(SubGroupFunctions, ThoseOfExtensionsAreDeclared) { expectCompiles(extensionFunctions()); }
TEST_P(SubGroupFunctions, ThoseOfIntelAreDeclared) { expectCompiles(intelFunctions()); }

// In CL3.1 shuffles, rotations and all types are part of the language.
INSTANTIATE_TEST_SUITE_P(Languages, SubGroupFunctions,
                         testing::Values("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1",
                                         "CLC++1.0", "CLC++2021"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase_if(name, [](char c) { return c == '.' || c == '+'; });
                           return name;
                         });

using Instruction = std::vector<uint32_t>;
std::vector<Instruction> instructionsOf(const std::vector<uint8_t>& module) {
  std::vector<uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  std::vector<Instruction> all;
  for (size_t at = 5; at < words.size(); at += all.back().size()) {
    const size_t end = std::min(words.size(), at + std::max<uint32_t>(1, words[at] >> 16));
    all.emplace_back(words.begin() + ptrdiff_t(at), words.begin() + ptrdiff_t(end));
  }
  return all;
}

std::set<spv::Op> opcodesOf(const std::vector<uint8_t>& module) {
  std::set<spv::Op> found;
  for (const Instruction& words : instructionsOf(module)) found.insert(spv::Op(words[0] & 0xffff));
  return found;
}

/// Undefined functions; llvm-spirv reports built-in variables in the same way.
int importsOf(const std::vector<uint8_t>& module) {
  int imports = 0;
  for (const Instruction& words : instructionsOf(module))
    imports += spv::Op(words[0] & 0xffff) == spv::Op::OpDecorate && words.size() > 3 &&
               spv::Decoration(words[2]) == spv::Decoration::LinkageAttributes &&
               spv::LinkageType(words.back()) == spv::LinkageType::Import &&
               std::string_view(reinterpret_cast<const char*>(&words[3])).find("BuiltIn") ==
                   std::string::npos;
  return imports;
}

TEST(SubGroupInstructions, EachIsWrittenForSomeFunction) {
  const FrontEndResult result =
      compile(basicFunctions(true) + extensionFunctions() + intelFunctions(), "CL3.0");
  const std::set<spv::Op> found = opcodesOf(result.spirv);
  // work_group_functions_test.cpp has those of work-groups only.
  const auto isForSubGroups = [](std::string_view name) {
    return name.starts_with("GroupNonUniform") || !name.ends_with("KHR");
  };
#define SUB_GROUP_INSTRUCTION(name, form, value, operation) \
  EXPECT_TRUE(!isForSubGroups(#name) || found.contains(spv::Op::Op##name)) << #name;
#include "compiler/admit/sub_group_instructions.def"
  EXPECT_EQ(importsOf(result.spirv), 0) << "functions that became none";
}

// Those declarations are used if a program uses only them.
TEST(SubGroupFunctionsOfIntel, AreFoundWhereverTheyAreNamed) {
  const std::string calls = "kernel void k(global float* p) { p[0] = CALL(p[1], 0); }";
  EXPECT_FALSE(compile("#define CALL intel_sub_group_shuffle\n" + calls, "CL3.0").spirv.empty());
  EXPECT_FALSE(
      compile("#define JOIN(a) intel_##a\n#define CALL JOIN(sub_group_shuffle)\n" + calls, "CL3.0")
          .spirv.empty());
  EXPECT_FALSE(compile(calls, "CL3.0", {}, {"-DCALL=intel_sub_group_shuffle"}).spirv.empty());
  EXPECT_FALSE(compile("#include \"calls.h\"\n" + calls, "CL3.0",
                       {{"calls.h", "#define CALL intel_sub_group_shuffle"}})
                   .spirv.empty());
}

TEST(SubGroupFunctionsOfIntel, AreFoundInFilesOnDisk) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/calls.h") << "#define CALL intel_sub_group_shuffle\n";
  const FrontEndResult result =
      compile("#include \"calls.h\"\nkernel void k(global float* p) { p[0] = CALL(p[1], 0); }",
              "CL3.0", {}, {"-I", folder.path()});
  EXPECT_FALSE(result.spirv.empty());
  EXPECT_EQ(buildLog(result.diagnostics), "");
}

// Macros of the program must not replace names in the declarations.
TEST(SubGroupFunctionsOfIntel, AreDeclaredWhateverTheProgramDefines) {
  for (const char* name : {"data", "index", "value", "current", "next", "previous", "delta", "type",
                           "space", "element", "ending", "overloadable", "convergent"}) {
    const FrontEndResult result =
        compile("kernel void k(global float* p) { p[0] = intel_sub_group_shuffle(p[1], 0); }",
                "CL3.0", {}, {std::string("-D") + name + "=0.5f"});
    EXPECT_FALSE(result.spirv.empty()) << name;
    EXPECT_EQ(buildLog(result.diagnostics), "") << name;
  }
}

TEST(SubGroupFunctionsOfIntel, AreNotLookedForInVain) {
  const FrontEndResult result =
      compile("kernel void k(global float* p) { p[0] = intel_sub_group_nonsense(p[1]); }", "CL3.0");
  EXPECT_TRUE(result.spirv.empty());
  EXPECT_NE(buildLog(result.diagnostics).find("undeclared identifier 'intel_sub_group_nonsense'"),
            std::string::npos);
}

// SPIR-V below 1.5 requires a constant, OpenCL C does not.
TEST(SubGroupInstructions, BroadcastFromAnIndexThatIsNoConstantNeedsANewerVersion) {
  const auto versionOf = [](const std::string& index) {
    const FrontEndResult result =
        compile("kernel void k(global int* p) { p[0] = sub_group_non_uniform_broadcast(p[1], " +
                    index + "); }",
                "CL3.0");
    EXPECT_GE(result.spirv.size(), 20u) << buildLog(result.diagnostics);
    uint32_t version = 0;
    if (result.spirv.size() >= 8) std::memcpy(&version, result.spirv.data() + 4, 4);
    return version;
  };
  EXPECT_EQ(versionOf("(uint)p[2]"), 0x10500u);
  EXPECT_LT(versionOf("0"), 0x10500u);
}

}  // namespace
}  // namespace lanewise
