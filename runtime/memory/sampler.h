// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sampler: the descriptor that kernels read, and the property list of its creation.
#pragma once

#include "images/layout.h"
#include "runtime/base/object.h"
#include "runtime/base/weak_ref.h"
#include "runtime/context/context.h"

#include <span>
#include <vector>

namespace lanewise {

class Sampler : public Object<Sampler> {
 public:
  using Handle = cl_sampler;
  static constexpr Tag kTag = Tag::Sampler;
  static constexpr cl_int kInvalid = CL_INVALID_SAMPLER;

  Sampler(Context& context, const images::SamplerDescriptor& descriptor,
          std::vector<cl_sampler_properties> properties)
      : context_(context), descriptor_(descriptor), properties_(std::move(properties)) {}
  ~Sampler() { serial_.cut(); }

  Context& context() const { return *context_; }
  /// What kernels read.
  const images::SamplerDescriptor& descriptor() const { return descriptor_; }
  /// The given list with its final 0; empty if none was given.
  std::span<const cl_sampler_properties> properties() const { return properties_; }
  const Serial& serial() const { return serial_; }

 private:
  Serial serial_;
  const Ref<Context> context_;
  const images::SamplerDescriptor descriptor_;
  const std::vector<cl_sampler_properties> properties_;
};

}  // namespace lanewise
