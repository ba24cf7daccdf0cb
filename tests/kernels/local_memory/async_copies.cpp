// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies of lines and planes (cl_khr_extended_async_copies), and copies that a fence
// orders (cl_khr_async_work_group_copy_fence), against the same on the host.
#include "device.h"
#include "tests/split_mix64.h"

namespace kernels {
namespace {

using Bytes = std::vector<cl_uchar>;

constexpr size_t kBytes = 4096;
constexpr const char* kLanguages[] = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0",
                                      "-cl-std=CLC++2021", "-cl-std=CL3.0 -cl-opt-disable"};

// From global memory to local memory and on to global memory, each with its own distances.
constexpr const char* kSource = R"(
#if !defined(cl_khr_extended_async_copies) || !defined(cl_khr_async_work_group_copy_fence)
#error no extension
#endif
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
#define BYTES 4096
kernel void copy_lines(global uchar* in, global uchar* out, ulong size, ulong elements,
    ulong lines, ulong planes, ulong from, ulong from_line, ulong from_plane, ulong to,
    ulong to_line, ulong to_plane, local uchar* cells) {
  for (size_t i = get_local_id(0); i < BYTES; i += get_local_size(0)) cells[i] = 200 + i % 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy_2D2D(cells, to, (const global void*)in, from, size,
      elements, lines, from_line, to_line, (event_t)0);
  wait_group_events(1, &event);
  for (size_t i = get_local_id(0); i < BYTES; i += get_local_size(0))
    out[get_group_id(0) * BYTES + i] = cells[i];
}
kernel void copy_planes(global uchar* in, global uchar* out, ulong size, ulong elements,
    ulong lines, ulong planes, ulong from, ulong from_line, ulong from_plane, ulong to,
    ulong to_line, ulong to_plane, local uchar* cells) {
  global uchar* const mine = out + get_group_id(0) * BYTES;
  for (size_t i = get_local_id(0); i < BYTES; i += get_local_size(0)) cells[i] = 200 + i % 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_copy_3D3D(cells, to, in, from, size, elements, lines, planes,
      from_line, from_plane, to_line, to_plane, (event_t)0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  // All of the local memory, and then the same planes to where they came from.
  event = async_work_group_copy(mine, cells, (size_t)BYTES, event);
  async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy_3D3D(mine, from, cells, to, size, elements, lines, planes,
      to_line, to_plane, from_line, from_plane, event);
  wait_group_events(1, &event);
})";

/// In elements, but for `size`, which is in bytes.
struct Planes {
  cl_ulong size, elements, lines, planes, from, fromLine, fromPlane, to, toLine, toPlane;
};

void copy(const Bytes& in, Bytes& out, const Planes& p, bool isBack) {
  const auto place = [&](bool isTarget, size_t plane, size_t line) {
    const bool to = isTarget != isBack;
    return ((to ? p.to : p.from) + plane * (to ? p.toPlane : p.fromPlane) +
            line * (to ? p.toLine : p.fromLine)) *
           p.size;
  };
  for (size_t plane = 0; plane < p.planes; ++plane)
    for (size_t line = 0; line < p.lines; ++line)
      for (size_t i = 0; i < p.elements * p.size; ++i)
        out[place(true, plane, line) + i] = in[place(false, plane, line) + i];
}

Bytes filled() {
  Bytes bytes(kBytes);
  for (size_t i = 0; i < kBytes; ++i) bytes[i] = static_cast<cl_uchar>(200 + i % 7);
  return bytes;
}

Planes randomPlanes(lanewise::test::SplitMix64& random) {
  constexpr cl_ulong kSizes[] = {1, 2, 3, 4, 7, 8, 12, 16};
  Planes p = {};
  p.size = kSizes[random() % std::size(kSizes)];
  p.elements = random() % 9;
  p.lines = random() % 6;
  p.planes = random() % 4;
  p.from = random() % 5;
  p.to = random() % 5;
  p.fromLine = p.elements + random() % 3;
  p.toLine = p.elements + random() % 3;
  p.fromPlane = p.fromLine * p.lines + random() % 6;
  p.toPlane = p.toLine * p.lines + random() % 6;
  return p;
}

class AsyncCopies : public testing::TestWithParam<const char*> {};

TEST_P(AsyncCopies, OfRandomLinesAndPlanes) {
  if (!TestDevice::get().hasExtension("cl_khr_extended_async_copies") ||
      !TestDevice::get().hasExtension("cl_khr_async_work_group_copy_fence"))
    GTEST_SKIP() << "the device has no such copies";
  const cl_program program = TestDevice::get().sourceProgram(kSource, GetParam());
  lanewise::test::SplitMix64 random(7);
  Bytes bytes(kBytes);
  for (cl_uchar& byte : bytes) byte = static_cast<cl_uchar>(random() % 200);
  const Buffer<cl_uchar> in(bytes);
  constexpr size_t kGroups = 3;
  const auto run = [&](const char* kernel, const Planes& p, size_t local) {
    const Buffer<cl_uchar> out(kGroups * kBytes, cl_uchar{0});
    KernelCall(program, "copies", kernel)
        .add(in)
        .add(out)
        .add(p.size)
        .add(p.elements)
        .add(p.lines)
        .add(p.planes)
        .add(p.from)
        .add(p.fromLine)
        .add(p.fromPlane)
        .add(p.to)
        .add(p.toLine)
        .add(p.toPlane)
        .add(LocalBytes{kBytes})
        .run(range1(kGroups * local, local));
    return out.read();
  };
  const auto repeated = [](const Bytes& one) {
    Bytes all;
    for (size_t i = 0; i < kGroups; ++i) all.insert(all.end(), one.begin(), one.end());
    return all;
  };
  for (size_t round = 0; round < 40; ++round) {
    const Planes p = randomPlanes(random);
    const size_t local = 1 + random() % 70;
    SCOPED_TRACE("round " + std::to_string(round) + ", local size " + std::to_string(local));
    Planes one = p;
    one.planes = 1;
    Bytes expected = filled();
    copy(bytes, expected, one, false);
    ASSERT_EQ(run("copy_lines", p, local), repeated(expected));
    expected = filled();
    copy(bytes, expected, p, false);
    const Bytes cells = expected;
    copy(cells, expected, p, true);
    ASSERT_EQ(run("copy_planes", p, local), repeated(expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, AsyncCopies, testing::ValuesIn(kLanguages));

}  // namespace
}  // namespace kernels
