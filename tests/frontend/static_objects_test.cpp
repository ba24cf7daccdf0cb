// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ for OpenCL: static objects of functions, inline variables, variables of templates, and blocks
// in templates.
#include "tests/frontend/source_fixture.h"

#include <algorithm>

namespace lanewise::test {
namespace {

struct StaticObjectsTest : SourceProgramTest {
  /// What `k` writes, run by as many work-items, to as many integers and 4 more.
  std::vector<cl_int> runItems(cl_program program, size_t items) {
    const Kernel kernel = kernelOf(program);
    std::vector<cl_int> values(items + 4);
    Buffer buffer(clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, values.size() * sizeof(cl_int),
                                 values.data(), nullptr));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, values.size() * sizeof(cl_int),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
};

constexpr const char* kCounted = R"(
global atomic_int made;
struct Counted {
  int value;
  Counted(int from) : value(3 * from) { atomic_fetch_add(&made, 1); }
};
)";

TEST_F(StaticObjectsTest, OfFunctionsAreConstructedOnceByAllWorkItems) {
  constexpr size_t kItems = 1 << 14;
  for (const char* options : {"-cl-std=CLC++2021", "-cl-std=CLC++2021 -cl-opt-disable"}) {
    Program program = built(std::string(kCounted) + R"(
      int valueOf(int from) { static Counted one(from); return one.value; }
      kernel void k(global int* out) {
        size_t id = get_global_id(0), items = get_global_size(0);
        out[id] = id % 3 ? valueOf(5) : 15;
        if (id % 5 == 0) { static Counted inner(7); out[id] += inner.value; }
        if (id == 0) out[items] = atomic_load(&made);
      })",
                            options);
    for (int round = 0; round < 3; ++round) {
      const std::vector<cl_int> values = runItems(program, kItems);
      for (size_t id = 0; id < kItems; ++id)
        ASSERT_EQ(values[id], id % 5 ? 15 : 36) << id << " " << options;
      if (round > 0) EXPECT_EQ(values[kItems], 2) << options;
    }
  }
}

TEST_F(StaticObjectsTest, OfFunctionsThatNobodyCallsAreNotConstructed) {
  Program program = built(std::string(kCounted) + R"(
    int valueOf(int from) { static Counted one(from); return one.value; }
    kernel void k(global int* out) {
      out[0] = get_global_size(0) == 1 ? atomic_load(&made) : valueOf(2);
    })",
                          "-cl-std=CLC++2021");
  EXPECT_EQ(runItems(program, 1)[0], 0);
  EXPECT_EQ(runItems(program, 2)[0], 6);
  EXPECT_EQ(runItems(program, 1)[0], 1);
}

TEST_F(StaticObjectsTest, InitializersMayChangeVariablesAndUseOtherStaticObjects) {
  Program program = built(std::string(kCounted) + R"(
    int inner() { static Counted one(2); return one.value; }
    kernel void k(global int* out) {
      int calls = 10;
      for (int i = 0; i < 4; ++i) {
        static Counted outer(inner() + calls++);
        out[i] = outer.value + calls;
      }
    })",
                          "-cl-std=CLC++2021");
  const std::vector<cl_int> values = runItems(program, 1);
  EXPECT_EQ((std::vector<cl_int>(values.begin(), values.begin() + 4)),
            (std::vector<cl_int>{59, 59, 59, 59}));
}

TEST_F(StaticObjectsTest, InlineVariablesAndThoseOfTemplatesAreConstructed) {
  Program program = built(std::string(kCounted) + R"(
    inline Counted shared(7);
    namespace inner { inline Counted shared(8); }
    struct Holder { static inline Counted member{9}; };
    template <int N> struct Of { static Counted one; };
    template <int N> Counted Of<N>::one(N);
    template <class T> Counted sized(sizeof(T));
    kernel void k(global int* out) {
      out[0] = shared.value + 1000 * inner::shared.value;
      out[1] = Holder::member.value;
      out[2] = Of<4>::one.value + 1000 * Of<5>::one.value;
      out[3] = sized<int>.value + 1000 * sized<long>.value;
    })",
                          "-cl-std=CLC++2021");
  const std::vector<cl_int> values = runItems(program, 1);
  EXPECT_EQ((std::vector<cl_int>(values.begin(), values.begin() + 4)),
            (std::vector<cl_int>{24021, 27, 15012, 24012}));
}

TEST_F(StaticObjectsTest, BlocksInTemplatesHaveTheirArguments) {
  Program program = built(R"(
    template <class T, int N> T apply(T x) {
      T (^const block)(T) = ^T(T y) { return y * N + x; };
      return block(2);
    }
    template <int N> void launch(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ *out = N; });
    }
    kernel void k(global int* out) {
      out[0] = apply<int, 3>(10);
      out[1] = (int)(10 * apply<float, 4>(0.5f));
      launch<77>(out + 2);
      launch<78>(out + 3);
    })",
                          "-cl-std=CLC++2021");
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  Queue onDevice(clCreateCommandQueueWithProperties(context(), device(), list, nullptr));
  const std::vector<cl_int> values = runItems(program, 1);
  EXPECT_EQ((std::vector<cl_int>(values.begin(), values.begin() + 4)),
            (std::vector<cl_int>{16, 85, 77, 78}));
}

}  // namespace
}  // namespace lanewise::test
