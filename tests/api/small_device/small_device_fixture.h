// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device that LANEWISE_DEVICE limits, with the real compiler: what its keys say, and what the
// context reports. CMakeLists.txt runs the program with each preset and with other keys. A test of
// a key that is not set is skipped.
#pragma once

#include "tests/api/fixture.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <mutex>

namespace lanewise::test {

using OwnedProgram = Owned<cl_program, clReleaseProgram>;
using OwnedKernel = Owned<cl_kernel, clReleaseKernel>;

inline std::string_view takeUpTo(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

/// The keys of LANEWISE_DEVICE, with those of its preset.
inline const std::map<std::string, std::string, std::less<>>& keys() {
  static const auto& all = *[] {
    auto* found = new std::map<std::string, std::string, std::less<>>;
    const auto add = [&](std::string_view text) {
      while (!text.empty()) {
        std::string_view value = takeUpTo(text, ',');
        const std::string_view name = takeUpTo(value, '=');
        (*found)[std::string(name)] = value;
      }
    };
    const char* text = std::getenv("LANEWISE_DEVICE");
    add(text ? text : "");
#define DEVICE_PRESET(name, presetKeys) \
  if (found->contains("preset") && found->at("preset") == #name) add(presetKeys), add(text);
#include "runtime/device/device_presets.def"
    return found;
  }();
  return all;
}

inline std::string valueOf(std::string_view key) {
  const auto found = keys().find(key);
  return found == keys().end() ? "" : found->second;
}

inline uint64_t bytesOf(std::string_view key) {
  const std::string text = valueOf(key);
  const uint64_t factor = text.ends_with('K')   ? 1 << 10
                          : text.ends_with('M') ? 1 << 20
                          : text.ends_with('G') ? 1 << 30
                                                : 1;
  return std::stoull(text) * factor;
}

inline bool isOff(std::string_view key) { return valueOf(key) == "0"; }

/// What the notify function of the context got.
struct Reports {
  std::mutex mutex;
  std::string text;
  void clear() {
    const std::lock_guard lock(mutex);
    text.clear();
  }
  bool contains(const std::string& part) {
    const std::lock_guard lock(mutex);
    return text.contains(part);
  }
};
inline Reports& reports() {
  static Reports& all = *new Reports;
  return all;
}

class SmallDevice : public ApiTest {
 protected:
  SmallDevice() {
    reports().clear();
    const cl_device_id id = device();
    notified_ = Context(clCreateContext(
        nullptr, 1, &id,
        [](const char* error, const void*, size_t, void*) {
          const std::lock_guard lock(reports().mutex);
          reports().text.append(error).append("\n");
        },
        nullptr, nullptr));
    queue_ = makeQueue(notified_);
  }

  template <class T>
  T info(cl_device_info query) {
    T value{};
    EXPECT_EQ(clGetDeviceInfo(device(), query, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string text(cl_device_info query) {
    std::string value(10000, 0);
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device(), query, value.size(), value.data(), &size), CL_SUCCESS);
    value.resize(size ? size - 1 : 0);
    return value;
  }
  bool hasExtension(const std::string& name) {
    return (" " + text(CL_DEVICE_EXTENSIONS) + " ").contains(" " + name + " ");
  }
  OwnedProgram programOf(const std::string& source) {
    const char* words = source.c_str();
    return clCreateProgramWithSource(notified_, 1, &words, nullptr, nullptr);
  }
  cl_int build(cl_program program, const char* options = "") {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  std::string log(cl_program program) {
    std::string value(100000, 0);
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, value.size(),
                                    value.data(), &size),
              CL_SUCCESS);
    value.resize(size ? size - 1 : 0);
    return value;
  }
  OwnedKernel kernelOf(cl_program program, const char* name = "k") {
    cl_int error = CL_SUCCESS;
    OwnedKernel kernel(clCreateKernel(program, name, &error));
    EXPECT_EQ(error, CL_SUCCESS) << log(program);
    return kernel;
  }
  cl_int launch(cl_kernel kernel, size_t items, size_t local) {
    const cl_int error =
        clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr);
    clFinish(queue_);
    return error;
  }
  /// The build fails, and its log names the key.
  void expectNotBuilt(const std::string& source, const std::string& key, const char* options = "") {
    const OwnedProgram program = programOf(source);
    EXPECT_EQ(build(program, options), CL_BUILD_PROGRAM_FAILURE) << source;
    EXPECT_TRUE(log(program).contains(key + "=")) << log(program);
    EXPECT_TRUE(log(program).contains("LANEWISE_DEVICE")) << log(program);
  }
  void expectBuilt(const std::string& source, const char* options = "") {
    const OwnedProgram program = programOf(source);
    EXPECT_EQ(build(program, options), CL_SUCCESS) << log(program);
  }
  cl_context notified() { return notified_; }
  cl_command_queue notifiedQueue() { return queue_; }

 private:
  Context notified_;
  Queue queue_;
};

}  // namespace lanewise::test

#define NEEDS_KEY(key) \
  if (valueOf(key).empty()) GTEST_SKIP() << key " is not set"
