// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A problem: arrays, the launches of kernels that solve it, a native function that solves it on the
// same arrays (its limit), and the comparison with the host's reference. The files of the groups
// (compute.cpp ...) make problems, cases.cpp measures them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace bench {

/// One of the arrays of a problem.
template <class T>
struct Array {
  size_t index;
};

/// The form of an array that is an image for kernels: its texels lie without gaps. An extent of 0:
/// a buffer.
struct Image {
  cl_image_format format;
  size_t extent[3];
};

/// The contents of all arrays of a problem, in memory of the host.
class Memory {
 public:
  /// Vector registers have at most this size.
  static constexpr std::align_val_t kAlignment{64};

  struct Bytes {
    struct Free {
      void operator()(std::byte* bytes) const { operator delete(bytes, kAlignment); }
    };
    Bytes(size_t size, const Image& image)
        : data(static_cast<std::byte*>(operator new(size, kAlignment))), size(size), image(image) {}
    std::unique_ptr<std::byte, Free> data;
    size_t size;
    Image image;
  };

  template <class T>
  Array<T> add(std::span<const T> values, const Image& image = {}) {
    Bytes& bytes = arrays_.emplace_back(values.size_bytes(), image);
    std::memcpy(bytes.data.get(), values.data(), bytes.size);
    return {arrays_.size() - 1};
  }
  template <class T>
  std::span<T> operator[](Array<T> array) {
    Bytes& bytes = arrays_[array.index];
    return {reinterpret_cast<T*>(bytes.data.get()), bytes.size / sizeof(T)};
  }
  template <class T>
  std::span<const T> operator[](Array<T> array) const {
    return const_cast<Memory&>(*this)[array];
  }
  std::span<Bytes> arrays() { return arrays_; }

 private:
  std::vector<Bytes> arrays_;
};

/// The global or the local size of a launch. Empty as a local size: the platform chooses.
using Sizes = std::vector<size_t>;

/// An argument of a kernel that is local memory.
struct Local {
  size_t sizeBytes;
};

/// What clSetKernelArg gets: an array, local memory, or the bytes of a value.
using Argument = std::variant<Array<void>, Local, std::vector<std::byte>>;

struct Launch {
  std::string kernel;
  Sizes global, local;
  std::vector<Argument> arguments;
};

class Problem {
 public:
  /// An array with these values; `count` zeros.
  template <class T>
  Array<T> array(const std::vector<T>& values) {
    return memory_.add(std::span<const T>(values));
  }
  template <class T>
  Array<T> zeros(size_t count) {
    return array(std::vector<T>(count));
  }

  template <class T>
  Array<T> image(const Image& image, const std::vector<T>& texels) {
    return memory_.add(std::span<const T>(texels), image);
  }

  /// Launches follow each other. A kernel and a run of all launches may be repeated, so launches do
  /// not depend on what an earlier run has left.
  template <class... Arguments>
  void launch(std::string kernel, Sizes global, Sizes local, Arguments... arguments) {
    launches_.push_back(
        {std::move(kernel), std::move(global), std::move(local), {argument(arguments)...}});
  }

  /// The native function, which gets pointers to arrays and values; LIMIT(name) of limits/limits.h.
  template <class Function, class... Arguments>
  void limit(Function function, Arguments... arguments) {
    limit_ = [=](Memory& memory) { function(native(memory, arguments)...); };
  }
  template <class... Arguments>
  void limit(std::nullptr_t, const Arguments&...) {}

  /// Compares the results with the host's and ends the program if they differ.
  void check(std::function<void(const Memory&)> check) { check_ = std::move(check); }

  /// The work of one run, for the rate that a measurement shows.
  void work(double amount, const char* unit) { work_ = amount, unit_ = unit; }

 private:
  friend class Measurement;

  template <class T>
  static Argument argument(Array<T> array) {
    return Array<void>{array.index};
  }
  static Argument argument(Local local) { return local; }
  template <class T>
  static Argument argument(const T& value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  template <class T>
  static T* native(Memory& memory, Array<T> array) {
    return memory[array].data();
  }
  template <class T>
  static T native(Memory&, T value) {
    return value;
  }

  Memory memory_;
  std::vector<Launch> launches_;
  std::function<void(Memory&)> limit_;
  std::function<void(const Memory&)> check_;
  double work_ = 0;
  const char* unit_ = "";
};

/// Ends the program unless |got - expected| <= tolerance * max(1, |expected|).
void expectNear(const char* what, size_t index, double got, double expected, double tolerance);

/// Pseudo-random values in [0, 1); equal seeds make equal values.
std::vector<float> randomFloats(size_t count, unsigned seed);
std::vector<cl_uint> randomBits(size_t count, unsigned seed);

}  // namespace bench
