// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of work-items access what lies beside the elements of idle ones where this causes no
// fault. Arrays between protected pages show that it causes none, and that nothing else is written.

#include "device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <random>

namespace kernels {
namespace {

// Pages between two protected ones, and a buffer in them.
class Pages {
 public:
  // The array is at the end, or at the begin.
  Pages(size_t sizeBytes, bool atEnd) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    bytes_ = (sizeBytes + page_ - 1) / page_ * page_;
    all_ = static_cast<std::byte*>(
        mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(all_ + page_, bytes_, PROT_READ | PROT_WRITE);
    array_ = all_ + page_ + (atEnd ? bytes_ - sizeBytes : 0);
    cl_int error;
    memory_ =
        clCreateBuffer(TestDevice::get().context(), CL_MEM_USE_HOST_PTR, sizeBytes, array_, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  ~Pages() {
    clReleaseMemObject(memory_);
    munmap(all_, bytes_ + 2 * page_);
  }
  Pages(const Pages&) = delete;

  std::byte* array() const { return array_; }
  cl_mem memory() const { return memory_; }

 private:
  size_t page_, bytes_;
  std::byte *all_, *array_;
  cl_mem memory_;
};

template <typename T, size_t N>
using Elements = std::array<T, N>;

// `which` chooses work-items. The same formulas as in the kernels.
template <typename T, size_t N>
struct Arrays {
  std::vector<Elements<T, N>> in, out;
  std::vector<cl_uchar> which;

  Elements<T, N> sum(size_t i, size_t j) const {
    Elements<T, N> result;
    for (size_t k = 0; k < N; ++k) result[k] = static_cast<T>(in[i][k] + in[j][k]);
    return result;
  }
  Elements<T, N> more(size_t i) const {
    Elements<T, N> result;
    for (size_t k = 0; k < N; ++k) result[k] = static_cast<T>(in[i][k] + T(1));
    return result;
  }
  void expect(const std::string& kernel) {
    const size_t n = in.size();
    for (size_t i = 0; i < n; ++i) {
      if (kernel == "some" && which[i] > 2) out[i] = more(i);
      if (kernel == "backwards" && which[i] > 1) out[n - 1 - i] = more(n - 1 - i);
      if (kernel == "before") {
        out[i] = in[i];
        for (size_t k = 0; k < N; ++k) {
          if (i > 0) out[i][k] = static_cast<T>(out[i][k] + in[i - 1][k]);
          if (i < n - 1) out[i][k] = static_cast<T>(out[i][k] + in[i + 1][k]);
        }
      }
      if (kernel == "gaps" && 3 * i < n && which[i]) out[n - 1 - 3 * i] = sum(3 * i, n - 1 - 3 * i);
      if (kernel == "partners" && (i ^ 2) < n) out[i ^ 2] = in[which[i] > 3 ? i ^ 2 : i];
    }
  }
};

template <typename T, size_t N = 1>
void testBetweenPages(const std::string& type) {
  std::mt19937 random(1);
  for (const char* kernel : {"some", "backwards", "before", "gaps", "partners"})
    for (const size_t n : {size_t{1}, size_t{7}, size_t{61}, 4096 / sizeof(Elements<T, N>) + 5})
      for (const bool atEnd : {false, true}) {
        Arrays<T, N> arrays{std::vector<Elements<T, N>>(n), std::vector<Elements<T, N>>(n),
                            std::vector<cl_uchar>(n)};
        for (size_t i = 0; i < n; ++i) {
          for (size_t k = 0; k < N; ++k) {
            arrays.in[i][k] = static_cast<T>(random() % 100);
            arrays.out[i][k] = static_cast<T>(200 + random() % 50);
          }
          arrays.which[i] = static_cast<cl_uchar>(random() % 5);
        }
        const size_t bytes = n * sizeof(Elements<T, N>);
        const Pages in(bytes, atEnd), out(bytes, atEnd), which(n, atEnd);
        std::memcpy(in.array(), arrays.in.data(), bytes);
        std::memcpy(out.array(), arrays.out.data(), bytes);
        std::memcpy(which.array(), arrays.which.data(), n);
        arrays.expect(kernel);
        run("vector_data/protected_pages", std::string(kernel) + "_" + type,
            range1((n + 63) / 64 * 64, 64), in.memory(), out.memory(), which.memory(),
            static_cast<cl_int>(n));
        const auto* got = reinterpret_cast<const Elements<T, N>*>(out.array());
        for (size_t i = 0; i < n; ++i)
          for (size_t k = 0; k < N; ++k)
            ASSERT_EQ(got[i][k], arrays.out[i][k]) << kernel << " " << type << " " << n << " at "
                                                   << i << " " << k << (atEnd ? " end" : "");
      }
}

// Otherwise the tests below would test nothing.
TEST(ProtectedPages, BuffersAreInPlace) {
  const Pages pages(100, true);
  Buffer<cl_ulong> address(1);
  run("vector_data/protected_pages", "addressOf", range1(1), pages.memory(), address);
  EXPECT_EQ(address.read()[0], reinterpret_cast<cl_ulong>(pages.array()));
}

TEST(ProtectedPages, Bytes) { testBetweenPages<cl_uchar>("uchar"); }
TEST(ProtectedPages, Shorts) { testBetweenPages<cl_ushort>("ushort"); }
TEST(ProtectedPages, Ints) { testBetweenPages<cl_uint>("uint"); }
TEST(ProtectedPages, Longs) { testBetweenPages<cl_ulong>("ulong"); }
TEST(ProtectedPages, Floats) { testBetweenPages<cl_float>("float"); }
TEST(ProtectedPages, VectorsOfBytes) {
  testBetweenPages<cl_uchar, 2>("uchar2");
  testBetweenPages<cl_uchar, 4>("uchar4");
}
TEST(ProtectedPages, LongVectors) {
  testBetweenPages<cl_short, 8>("short8");
  testBetweenPages<cl_float, 4>("float4");
}

}  // namespace
}  // namespace kernels
