// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateKernel, clCreateKernelsInProgram, clCloneKernel, retain and release, clSetKernelArg.
// Pointers as arguments: kernel_pointer.cpp; queries: kernel_info.cpp.
#include "runtime/program/kernel.h"
#include "icd/entry.h"
#include "icd/kernel/kernel_arguments.h"
#include "runtime/base/cl_names.h"
#include "runtime/base/constant_names.h"
#include "runtime/memory/image.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"

#include <algorithm>
#include <cassert>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

[[gnu::cold]] std::string argumentText(const Kernel& kernel, cl_uint index) {
  return std::to_string(index) + " '" + kernel.metadata().arguments[index].name + "' of kernel '" +
         kernel.metadata().name + "'";
}

/// CL_MAX_SIZE_RESTRICTION_EXCEEDED: the kernel declares that it accesses fewer bytes.
Status checkSize(const Kernel& kernel, cl_uint index, uint64_t sizeBytes) {
  const uint64_t mostBytes = kernel.argumentMostBytes(index);
  if (sizeBytes <= mostBytes) [[likely]]
    return {};
  return {CL_MAX_SIZE_RESTRICTION_EXCEEDED,
          std::to_string(sizeBytes) + " bytes exceed the " + std::to_string(mostBytes) +
              " that MaxByteOffset allows for argument " + argumentText(kernel, index)};
}

/// A __local argument: a size and no value.
Status setLocal(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  // arg_value is not null.
  if (value)
    return {CL_INVALID_ARG_VALUE,
            "arg_value of the local argument " + argumentText(kernel, index) + " is not null"};
  // The size is more than the argument is declared with.
  TRY_STATUS(checkSize(kernel, index, sizeBytes));
  // A size of 0 is valid since OpenCL 3.1.
  kernel.setLocal(index, sizeBytes);
  return {};
}

[[gnu::cold]] Status wrongSize(const Kernel& kernel, cl_uint index, size_t expectedBytes,
                               size_t sizeBytes) {
  return {CL_INVALID_ARG_SIZE, "arg_size " + std::to_string(sizeBytes) + " differs from the " +
                                   std::to_string(expectedBytes) + " bytes of argument " +
                                   argumentText(kernel, index)};
}

[[gnu::cold]] Status nullValue(const Kernel& kernel, cl_uint index) {
  return {CL_INVALID_ARG_VALUE,
          "arg_value of argument " + argumentText(kernel, index) + " is null"};
}

/// A cl_mem, or null. CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
Result<MemObject*> readMemory(const Kernel& kernel, cl_uint index, size_t sizeBytes,
                              const void* value) {
  // The size is not that of a cl_mem. (Checked first: fewer bytes must not be read as a handle.)
  if (sizeBytes != sizeof(cl_mem))
    return std::unexpected(wrongSize(kernel, index, sizeof(cl_mem), sizeBytes));
  const cl_mem handle = value ? *static_cast<const cl_mem*>(value) : nullptr;
  MemObject* memory = handle ? toObject<MemObject>(handle) : nullptr;
  // Not a memory object.
  if (handle && !memory) return fail(CL_INVALID_MEM_OBJECT);
  // The memory object belongs to a different context.
  if (memory && &memory->context() != &kernel.program().context()) return fail(CL_INVALID_CONTEXT);
  return memory;
}

/// CL_INVALID_ARG_VALUE: the kernel may write through the pointer. (Modules that do not describe
/// the types of arguments are trusted.)
[[gnu::cold]] Status checkOnlyRead(const Kernel& kernel, cl_uint index) {
  const KernelArgument& argument = kernel.metadata().arguments[index];
  if (argument.isConst || argument.addressSpace == AddressSpace::Constant ||
      argument.typeName.empty())
    return {};
  return {CL_INVALID_ARG_VALUE, "the buffer is immutable, and argument " +
                                    argumentText(kernel, index) + " does not point to const"};
}

