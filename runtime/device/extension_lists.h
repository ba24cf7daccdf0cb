// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lists that queries return, generated from interface/extensions.def and
// interface/languages.def.
#pragma once

#include <CL/cl.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

struct ExtensionLists {
  /// Extensions of the device and of the platform, which must report what all its devices have.
  std::vector<cl_name_version> extensions;
  /// The names of `extensions` with spaces between them.
  std::string extensionNames;
  /// Optional features of OpenCL C.
  std::vector<cl_name_version> features;
  /// Versions of OpenCL C, oldest first.
  std::vector<cl_name_version> openclC;
  /// Capabilities and extensions that a SPIR-V module may declare, each once.
  std::vector<const char*> spirvExtensions;
  std::vector<cl_uint> spirvCapabilities;
  /// Extended instruction sets that a module may import, besides non-semantic ones.
  std::vector<const char*> spirvSets = {"OpenCL.std"};
  /// __opencl_c_images is one of the features: CL_DEVICE_IMAGE_SUPPORT.
  bool hasImages = false;
  /// __opencl_c_pipes is one of the features: CL_DEVICE_PIPE_SUPPORT.
  bool hasPipes = false;
  bool hasDeviceQueues = false;
  /// cl_khr_command_buffer_multi_device is one of the extensions.
  bool hasMultiDeviceRecording = false;
  /// cl_khr_srgb_image_writes is one of the extensions.
  bool hasSrgbWrites = false;

  bool hasExtension(std::string_view name) const;
  bool hasFeature(std::string_view name) const;
};

/// Created by the first call, never destroyed.
const ExtensionLists& extensionLists();

cl_name_version nameVersion(const char* name, cl_uint major, cl_uint minor, cl_uint patch);

}  // namespace lanewise
