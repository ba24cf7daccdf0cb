// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reservations of work-items, sub-groups and work-groups.
#include "pipes/pipes.h"

#include <algorithm>
#include <numeric>

namespace kernels {
namespace {

const char kGroups[] = R"(
kernel void put(write_only pipe int2 p, global int* valid) {
  local reserve_id_t id;
  uint n = get_local_size(0);
  id = work_group_reserve_write_pipe(p, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_valid_reserve_id(id)) {
    int2 value = (int2)((int)get_group_id(0), (int)get_local_id(0));
    valid[get_global_id(0)] = write_pipe(p, id, get_local_id(0), &value) == 0;
    work_group_commit_write_pipe(p, id);
  }
}
kernel void get(read_only pipe int2 p, global int* valid, global int2* out) {
  reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    int2 value = 0;
    valid[get_global_id(0)] = read_pipe(p, id, get_local_size(0) - 1 - get_local_id(0), &value) == 0;
    work_group_commit_read_pipe(p, id);
    out[get_global_id(0)] = value;
  }
}
kernel void putOfSubGroup(write_only pipe int2 p, global int* valid) {
  reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
  if (is_valid_reserve_id(id)) {
    int2 value = (int2)((int)(get_global_id(0) - get_sub_group_local_id()), (int)get_sub_group_local_id());
    valid[get_global_id(0)] = write_pipe(p, id, get_sub_group_local_id(), &value) == 0;
    sub_group_commit_write_pipe(p, id);
  }
}
kernel void getOfSubGroup(read_only pipe int2 p, global int* valid, global int2* out, global uint* size) {
  reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
  size[get_global_id(0)] = get_sub_group_size();
  if (is_valid_reserve_id(id)) {
    int2 value = 0;
    valid[get_global_id(0)] = read_pipe(p, id, get_sub_group_local_id(), &value) == 0;
    sub_group_commit_read_pipe(p, id);
    out[get_global_id(0)] = value;
  }
}
)";

TEST(PipeReservations, OfWorkGroups) {
  for (const char* language : kLanguages)
    for (const size_t size : {1, 7, 16, 64}) {
      const size_t items = size * 9;
      const Pipe pipe(8, cl_uint(items));
      const Buffer<int> written(items, 0), read(items, 0), out(2 * items);
      PipeCall(kGroups, "put", language).add(pipe).add(written).run(range1(items, size));
      EXPECT_EQ(written.read(), std::vector<int>(items, 1)) << language << size;
      PipeCall(kGroups, "get", language).add(pipe).add(read).add(out).run(range1(items, size));
      EXPECT_EQ(read.read(), std::vector<int>(items, 1)) << language << size;
      const std::vector<int> values = out.read();
      std::vector<int> groups;
      for (size_t i = 0; i < items; ++i) {
        // A group's packets, from the last one on, came from one group.
        EXPECT_EQ(values[2 * i + 1], int(size - 1 - i % size)) << language << size << " " << i;
        EXPECT_EQ(values[2 * i], values[2 * (i / size * size)]) << language << size << " " << i;
        if (i % size == 0) groups.push_back(values[2 * i]);
      }
      std::ranges::sort(groups);
      std::vector<int> all(9);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(groups, all) << language << size;
    }
}

TEST(PipeReservations, OfWorkGroupsBeyondTheCapacity) {
  const Pipe pipe(8, 50);
  const Buffer<int> written(96, 0);
  runPipes(kGroups, "put", range1(96, 16), pipe, written);
  const std::vector<int> valid = written.read();
  EXPECT_EQ(std::ranges::count(valid, 1), 48);
  for (size_t i = 0; i < 96; ++i) EXPECT_EQ(valid[i], valid[i / 16 * 16]) << i;
}

TEST(PipeReservations, OfSubGroups) {
  constexpr size_t kItems = 128;
  const Pipe pipe(8, kItems);
  const Buffer<int> written(kItems, 0), read(kItems, 0), out(2 * kItems);
  const Buffer<uint32_t> sizes(kItems);
  runPipes(kGroups, "putOfSubGroup", range1(kItems, 32), pipe, written);
  EXPECT_EQ(written.read(), std::vector<int>(kItems, 1));
  runPipes(kGroups, "getOfSubGroup", range1(kItems, 32), pipe, read, out, sizes);
  EXPECT_EQ(read.read(), std::vector<int>(kItems, 1));
  const std::vector<int> values = out.read();
  const size_t size = sizes.read().front();
  std::vector<int> first;
  for (size_t i = 0; i < kItems; ++i) {
    EXPECT_EQ(values[2 * i + 1], int(i % size)) << i;
    EXPECT_EQ(values[2 * i], values[2 * (i / size * size)]) << i;
    if (i % size == 0) first.push_back(values[2 * i]);
  }
  std::ranges::sort(first);
  for (size_t n = 0; n < first.size(); ++n) EXPECT_EQ(first[n], int(n * size));
}