/// A pointer to global or constant memory: a cl_mem, which may be null.
Status setBuffer(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  TRY(MemObject* const memory, readMemory(kernel, index, sizeBytes, value));
  // An image where a buffer is declared.
  if (memory && memory->type() != CL_MEM_OBJECT_BUFFER) return CL_INVALID_MEM_OBJECT;
  if (memory && (memory->flags() & CL_MEM_IMMUTABLE_EXT)) [[unlikely]]
    TRY_STATUS(checkOnlyRead(kernel, index));
  // The buffer is larger than the argument is declared with.
  if (memory) TRY_STATUS(checkSize(kernel, index, memory->sizeBytes()));
  kernel.setMemory(index, memory);
  return {};
}

Status setValue(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  // arg_value is null.
  if (!value) [[unlikely]]
    return nullValue(kernel, index);
  // The size is not that of the argument's type.
  if (sizeBytes != kernel.argumentSizeBytes(index))
    return wrongSize(kernel, index, kernel.argumentSizeBytes(index), sizeBytes);
  kernel.setValue(index, value);
  return {};
}

bool accepts(ImageType declared, cl_mem_object_type type) {
  switch (declared) {
    case ImageType::Any: return true;
    case ImageType::Image1D: return type == CL_MEM_OBJECT_IMAGE1D;
    case ImageType::Image1DBuffer: return type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    case ImageType::Image1DArray: return type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    case ImageType::Image2D: return type == CL_MEM_OBJECT_IMAGE2D;
    case ImageType::Image2DArray: return type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    case ImageType::Image3D: return type == CL_MEM_OBJECT_IMAGE3D;
  }
  return false;
}

/// An image: a cl_mem that is not null.
Status setImage(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  const KernelArgument& argument = kernel.metadata().arguments[index];
  TRY(MemObject* const memory, readMemory(kernel, index, sizeBytes, value));
  // Null.
  if (!memory)
    return {CL_INVALID_MEM_OBJECT, "argument " + argumentText(kernel, index) + " is null"};
  // A buffer, or an image of another type than the argument's.
  const Image* const image = memory->image();
  if (!image || !accepts(argument.imageType, memory->type()) ||
      (argument.isDepthImage && image->description.format.image_channel_order != CL_DEPTH))
    return {CL_INVALID_MEM_OBJECT, "argument " + argumentText(kernel, index) +
                                       " does not accept memory objects of type " +
                                       hexText(memory->type())};
  // Access that the flags of the image do not allow.
  constexpr uint32_t kReadOnly = 1, kWriteOnly = 2, kReadWrite = 3;  // SPIR-V's + 1
  const cl_mem_flags flags = memory->flags();
  const bool isImmutable = flags & CL_MEM_IMMUTABLE_EXT;
  if ((argument.accessQualifier == kReadOnly && (flags & CL_MEM_WRITE_ONLY)) ||
      (argument.accessQualifier == kWriteOnly && ((flags & CL_MEM_READ_ONLY) || isImmutable)) ||
      (argument.accessQualifier == kReadWrite && isImmutable))
    return {CL_INVALID_ARG_VALUE, "argument " + argumentText(kernel, index) +
                                      " requires access that the image's flags " + hexText(flags) +
                                      " do not allow"};
  kernel.setMemory(index, memory);
  return {};
}

/// A pipe: a cl_mem that is not null.
Status setPipe(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  TRY(MemObject* const memory, readMemory(kernel, index, sizeBytes, value));
  // Null.
  if (!memory)
    return {CL_INVALID_MEM_OBJECT, "argument " + argumentText(kernel, index) + " is null"};
  // A buffer or an image.
  if (!memory->pipe())
    return {CL_INVALID_MEM_OBJECT, "argument " + argumentText(kernel, index) +
                                       " is a pipe and does not accept memory objects of type " +
                                       hexText(memory->type())};
  kernel.setMemory(index, memory);
  return {};
}

Status setSampler(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  // The size is not that of a cl_sampler. (Checked first, as for memory objects.)
  if (sizeBytes != sizeof(cl_sampler))
    return wrongSize(kernel, index, sizeof(cl_sampler), sizeBytes);
  // Null or not a sampler.
  if (!value) return CL_INVALID_SAMPLER;
  TRY(Sampler & sampler, get<Sampler>(*static_cast<const cl_sampler*>(value)));
  // The sampler belongs to a different context.
  if (&sampler.context() != &kernel.program().context()) return CL_INVALID_CONTEXT;
  kernel.setSampler(index, sampler);
  return {};
}

