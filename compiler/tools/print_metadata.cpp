// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line per property, without those that have their default value.
#include "compiler/tools/print_metadata.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise::cc {
namespace {

constexpr llvm::StringRef kKinds[] = {"value",   "pointer", "local", "image",
                                      "sampler", "pipe",    "queue"};

constexpr llvm::StringRef kRoles[] = {"kernel", "initializer", "finalizer", "block"};

void printArgument(const KernelArgument& argument, llvm::raw_ostream& stream) {
  stream << "  argument '" << argument.name << "' " << argument.typeName << ": "
         << kKinds[static_cast<size_t>(argument.kind)] << " at " << argument.offsetBytes << ", "
         << argument.sizeBytes << " bytes, aligned to " << argument.alignBytes << '\n';
}

void printSizes(llvm::StringRef what, const uint32_t (&sizes)[3], llvm::raw_ostream& stream) {
  if (sizes[0])
    stream << "  " << what << " " << sizes[0] << " " << sizes[1] << " " << sizes[2] << '\n';
}

void printKernel(const KernelMetadata& kernel, llvm::raw_ostream& stream) {
  stream << "kernel '" << kernel.name << "' " << kernel.symbol << '\n';
  for (const KernelArgument& argument : kernel.arguments) printArgument(argument, stream);
  stream << "  argument block " << kernel.argumentBytes << " bytes, local " << kernel.localBytes
         << ", private " << kernel.privateBytes << ", spill area " << kernel.spillFixedBytes
         << " + " << kernel.spillVectorBytes << " for each vector of " << kernel.lanes;
  if (kernel.laneDimension != 0) stream << " along " << "xyz"[kernel.laneDimension];
  stream << (kernel.rows > 1 ? ", " + std::to_string(kernel.rows) + " rows together\n" : "\n");
  printSizes("required local size", kernel.requiredLocalSize, stream);
  printSizes("local size hint", kernel.localSizeHint, stream);
  stream << "  sub-group size " << kernel.subGroupSize
         << (kernel.requiredSubGroupSize ? ", required\n" : "\n");
  if (kernel.requiredSubGroupCount)
    stream << "  required sub-groups of a work-group " << kernel.requiredSubGroupCount << '\n';
  if (!kernel.attributes.empty()) stream << "  attributes " << kernel.attributes << '\n';
  if (kernel.role != KernelRole::Kernel)
    stream << "  " << kRoles[static_cast<size_t>(kernel.role)] << '\n';
  if (kernel.usesBarrier) stream << "  uses barriers\n";
  if (kernel.usesHostCalls) stream << "  calls the host\n";
  if (kernel.enqueues) stream << "  uses device queues\n";
  if (kernel.flushesDenormals) stream << "  flushes denormals\n";
}

}  // namespace

void printMetadata(const CompileReply& reply, llvm::raw_ostream& stream) {
  for (const KernelMetadata& kernel : reply.kernels) printKernel(kernel, stream);
  if (reply.globalVariableBytes)
    stream << "program-scope variables " << reply.globalVariableBytes << " bytes\n";
}

}  // namespace lanewise::cc