const char kItems[] = R"(
kernel void put(write_only pipe int p, uint count, global int* codes) {
  reserve_id_t id = reserve_write_pipe(p, count);
  int failed = 0;
  if (is_valid_reserve_id(id)) {
    for (uint n = 0; n < count; ++n) {
      int value = get_global_id(0) * 100 + n;
      failed |= write_pipe(p, id, n, &value);
    }
    int outside = -1;
    failed |= write_pipe(p, id, count, &outside) == 0;
    commit_write_pipe(p, id);
    commit_write_pipe(p, id);
  } else {
    failed = 1;
  }
  codes[get_global_id(0)] = failed;
}
kernel void get(read_only pipe int p, uint count, global int* codes, global int* out) {
  reserve_id_t id = reserve_read_pipe(p, count);
  int failed = 0;
  if (is_valid_reserve_id(id)) {
    for (uint n = 0; n < count; ++n) {
      int value = -1;
      failed |= read_pipe(p, id, n, &value);
      out[get_global_id(0) * count + n] = value;
    }
    int outside = -1;
    failed |= read_pipe(p, id, count, &outside) == 0;
    commit_read_pipe(p, id);
  } else {
    failed = 1;
  }
  codes[get_global_id(0)] = failed;
}
kernel void several(write_only pipe int p, global int* out) {
  // The second one is committed first, and stays behind the first one.
  reserve_id_t first = reserve_write_pipe(p, 2), second = reserve_write_pipe(p, 3);
  out[0] = is_valid_reserve_id(first) && is_valid_reserve_id(second);
  for (int n = 0; n < 3; ++n) write_pipe(p, second, n, &n);
  commit_write_pipe(p, second);
  out[1] = get_pipe_num_packets(p);
  for (int n = 0; n < 2; ++n) { int value = 10 + n; write_pipe(p, first, n, &value); }
  commit_write_pipe(p, first);
  out[2] = get_pipe_num_packets(p);
  reserve_id_t none = reserve_write_pipe(p, 0), much = reserve_write_pipe(p, 1000);
  out[3] = is_valid_reserve_id(none);
  out[4] = is_valid_reserve_id(much);
}
kernel void forget(write_only pipe int p, global int* out) {
  int value = 1;
  out[0] = is_valid_reserve_id(reserve_write_pipe(p, 4));
  out[1] = write_pipe(p, &value);
  out[2] = get_pipe_num_packets(p);
}
kernel void getOne(read_only pipe int p, global int* out) {
  int value = -1;
  out[0] = read_pipe(p, &value);
  out[1] = value;
}
)";

TEST(PipeReservations, OfWorkItems) {
  constexpr cl_uint kCount = 5;
  const Pipe pipe(4, 100 * kCount);
  const Buffer<int> codes(100), out(100 * kCount);
  for (int round = 0; round < 3; ++round) {
    runPipes(kItems, "put", range1(100), pipe, kCount, codes);
    ASSERT_EQ(codes.read(), std::vector<int>(100, 0));
    runPipes(kItems, "get", range1(100), pipe, kCount, codes, out);
    ASSERT_EQ(codes.read(), std::vector<int>(100, 0));
    const std::vector<int> values = out.read();
    std::vector<int> writers;
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(values[i] % 100, int(i % kCount)) << i;
      if (i % kCount == 0) writers.push_back(values[i] / 100);
    }
    std::ranges::sort(writers);
    for (int n = 0; n < 100; ++n) EXPECT_EQ(writers[size_t(n)], n);
  }
}

TEST(PipeReservations, SizesThatDoNotFitTogether) {
  const Pipe pipe(4, 100);
  const Buffer<int> codes(20), out(20 * 7);
  runPipes(kItems, "put", range1(20), pipe, cl_uint(7), codes);
  std::vector<int> made = codes.read();
  EXPECT_EQ(std::ranges::count(made, 0), 14);
  runPipes(kItems, "get", range1(20), pipe, cl_uint(5), codes, out);
  made = codes.read();
  EXPECT_EQ(std::ranges::count(made, 0), 19);
}

TEST(PipeReservations, AreVisibleInTheirOrder) {
  const Pipe pipe(4, 10);
  const Buffer<int> out(5), codes(1), values(5);
  runPipes(kItems, "several", range1(1), pipe, out);
  EXPECT_EQ(out.read(), (std::vector{1, 0, 5, 0, 0}));
  runPipes(kItems, "get", range1(1), pipe, cl_uint(5), codes, values);
  EXPECT_EQ(values.read(), (std::vector{10, 11, 0, 1, 2}));
}

TEST(PipeReservations, ThatAreNeverCommittedStopThePipe) {
  const Pipe pipe(4, 10);
  const Buffer<int> out(3);
  runPipes(kItems, "forget", range1(1), pipe, out);
  EXPECT_EQ(out.read(), (std::vector{1, 0, 0}));
  const Buffer<int> one(2);
  runPipes(kItems, "getOne", range1(1), pipe, one);
  EXPECT_LT(one.read()[0], 0);
}

}  // namespace
}  // namespace kernels
