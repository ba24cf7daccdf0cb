// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every type of memory that host and device share by pointer, and launches that take such pointers
// and may run concurrently with the host.
#pragma once

#include "device.h"

#include <CL/cl_ext.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace kernels {

inline cl_platform_id platformOf(cl_device_id device) {
  cl_platform_id platform = nullptr;
  clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
  return platform;
}
template <class Function>
Function* extensionFunction(const char* name) {
  return reinterpret_cast<Function*>(
      clGetExtensionFunctionAddressForPlatform(platformOf(TestDevice::get().id()), name));
}

class SharedMemory {
 public:
  virtual ~SharedMemory() = default;
  virtual std::string name() const = 0;
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 protected:
  void* memory_ = nullptr;
};

class SvmMemory : public SharedMemory {
 public:
  explicit SvmMemory(size_t sizeBytes,
                     cl_svm_mem_flags flags = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS) {
    memory_ = clSVMAlloc(TestDevice::get().context(), flags, sizeBytes, 0);
    EXPECT_NE(memory_, nullptr);
  }
  ~SvmMemory() override { clSVMFree(TestDevice::get().context(), memory_); }
  std::string name() const override { return "fine-grain SVM"; }
};

class SystemMemory : public SharedMemory {
 public:
  explicit SystemMemory(size_t sizeBytes) { memory_ = std::malloc(sizeBytes); }
  ~SystemMemory() override { std::free(memory_); }
  std::string name() const override { return "memory of malloc"; }
};

class UsmMemory : public SharedMemory {
 public:
  explicit UsmMemory(size_t sizeBytes) {
    auto& device = TestDevice::get();
    memory_ = extensionFunction<decltype(clSharedMemAllocINTEL)>("clSharedMemAllocINTEL")(
        device.context(), device.id(), nullptr, sizeBytes, 0, nullptr);
    EXPECT_NE(memory_, nullptr);
  }
  ~UsmMemory() override {
    extensionFunction<decltype(clMemFreeINTEL)>("clMemFreeINTEL")(TestDevice::get().context(),
                                                                  memory_);
  }
  std::string name() const override { return "shared USM"; }
};

/// A buffer that has a device address.
class AddressedBuffer : public SharedMemory {
 public:
  explicit AddressedBuffer(size_t sizeBytes) {
    const cl_mem_properties properties[] = {0x5000 /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT */, CL_TRUE,
                                            0};
    cl_int error = CL_SUCCESS;
    buffer_ = clCreateBufferWithProperties(TestDevice::get().context(), properties, 0, sizeBytes,
                                           nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_ulong address = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer_, 0x5001 /* CL_MEM_DEVICE_ADDRESS_EXT */, sizeof address,
                                 &address, nullptr),
              CL_SUCCESS);
    memory_ = reinterpret_cast<void*>(address);
  }
  ~AddressedBuffer() override { clReleaseMemObject(buffer_); }
  std::string name() const override { return "buffer with a device address"; }

 private:
  cl_mem buffer_ = nullptr;
};

/// The subset that the device supports.
inline std::vector<std::unique_ptr<SharedMemory>> everyKindOfMemory(size_t sizeBytes) {
  auto& device = TestDevice::get();
  cl_device_svm_capabilities svm = 0;
  clGetDeviceInfo(device.id(), CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, nullptr);
  std::vector<std::unique_ptr<SharedMemory>> all;
  if (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) all.push_back(std::make_unique<SvmMemory>(sizeBytes));
  if (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)
    all.push_back(std::make_unique<SystemMemory>(sizeBytes));
  if (device.hasExtension("cl_intel_unified_shared_memory"))
    all.push_back(std::make_unique<UsmMemory>(sizeBytes));
  if (device.hasExtension("cl_ext_buffer_device_address"))
    all.push_back(std::make_unique<AddressedBuffer>(sizeBytes));
  EXPECT_FALSE(all.empty());
  return all;
}

/// Throws if a step fails, because a host that waits for a kernel that never ran would not end.
/// SvmKernel("walk").pointer(first).value(1).run(items)
class SvmKernel {
 public:
  explicit SvmKernel(const char* name, const char* module = "svm/pointers") {
    cl_program program = TestDevice::get().program(module);
    cl_int error = CL_SUCCESS;
    kernel_ = clCreateKernel(program, name, &error);
    check(error, name);
  }
  ~SvmKernel() { clReleaseKernel(kernel_); }
  SvmKernel(const SvmKernel&) = delete;

  SvmKernel& pointer(const void* pointer) {
    check(clSetKernelArgSVMPointer(kernel_, next_++, pointer), "clSetKernelArgSVMPointer");
    return *this;
  }
  template <class T>
  SvmKernel& value(const T& value) {
    return bytes(sizeof value, &value);
  }
  SvmKernel& memory(cl_mem memory) { return bytes(sizeof memory, &memory); }
  template <class T>
  SvmKernel& buffer(const Buffer<T>& buffer) {
    return memory(buffer.memory());
  }

  /// Does not wait; finish() does.
  void start(size_t items) {
    const cl_command_queue queue = TestDevice::get().queue();
    check(clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFlush(queue), "clFlush");
  }
  void finish() { EXPECT_EQ(clFinish(TestDevice::get().queue()), CL_SUCCESS); }
  void run(size_t items) {
    start(items);
    finish();
  }

 private:
  static void check(cl_int error, const std::string& step) {
    if (error != CL_SUCCESS) throw std::runtime_error(step + ": " + std::to_string(error));
  }
  SvmKernel& bytes(size_t sizeBytes, const void* value) {
    check(clSetKernelArg(kernel_, next_++, sizeBytes, value), "clSetKernelArg");
    return *this;
  }
  cl_kernel kernel_ = nullptr;
  cl_uint next_ = 0;
};

}  // namespace kernels
