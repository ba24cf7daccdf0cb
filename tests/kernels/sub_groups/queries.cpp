// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host queries about sub-groups agree with what kernels see, for every size that the device
// supports.
#include "sub_groups/sub_groups.h"

#include <CL/cl_ext.h>

#include <algorithm>

namespace kernels {
namespace {

const char kSizesSource[] = R"(
REQUIRED kernel void sizes(global uint4* out) {
  const uint4 seen = (uint4)(get_max_sub_group_size(), get_enqueued_num_sub_groups(),
                             get_num_sub_groups(), get_sub_group_size());
  out[get_global_linear_id()] = seen;
})";

struct Sizes {
  cl_uint maxSize, enqueuedCount, count, leastSize;
};

/// The kernel above, compiled with the option that defines REQUIRED, and its queries.
class SizesKernel {
 public:
  explicit SizesKernel(const std::string& required)
      : program_(TestDevice::get().sourceProgram(kSizesSource, kOptions + required)),
        kernel_(clCreateKernel(program_, "sizes", nullptr)) {}
  ~SizesKernel() { clReleaseKernel(kernel_); }
  SizesKernel(const SizesKernel&) = delete;

  std::vector<size_t> info(cl_kernel_sub_group_info name, const std::vector<size_t>& input,
                           size_t count = 1) const {
    std::vector<size_t> values(count, 77);
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel_, TestDevice::get().id(), name,
                                      input.size() * sizeof(size_t),
                                      input.empty() ? nullptr : input.data(),
                                      count * sizeof(size_t), values.data(), nullptr),
              CL_SUCCESS);
    return values;
  }
  size_t one(cl_kernel_sub_group_info name, const std::vector<size_t>& input = {}) const {
    return info(name, input)[0];
  }
  size_t preferredMultiple() const {
    size_t multiple = 1;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel_, TestDevice::get().id(),
                                       CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, nullptr),
              CL_SUCCESS);
    return multiple;
  }
  /// What the kernel sees in one work-group of that size.
  Sizes seen(const std::vector<size_t>& local) const {
    size_t items = 1;
    for (const size_t size : local) items *= size;
    const Buffer<cl_uint4> out(items, cl_uint4{});
    Range range;
    range.dimensions = cl_uint(local.size());
    std::ranges::copy(local, range.global.begin());
    range.local = range.global;
    KernelCall(program_, "sizes", "sizes").add(out).run(range);
    Sizes sizes{0, 0, 0, ~0u};
    for (const cl_uint4& told : out.read())
      sizes = {told.s[0], told.s[1], told.s[2], std::min(sizes.leastSize, told.s[3])};
    return sizes;
  }

 private:
  cl_program program_;
  cl_kernel kernel_;
};

/// "" for the size that the platform chooses, and the attribute for each size that it lists.
std::vector<std::string> requirements() {
  std::vector<std::string> all = {" -DREQUIRED="};
  for (const size_t size : sizesToRequire()) all.push_back(" -DREQUIRED=" + requiredSize(size));
  return all;
}

TEST(SubGroupQueries, TellWhatKernelsSee) {
  const size_t most = TestDevice::get().maxWorkGroupSize();
  for (const std::string& required : requirements()) {
    const SizesKernel kernel(required);
    for (const auto& local : {std::vector<size_t>{1}, {7}, {32}, {33}, {most}, {5, 3}, {5, 3, 2}}) {
      const Sizes seen = kernel.seen(local);
      EXPECT_EQ(kernel.one(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local), seen.maxSize);
      EXPECT_EQ(kernel.one(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local), seen.count);
      EXPECT_EQ(seen.enqueuedCount, seen.count);
    }
    EXPECT_EQ(kernel.one(CL_KERNEL_MAX_NUM_SUB_GROUPS), kernel.seen({most}).count);
  }
}

TEST(SubGroupQueries, LocalSizesForACountHaveFullSubGroups) {
  for (const std::string& required : requirements()) {
    const SizesKernel kernel(required);
    for (const size_t count : {size_t{1}, size_t{3}, kernel.one(CL_KERNEL_MAX_NUM_SUB_GROUPS)}) {
      const auto local = kernel.info(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {count}, 3);
      ASSERT_GT(local[0], 0u) << count;
      const Sizes seen = kernel.seen(local);
      EXPECT_EQ(seen.count, count);
      EXPECT_EQ(seen.leastSize, seen.maxSize);
    }
  }
}

TEST(SubGroupQueries, RequiredSizesAreThoseOfTheKernel) {
  for (const std::string& required : requirements()) {
    const size_t open = required.rfind('(');
    const size_t size = open == required.npos ? 0 : std::stoul(required.substr(open + 1));
    const SizesKernel kernel(required);
    EXPECT_EQ(kernel.one(CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), size);
    if (size > 0) {
      EXPECT_EQ(kernel.seen({32}).maxSize, size);
    }
  }
}

TEST(SubGroupQueries, PreferredMultiplesAreWholeSubGroups) {
  for (const std::string& required : requirements()) {
    const SizesKernel kernel(required);
    EXPECT_EQ(kernel.preferredMultiple() % kernel.seen({32}).maxSize, 0u) << required;
  }
}

TEST(SubGroupQueries, TheDeviceHasAsManyAsAnyKernel) {
  cl_uint most = 0;
  clGetDeviceInfo(TestDevice::get().id(), CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most,
                  nullptr);
  size_t found = 0;
  for (const std::string& required : requirements())
    found = std::max(found, SizesKernel(required).one(CL_KERNEL_MAX_NUM_SUB_GROUPS));
  EXPECT_EQ(most, found);
}

}  // namespace
}  // namespace kernels
