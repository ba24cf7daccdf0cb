// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Block reads and writes of cl_intel_subgroups and related extensions, for every width, in global
// and local memory: component c of the work-item with local id l is element c * size + l of the
// block.
#include "sub_groups/sub_groups.h"

namespace kernels {
namespace {

std::string typeOf(const std::string& type, uint32_t count) {
  return count == 1 ? type : type + std::to_string(count);
}

/// Each sub-group reads a block and writes it to its place in `out`, through local memory if
/// `local`.
std::string kernelText(const std::string& type, const std::string& ending, uint32_t count,
                       bool local) {
  const std::string suffix = ending + (count == 1 ? "" : std::to_string(count));
  const std::string vector = typeOf(type, count), space = local ? "local" : "global";
  return "kernel void k(global const " + type + "* in, global " + type + "* components, global " +
         type + "* out, local " + type +
         "* memory) {\n"
         "  const uint size = get_max_sub_group_size(), lane = get_sub_group_local_id();\n"
         "  const uint inGroup = get_sub_group_id() * size * " +
         std::to_string(count) +
         ";\n"
         "  const uint first = (get_group_id(0) * get_num_sub_groups()) * size * " +
         std::to_string(count) +
         " + inGroup;\n"
         "  if (" +
         (local ? "true" : "false") + ") for (uint c = 0; c < " + std::to_string(count) +
         "; ++c) memory[inGroup + c * size + lane] = in[first + c * size + lane];\n"
         "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  const " +
         vector + " value = intel_sub_group_block_read" + suffix + "((const " + space + " " + type +
         "*)" + (local ? "memory + inGroup" : "in + first") +
         ");\n"
         "  union { " +
         vector + " all; " + type + " one[" + std::to_string(count) +
         "]; } parts;\n"
         "  parts.all = value;\n"
         "  for (uint c = 0; c < " +
         std::to_string(count) +
         "; ++c)\n"
         "    components[get_global_id(0) * " +
         std::to_string(count) +
         " + c] = parts.one[c];\n"
         "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  intel_sub_group_block_write" +
         suffix + "((" + space + " " + type + "*)" + (local ? "memory + inGroup" : "out + first") +
         ", value + (" + type +
         ")1);\n"
         "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  if (" +
         (local ? "true" : "false") + ") for (uint c = 0; c < " + std::to_string(count) +
         "; ++c) out[first + c * size + lane] = memory[inGroup + c * size + lane];\n}\n";
}

template <class T>
void expectBlocks(const std::string& ending, uint32_t count, bool local) {
  const Launch& launch = fullSubGroups();
  const size_t elements = launch.items() * count;
  const std::vector<T> in = valuesFor<T>(elements, count);
  const Buffer<T> inBuffer(in), components(elements, T(0)), out(elements, T(0));
  KernelCall(
      TestDevice::get().sourceProgram(kernelText(kTypeName<T>, ending, count, local), kOptions),
      kTypeName<T> + ending + std::to_string(count), "k")
      .add(inBuffer)
      .add(components)
      .add(out)
      .add(localArray<T>(launch.range.local[0] * count))
      .run(launch.range);
  const std::vector<T> toldComponents = components.read(), toldOut = out.read();
  for (const auto& members : launch.subGroups) {
    const uint32_t first = members[0] * count;
    for (uint32_t lane = 0; lane < members.size(); ++lane)
      for (uint32_t c = 0; c < count; ++c)
        ASSERT_EQ(toldComponents[members[lane] * count + c], in[first + c * members.size() + lane])
            << ending << count << " of work-item " << members[lane] << ", component " << c;
  }
  for (size_t i = 0; i < elements; ++i)
    ASSERT_EQ(toldOut[i], T(in[i] + 1)) << ending << count << " " << i;
}

template <class T>
void expectEveryWidth(const std::string& ending, uint32_t largest) {
  for (const bool local : {false, true})
    for (uint32_t count = 1; count <= largest; count *= 2) expectBlocks<T>(ending, count, local);
}

TEST(SubGroupBlocks, OfUintUnderTheFirstName) { expectEveryWidth<uint32_t>("", 8); }
TEST(SubGroupBlocks, OfUint) { expectEveryWidth<uint32_t>("_ui", 8); }
TEST(SubGroupBlocks, OfUchar) { expectEveryWidth<uint8_t>("_uc", 16); }
TEST(SubGroupBlocks, OfUshort) { expectEveryWidth<uint16_t>("_us", 16); }
TEST(SubGroupBlocks, OfUlong) { expectEveryWidth<uint64_t>("_ul", 8); }

// Also of addresses behind the buffer, and by some work-items only.
TEST(SubGroupBlocks, PrefetchesChangeNothing) {
  if (!TestDevice::get().hasExtension("cl_intel_subgroup_buffer_prefetch"))
    GTEST_SKIP() << "the device has no prefetches of sub-groups";
  constexpr size_t kItems = 100;
  const std::string source = R"(
#ifndef cl_intel_subgroup_buffer_prefetch
#error no extension
#endif
#pragma OPENCL EXTENSION cl_intel_subgroup_buffer_prefetch : enable
kernel void k(global uint* in, global uint* out) {
  const size_t id = get_global_id(0);
  intel_sub_group_block_prefetch_ui8(in + id);
  if (id % 3 == 0) intel_sub_group_block_prefetch_uc16((const global uchar*)in + (1ul << 40));
  out[id] = in[id] + 1;
})";
  for (const char* options : {"-cl-std=CL1.2", kOptions, "-cl-std=CLC++2021"}) {
    const Buffer<cl_uint> in(valuesFor<cl_uint>(kItems, 1)), out(kItems, 0u);
    KernelCall(TestDevice::get().sourceProgram(source, options), "prefetch", "k")
        .add(in)
        .add(out)
        .run(range1(kItems));
    const std::vector<cl_uint> before = in.read(), after = out.read();
    for (size_t i = 0; i < kItems; ++i) ASSERT_EQ(after[i], before[i] + 1) << options << " " << i;
  }
}

}  // namespace
}  // namespace kernels
