// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random launches that write to a pipe and read from it, against a model on the host: a queue of
// what each launch has written, since the order within a launch is open. The environment variable
// OPENCL_TEST_PIPE_LAUNCHES is the number of launches.
#include "pipes/pipes.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <random>

namespace kernels {
namespace {

/// How the work-items of a launch access packets. Each accesses `count` of them.
enum Mode : cl_uint { kEach, kReservation, kSubGroup, kWorkGroup, kModes };

// done[id]: a bit for each packet of the work-item that it has written or read; sizes[id]: the
// packets of the request that it is part of. Work-items without a bit in `seed` take part in no
// request of kEach.
const char kSource[] = R"(
bool takesPart(uint seed) { return (seed >> (get_global_id(0) % 31)) & 1; }

kernel void put(write_only pipe uint p, uint first, uint mode, uint count, uint seed, global uint* done, global uint* sizes) {
  uint id = get_global_id(0), written = 0, size = 1;
  uint value = first + id * count;
  if (mode == 0) {
    if (takesPart(seed))
      for (uint n = 0; n < count; ++n, ++value) written |= (uint)(write_pipe(p, &value) == 0) << n;
    else
      size = 0;
  } else if (mode == 1) {
    size = count;
    reserve_id_t r = reserve_write_pipe(p, count);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n, ++value) written |= (uint)(write_pipe(p, r, count - 1 - n, &value) == 0) << n;
      commit_write_pipe(p, r);
    }
  } else if (mode == 2) {
    size = count * get_sub_group_size();
    reserve_id_t r = sub_group_reserve_write_pipe(p, size);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n, ++value)
        written |= (uint)(write_pipe(p, r, get_sub_group_local_id() * count + n, &value) == 0) << n;
      sub_group_commit_write_pipe(p, r);
    }
  } else {
    size = count * get_local_size(0);
    reserve_id_t r = work_group_reserve_write_pipe(p, size);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n, ++value)
        written |= (uint)(write_pipe(p, r, n * get_local_size(0) + get_local_id(0), &value) == 0) << n;
      work_group_commit_write_pipe(p, r);
    }
  }
  done[id] = written;
  sizes[id] = size;
}

kernel void get(read_only pipe uint p, global uint* out, uint mode, uint count, uint seed, global uint* done, global uint* sizes) {
  uint id = get_global_id(0), found = 0, size = 1;
  uint value = 0;
  if (mode == 0) {
    if (takesPart(seed))
      for (uint n = 0; n < count; ++n) {
        bool isRead = read_pipe(p, &value) == 0;
        if (isRead) out[id * count + n] = value;
        found |= (uint)isRead << n;
      }
    else
      size = 0;
  } else if (mode == 1) {
    size = count;
    reserve_id_t r = reserve_read_pipe(p, count);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n) {
        found |= (uint)(read_pipe(p, r, n, &value) == 0) << n;
        out[id * count + n] = value;
      }
      commit_read_pipe(p, r);
    }
  } else if (mode == 2) {
    size = count * get_sub_group_size();
    reserve_id_t r = sub_group_reserve_read_pipe(p, size);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n) {
        found |= (uint)(read_pipe(p, r, get_sub_group_local_id() * count + n, &value) == 0) << n;
        out[id * count + n] = value;
      }
      sub_group_commit_read_pipe(p, r);
    }
  } else {
    size = count * get_local_size(0);
    reserve_id_t r = work_group_reserve_read_pipe(p, size);
    if (is_valid_reserve_id(r)) {
      for (uint n = 0; n < count; ++n) {
        found |= (uint)(read_pipe(p, r, n * get_local_size(0) + get_local_id(0), &value) == 0) << n;
        out[id * count + n] = value;
      }
      work_group_commit_read_pipe(p, r);
    }
  }
  done[id] = found;
  sizes[id] = size;
}

kernel void count(read_only pipe uint p, global uint* out) { *out = get_pipe_num_packets(p); }
)";

using Values = std::vector<uint32_t>;

size_t launches() {
  const char* text = std::getenv("OPENCL_TEST_PIPE_LAUNCHES");
  return text ? std::strtoul(text, nullptr, 10) : 200;
}

struct Step {
  cl_uint mode, count, seed;
  Range range;
  size_t items() const { return range.global[0]; }
};

