// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked kernel code for the fake compiler: entries with the real ABI, written by hand. The
// arguments of `fill` are described in fake_compiler.cpp.
#include "images/layout.h"
#include "interface/kernel_abi.h"

namespace {
struct FillArguments {
  int* out;
  int value;
};
struct LookArguments {
  unsigned* out;
  const lanewise::images::ImageDescriptor* picture;
  const lanewise::images::SamplerDescriptor* sampler;
};
/// A program-scope variable: each mapping has its own.
int counter;
}  // namespace

extern "C" __attribute__((visibility("default"))) void fill_entry(
    const lanewise::abi::Launch* launch, const lanewise::abi::Worker*, uint64_t firstGroup,
    uint64_t endGroup, uint64_t, uint64_t) {
  const auto* arguments = static_cast<const FillArguments*>(launch->arguments);
  for (uint64_t i = firstGroup * launch->localSize[0]; i < endGroup * launch->localSize[0]; ++i)
    arguments->out[i] = arguments->value;
}

extern "C" __attribute__((visibility("default"))) void count_entry(
    const lanewise::abi::Launch* launch, const lanewise::abi::Worker*, uint64_t, uint64_t, uint64_t,
    uint64_t) {
  **static_cast<int* const*>(launch->arguments) = ++counter;
}

/// The size of the image, its first texel, and the addressing mode of the sampler.
extern "C" __attribute__((visibility("default"))) void look_entry(
    const lanewise::abi::Launch* launch, const lanewise::abi::Worker*, uint64_t, uint64_t, uint64_t,
    uint64_t) {
  const auto* arguments = static_cast<const LookArguments*>(launch->arguments);
  const auto& level = arguments->picture->level[0];
  arguments->out[0] = level.extent[0];
  arguments->out[1] = level.extent[1];
  arguments->out[2] = level.texels[0];
  arguments->out[3] = static_cast<unsigned>(arguments->sampler->addressing);
}
