// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ICD as a loader sees it before it has a platform: a shared object and its symbols.
#pragma once

#include "runtime/base/cl_names.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace lanewise::test {

/// A function that liblanewise.so exports.
template <class Function>
Function* exported(const char* name) {
  void* library = dlopen(LANEWISE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  void* address = library ? dlsym(library, name) : nullptr;
  EXPECT_NE(address, nullptr) << name;
  return reinterpret_cast<Function*>(address);
}

/// The platform, obtained without a loader.
inline cl_platform_id directPlatform() {
  cl_platform_id platform = nullptr;
  auto* get = exported<decltype(clIcdGetPlatformIDsKHR)>("clIcdGetPlatformIDsKHR");
  EXPECT_EQ(get(1, &platform, nullptr), CL_SUCCESS);
  return platform;
}

}  // namespace lanewise::test
