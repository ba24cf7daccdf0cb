// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first steps of every example: find a device by the name of its platform, build a program from
// a SPIR-V file. Uses only the OpenCL C++ bindings. Copy it together with the example.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 300
#include <CL/opencl.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

inline std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The first device of the platform whose name contains `name`, ignoring case.
inline cl::Device openDevice(const std::string& name) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::string seen;
  for (const cl::Platform& platform : platforms) {
    const std::string itsName = platform.getInfo<CL_PLATFORM_NAME>();
    if (lower(itsName).find(lower(name)) == std::string::npos) {
      seen += " '" + itsName + "'";
      continue;
    }
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    return devices.at(0);
  }
  throw std::runtime_error("no OpenCL platform has '" + name + "' in its name; found:" + seen);
}

/// A program built from the SPIR-V module in `path`; the build log is part of the error.
inline cl::Program buildProgram(const cl::Context& context, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::vector<char> module{std::istreambuf_iterator<char>(file), {}};
  cl::Program program(context, module);
  try {
    program.build();
  } catch (const cl::BuildError& error) {
    std::string log;
    for (const auto& [device, text] : error.getBuildLog()) log += text;
    throw std::runtime_error("cannot build " + path + ": " + log);
  }
  return program;
}

/// Runs `body` and converts exceptions to a message and an exit code.
template <typename Body>
int run(Body body) {
  try {
    return body();
  } catch (const cl::Error& error) {
    std::cerr << "error: " << error.what() << " returned " << error.err() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
  }
  return 1;
}

}  // namespace example