Status setQueue(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  // The size is not that of a cl_command_queue. (Checked first, as for memory objects.)
  if (sizeBytes != sizeof(cl_command_queue))
    return wrongSize(kernel, index, sizeof(cl_command_queue), sizeBytes);
  Queue* const queue =
      value ? toObject<Queue>(*static_cast<const cl_command_queue*>(value)) : nullptr;
  // Null, no queue, or a queue that is not on the device.
  if (!queue || !queue->onDevice())
    return {CL_INVALID_DEVICE_QUEUE,
            "argument " + argumentText(kernel, index) + " is not a queue on the device"};
  // The queue belongs to a different context.
  if (&queue->context() != &kernel.program().context()) return CL_INVALID_CONTEXT;
  kernel.setQueue(index, *queue);
  return {};
}

/// What most kernels do not have.
[[gnu::cold]] Status setOther(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  switch (kernel.argumentKind(index)) {
    case ArgumentKind::Value:
    case ArgumentKind::Pointer: assert(false && "setArgument does these itself"); break;
    case ArgumentKind::LocalPointer: return setLocal(kernel, index, sizeBytes, value);
    case ArgumentKind::Image: return setImage(kernel, index, sizeBytes, value);
    case ArgumentKind::Sampler: return setSampler(kernel, index, sizeBytes, value);
    case ArgumentKind::Pipe: return setPipe(kernel, index, sizeBytes, value);
    case ArgumentKind::Queue: return setQueue(kernel, index, sizeBytes, value);
  }
  return CL_INVALID_ARG_INDEX;
}

}  // namespace

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* kernel_name,
                                     cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Kernel*> {
    TRY(Program & self, get<Program>(program));
    // The program has no executable, or no kernel of that name: createKernel.
    if (kernel_name) return self.createKernel(kernel_name);
    // kernel_name is null.
    return fail(CL_INVALID_VALUE, "kernel_name is null");
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                            cl_kernel* kernels, cl_uint* num_kernels_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // The program has no executable.
    TRY(std::vector<std::string> names, self.kernelNames());
    // num_kernels is less than the number of kernels.
    if (kernels && num_kernels < names.size())
      return {CL_INVALID_VALUE, "num_kernels " + std::to_string(num_kernels) + " is less than " +
                                    std::to_string(names.size()) + " kernels"};
    if (kernels) {
      TRY(std::vector<Kernel*> made, self.createKernels());
      std::ranges::transform(made, kernels, [](Kernel* kernel) { return kernel->handle(); });
    }
    if (num_kernels_ret) *num_kernels_ret = cl_uint(names.size());
    return {};
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Kernel*> {
    TRY(Kernel & self, get<Kernel>(source_kernel));
    return self.clone();
  });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) { return retain<Kernel>(__func__, kernel); }

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return release<Kernel>(__func__, kernel); }

[[gnu::cold]] Status icd::noSuchArgument(const Kernel& kernel, cl_uint index) {
  return {CL_INVALID_ARG_INDEX, "arg_index " + std::to_string(index) + ": kernel '" +
                                    kernel.metadata().name + "' has " +
                                    std::to_string(kernel.argumentCount()) + " arguments"};
}

Status icd::setArgument(Kernel& kernel, cl_uint index, size_t sizeBytes, const void* value) {
  // The kernel has fewer arguments.
  if (index >= kernel.argumentCount()) return noSuchArgument(kernel, index);
  const ArgumentKind kind = kernel.argumentKind(index);
  if (kind == ArgumentKind::Value) return setValue(kernel, index, sizeBytes, value);
  if (kind == ArgumentKind::Pointer) return setBuffer(kernel, index, sizeBytes, value);
  return setOther(kernel, index, sizeBytes, value);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                  const void* arg_value) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Kernel & self, get<Kernel>(kernel));
    return setArgument(self, arg_index, arg_size, arg_value);
  });
}