class RandomPipe {
 public:
  explicit RandomPipe(uint32_t seed)
      : random_(seed), capacity_(1 + random_() % 400), pipe_(4, capacity_) {}

  void step() {
    const size_t local = 1 + random_() % 40;
    // The last group may be smaller.
    const size_t items = random_() % 4 ? local * (1 + random_() % 5) : 1 + random_() % 150;
    const Step step{cl_uint(random_() % kModes), cl_uint(1 + random_() % 5),
                    random_() % 3 ? cl_uint(random_()) : ~0u, range1(items, local)};
    random_() % 2 ? put(step) : get(step);
    const Buffer<uint32_t> number(1);
    runPipes(kSource, "count", range1(1), pipe_, number);
    EXPECT_EQ(number.read().front(), size_);
  }

 private:
  void put(const Step& step) {
    const Buffer<uint32_t> done(step.items(), 77), sizes(step.items(), 77);
    runPipes(kSource, "put", step.range, pipe_, first_, step.mode, step.count, step.seed, done,
             sizes);
    Values written;
    const Values masks = done.read();
    for (size_t i = 0; i < masks.size(); ++i)
      for (cl_uint n = 0; n < step.count; ++n)
        if (masks[i] >> n & 1) written.push_back(first_ + cl_uint(i) * step.count + n);
    first_ += cl_uint(step.items()) * step.count;
    size_ += written.size();
    ASSERT_LE(size_, capacity_);
    expectWhole(step, masks, sizes.read(), capacity_ - size_);
    if (!written.empty()) batches_.push_back(std::move(written));
  }

  void get(const Step& step) {
    const Buffer<uint32_t> done(step.items(), 77), sizes(step.items(), 77);
    const Buffer<uint32_t> out(step.items() * step.count, 0);
    runPipes(kSource, "get", step.range, pipe_, out, step.mode, step.count, step.seed, done, sizes);
    const Values masks = done.read(), values = out.read();
    Values found;
    for (size_t i = 0; i < masks.size(); ++i)
      for (cl_uint n = 0; n < step.count; ++n)
        if (masks[i] >> n & 1) found.push_back(values[i * step.count + n]);
    ASSERT_LE(found.size(), size_);
    size_ -= found.size();
    expectWhole(step, masks, sizes.read(), size_);
    takeFromModel(std::move(found));
  }

  /// A request is met as a whole or not at all, and not if it exceeds what was left. At the end of
  /// the launch `left` is left, and before it was more.
  static void expectWhole(const Step& step, const Values& masks, const Values& sizes, size_t left) {
    const uint32_t all = (1u << step.count) - 1;
    for (size_t i = 0; i < masks.size(); ++i) {
      if (step.mode != kEach) EXPECT_TRUE(masks[i] == 0 || masks[i] == all) << i;
      if (sizes[i] == 0)
        EXPECT_EQ(masks[i], 0u) << i;
      else if (masks[i] != all)
        EXPECT_GT(sizes[i], left) << i << " mode " << step.mode;
    }
  }

  /// Earlier launches come first.
  void takeFromModel(Values found) {
    std::ranges::sort(found);
    while (!found.empty()) {
      ASSERT_FALSE(batches_.empty());
      Values& batch = batches_.front();
      std::ranges::sort(batch);
      Values common, otherFound, otherBatch;
      std::ranges::set_intersection(found, batch, std::back_inserter(common));
      std::ranges::set_difference(found, batch, std::back_inserter(otherFound));
      std::ranges::set_difference(batch, found, std::back_inserter(otherBatch));
      ASSERT_EQ(common.size(), std::min(found.size(), batch.size()));
      found = std::move(otherFound);
      batch = std::move(otherBatch);
      if (batch.empty()) batches_.pop_front();
    }
  }

  std::mt19937 random_;
  const cl_uint capacity_;
  const Pipe pipe_;
  std::deque<Values> batches_;
  size_t size_ = 0;
  cl_uint first_ = 1;
};

TEST(RandomPipes, AgreeWithAQueue) {
  const size_t count = launches();
  for (uint32_t seed = 0; seed * 50 < count; ++seed) {
    RandomPipe pipe(seed);
    for (int n = 0; n < 50; ++n) {
      pipe.step();
      if (testing::Test::HasFailure()) FAIL() << "seed " << seed << ", launch " << n;
    }
  }
}

}  // namespace
}  // namespace kernels
