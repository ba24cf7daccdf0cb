// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// read_pipe and write_pipe: packets of every size, full and empty pipes, queries, divergent
// work-items, and two kernels at once.
#include "pipes/pipes.h"

#include <algorithm>
#include <numeric>

namespace kernels {
namespace {

/// Of a type with `components` numbers of `numberBytes`; three take the bytes of four.
struct PacketType {
  std::string name;
  size_t numberBytes, components;
  size_t bytes() const { return numberBytes * (components == 3 ? 4 : components); }
};

using Packet = std::vector<uint8_t>;

std::vector<PacketType> packetTypes() {
  std::vector<PacketType> types;
  for (const auto& [name, bytes] : std::initializer_list<std::pair<const char*, size_t>>{
           {"char", 1}, {"ushort", 2}, {"int", 4}, {"float", 4}, {"ulong", 8}, {"double", 8}})
    for (const size_t components : {1, 2, 3, 4, 8, 16})
      types.push_back({name + (components == 1 ? std::string() : std::to_string(components)), bytes,
                       components});
  return types;
}

/// What the host sees of packets: bytes between them, and the fourth number of three, count as 0.
std::vector<Packet> packetsOf(const std::vector<uint8_t>& bytes, size_t packetBytes,
                              size_t usedBytes) {
  std::vector<Packet> packets;
  for (size_t begin = 0; begin < bytes.size(); begin += packetBytes)
    packets.emplace_back(bytes.begin() + long(begin), bytes.begin() + long(begin + usedBytes));
  return packets;
}

std::vector<uint8_t> someBytes(size_t count) {
  std::vector<uint8_t> bytes(count);
  uint32_t state = 12345;
  for (uint8_t& byte : bytes) byte = uint8_t((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

std::string copies(const std::string& type, const std::string& declaration = "") {
  return declaration + R"(
kernel void put(write_only pipe T p, global const T* in, global int* codes) {
  size_t i = get_global_id(0);
  T value = in[i];
  codes[i] = write_pipe(p, &value);
}
kernel void get(read_only pipe T p, global T* out, global int* codes) {
  size_t i = get_global_id(0);
  T value;
  codes[i] = read_pipe(p, &value);
  if (codes[i] == 0) out[i] = value;
}
)" + std::string() +
         "// " + type;
}

void expectAllArrive(const std::string& source, const std::string& options, size_t packetBytes,
                     size_t usedBytes) {
  constexpr size_t kItems = 150;
  const Pipe pipe(cl_uint(packetBytes), kItems);
  const std::vector<uint8_t> bytes = someBytes(kItems * packetBytes);
  const Buffer<uint8_t> in(bytes), out(kItems * packetBytes);
  const Buffer<int> written(kItems, 7), read(kItems, 7);
  PipeCall(source, "put", options).add(pipe).add(in).add(written).run(range1(kItems, 50));
  PipeCall(source, "get", options).add(pipe).add(out).add(read).run(range1(kItems, 75));
  const std::vector<int> success(kItems, 0);
  EXPECT_EQ(written.read(), success) << options << source;
  EXPECT_EQ(read.read(), success) << options << source;
  std::vector<Packet> expected = packetsOf(bytes, packetBytes, usedBytes),
                      arrived = packetsOf(out.read(), packetBytes, usedBytes);
  std::ranges::sort(expected);
  std::ranges::sort(arrived);
  EXPECT_EQ(arrived, expected) << options << source;
}

TEST(PipePackets, OfEveryType) {
  for (const PacketType& type : packetTypes())
    expectAllArrive(copies(type.name, "typedef " + type.name + " T;"), kLanguages[1], type.bytes(),
                    type.numberBytes * type.components);
}

TEST(PipePackets, InEveryLanguage) {
  for (const char* language : kLanguages)
    expectAllArrive(copies("int4", "typedef int4 T;"), language, 16, 16);
}

TEST(PipePackets, OfStructures) {
  expectAllArrive(copies("", "typedef struct { int a; char b[7]; } __attribute__((packed)) T;"),
                  kLanguages[1], 11, 11);
  expectAllArrive(copies("", "typedef struct { double16 a[8]; } T;"), kLanguages[1], 1024, 1024);
  expectAllArrive(copies("", "typedef struct { uchar b[333]; } T;"), kLanguages[1], 333, 333);
}

const char kInts[] = R"(
kernel void put(write_only pipe int p, global int* codes, int from) {
  int value = from + get_global_id(0);
  codes[get_global_id(0)] = write_pipe(p, &value);
}
kernel void get(read_only pipe int p, global int* codes, global int* out) {
  int value = -7;
  codes[get_global_id(0)] = read_pipe(p, &value);
  out[get_global_id(0)] = value;
}
kernel void putOdd(write_only pipe int p, global int* codes) {
  int value = get_global_id(0);
  if (value & 1) codes[value] = write_pipe(p, &value);
}
kernel void countReadable(read_only pipe int p, global int* out) {
  out[0] = get_pipe_num_packets(p);
  out[1] = get_pipe_max_packets(p);
}
kernel void countWritable(write_only pipe int p, global int* out) {
  out[0] = get_pipe_num_packets(p);
  out[1] = get_pipe_max_packets(p);
}
)";

std::vector<int> counts(const Pipe& pipe) {
  const Buffer<int> readable(2), writable(2);
  runPipes(kInts, "countReadable", range1(1), pipe, readable);
  runPipes(kInts, "countWritable", range1(1), pipe, writable);
  EXPECT_EQ(readable.read(), writable.read());
  return readable.read();
}

struct Outcome {
  size_t successes = 0;
  std::vector<int> values = {};  // in order
};

Outcome outcomeOf(const std::vector<int>& codes, const std::vector<int>& values) {
  Outcome outcome;
  for (size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == 0) {
      ++outcome.successes;
      outcome.values.push_back(values[i]);
    } else {
      EXPECT_LT(codes[i], 0) << i;
      EXPECT_EQ(values[i], -7) << i;
    }
  }
  std::ranges::sort(outcome.values);
  return outcome;
}

TEST(PipePackets, BeyondTheCapacityAreRefused) {
  const Pipe pipe(4, 37);
  const Buffer<int> written(100), read(100), out(100);
  runPipes(kInts, "put", range1(100), pipe, written, 0);
  const std::vector<int> codes = written.read();
  EXPECT_EQ(std::ranges::count(codes, 0), 37);
  EXPECT_EQ(std::ranges::count_if(codes, [](int code) { return code < 0; }), 63);
  EXPECT_EQ(counts(pipe), (std::vector{37, 37}));
  runPipes(kInts, "get", range1(100), pipe, read, out);
  std::vector<int> sent;
  for (int i = 0; i < 100; ++i)
    if (codes[size_t(i)] == 0) sent.push_back(i);
  const Outcome outcome = outcomeOf(read.read(), out.read());
  EXPECT_EQ(outcome.successes, 37u);
  EXPECT_EQ(outcome.values, sent);
  EXPECT_EQ(counts(pipe), (std::vector{0, 37}));
}

// The states of packets were what the memory had before: those of a pipe whose packets are all
// committed.
TEST(PipePackets, AreNoneInMemoryThatWasUsedBefore) {
  constexpr size_t kPackets = 1 << 20, kStateBytes = 8, kPacketBytes = 4, kHeadBytes = 384;
  constexpr uint64_t kCommittedAlone = uint64_t(1) << 32 | 1;
  constexpr size_t kBytes = kHeadBytes + kPackets * (kStateBytes + kPacketBytes);
  {
    const Buffer<uint64_t> before(kBytes / 8, kCommittedAlone);
  }
  const Pipe pipe(kPacketBytes, kPackets);
  const Buffer<int> codes(1);
  runPipes(kInts, "put", range1(1), pipe, codes, 0);
  EXPECT_EQ(counts(pipe), (std::vector{1, int(kPackets)}));
}

TEST(PipePackets, WrapManyTimes) {
  const Pipe pipe(4, 7);
  const Buffer<int> codes(5), out(5);
  for (int round = 0; round < 50; ++round) {
    runPipes(kInts, "put", range1(5), pipe, codes, round * 5);
    ASSERT_EQ(codes.read(), std::vector<int>(5, 0)) << round;
    runPipes(kInts, "get", range1(5), pipe, codes, out);
    ASSERT_EQ(codes.read(), std::vector<int>(5, 0)) << round;
    std::vector<int> values = out.read(), expected(5);
    std::ranges::sort(values);
    std::iota(expected.begin(), expected.end(), round * 5);
    ASSERT_EQ(values, expected) << round;
  }
}

TEST(PipePackets, OfOneWorkItemKeepTheirOrder) {
  const Pipe pipe(4, 100);
  const Buffer<int> codes(1), out(1);
  for (int i = 0; i < 20; ++i) runPipes(kInts, "put", range1(1), pipe, codes, i * 3);
  for (int i = 0; i < 20; ++i) {
    runPipes(kInts, "get", range1(1), pipe, codes, out);
    EXPECT_EQ(out.read().front(), i * 3);
  }
}

TEST(PipePackets, OfSomeWorkItemsOfAVector) {
  const Pipe pipe(4, 64);
  const Buffer<int> written(64, 5), read(64), out(64);
  runPipes(kInts, "putOdd", range1(64, 32), pipe, written);
  const std::vector<int> codes = written.read();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(codes[size_t(i)], i % 2 ? 0 : 5) << i;
  runPipes(kInts, "get", range1(64), pipe, read, out);
  const Outcome outcome = outcomeOf(read.read(), out.read());
  std::vector<int> odd;
  for (int i = 1; i < 64; i += 2) odd.push_back(i);
  EXPECT_EQ(outcome.values, odd);
}

/// One kernel has two pipes, with packets of different sizes.
const char kTwoPipes[] = R"(
kernel void convert(read_only pipe short from, write_only pipe double3 to, global int* lost) {
  short narrow;
  if (read_pipe(from, &narrow) != 0) { atomic_inc(lost); return; }
  double3 wide = (double3)(narrow, -narrow, 0.5);
  if (write_pipe(to, &wide) != 0) atomic_inc(lost);
}
kernel void put(write_only pipe short p) {
  short value = (short)(get_global_id(0) * 3);
  write_pipe(p, &value);
}
kernel void get(read_only pipe double3 p, global double* out) {
  double3 value = 0;
  read_pipe(p, &value);
  vstore3(value, get_global_id(0), out);
}
)";

TEST(PipePackets, OfDifferentSizesInOneKernel) {
  constexpr size_t kItems = 200;
  const Pipe narrow(2, kItems), wide(32, kItems);
  const Buffer<int> lost(1, 0);
  const Buffer<double> out(3 * kItems);
  runPipes(kTwoPipes, "put", range1(kItems), narrow);
  runPipes(kTwoPipes, "convert", range1(kItems), narrow, wide, lost);
  runPipes(kTwoPipes, "get", range1(kItems), wide, out);
  EXPECT_EQ(lost.read().front(), 0);
  std::vector<double> values = out.read(), first;
  for (size_t i = 0; i < kItems; ++i) {
    EXPECT_EQ(values[3 * i + 1], -values[3 * i]);
    EXPECT_EQ(values[3 * i + 2], 0.5);
    first.push_back(values[3 * i]);
  }
  std::ranges::sort(first);
  for (size_t i = 0; i < kItems; ++i) EXPECT_EQ(first[i], double(3 * i));
}

/// Each work-item makes up to `attempts` for each of its packets.
const char kStreams[] = R"(
kernel void produce(write_only pipe uint p, uint each, uint attempts, global uint* sent, global ulong* sum) {
  uint done = 0;
  ulong total = 0;
  for (uint n = 0; n < each; ++n) {
    uint value = get_global_id(0) * each + n;
    for (uint a = 0; a < attempts; ++a)
      if (write_pipe(p, &value) == 0) { ++done; total += value; break; }
  }
  sent[get_global_id(0)] = done;
  sum[get_global_id(0)] = total;
}
kernel void consume(read_only pipe uint p, uint each, uint attempts, global uint* got, global ulong* sum) {
  uint done = 0;
  ulong total = 0;
  for (uint n = 0; n < each; ++n) {
    uint value = 0;
    for (uint a = 0; a < attempts; ++a)
      if (read_pipe(p, &value) == 0) { ++done; total += value; break; }
  }
  got[get_global_id(0)] = done;
  sum[get_global_id(0)] = total;
}
)";

cl_kernel streamKernel(const char* name, const Pipe& pipe, const Buffer<uint32_t>& count,
                       const Buffer<uint64_t>& sum) {
  const cl_program program = TestDevice::get().sourceProgram(kStreams, kLanguages[1]);
  const cl_kernel kernel = clCreateKernel(program, name, nullptr);
  const cl_mem objects[] = {pipe.memory(), count.memory(), sum.memory()};
  const cl_uint each = 500, attempts = 200;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &objects[0]);
  clSetKernelArg(kernel, 1, sizeof each, &each);
  clSetKernelArg(kernel, 2, sizeof attempts, &attempts);
  clSetKernelArg(kernel, 3, sizeof(cl_mem), &objects[1]);
  clSetKernelArg(kernel, 4, sizeof(cl_mem), &objects[2]);
  return kernel;
}

template <class T>
uint64_t total(const Buffer<T>& buffer) {
  const std::vector<T> values = buffer.read();
  return std::accumulate(values.begin(), values.end(), uint64_t(0));
}

TEST(PipePackets, BetweenTwoKernelsAtOnce) {
  constexpr size_t kItems = 256;
  const Pipe pipe(4, 300);
  const Buffer<uint32_t> sent(kItems), got(kItems), rest(kItems);
  const Buffer<uint64_t> sentSum(kItems), gotSum(kItems), restSum(kItems);
  cl_int error = CL_SUCCESS;
  const cl_command_queue other = clCreateCommandQueueWithProperties(
      TestDevice::get().context(), TestDevice::get().id(), nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_kernel produce = streamKernel("produce", pipe, sent, sentSum),
                  consume = streamKernel("consume", pipe, got, gotSum);
  const size_t items = kItems, group = 16;
  EXPECT_EQ(clEnqueueNDRangeKernel(TestDevice::get().queue(), produce, 1, nullptr, &items, &group,
                                   0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(other, consume, 1, nullptr, &items, &group, 0, nullptr, nullptr),
            CL_SUCCESS);
  clFlush(TestDevice::get().queue());
  clFlush(other);
  EXPECT_EQ(clFinish(TestDevice::get().queue()), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  clReleaseKernel(produce);
  clReleaseKernel(consume);
  clReleaseCommandQueue(other);
  runPipes(kStreams, "consume", range1(kItems), pipe, cl_uint(2), cl_uint(1), rest, restSum);
  EXPECT_EQ(total(sent), total(got) + total(rest));
  EXPECT_EQ(total(sentSum), total(gotSum) + total(restSum));
  EXPECT_GE(total(sent), 300u);
}

}  // namespace
}  // namespace kernels
