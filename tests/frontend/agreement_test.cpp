// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceInfo, the preprocessor of a kernel and the validation of SPIR-V agree about every
// extension and feature that OpenCL's headers, Clang or we know, in every language.
#include "runtime/base/cl_names.h"
#include "tests/frontend/source_fixture.h"

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace lanewise::test {
namespace {

using Names = std::set<std::string>;

struct Language {
  const char* option;
  bool isCxx;
  unsigned major, minor;
  /// Optional features that have macros.
  bool hasFeatures() const { return major >= 3; }
  /// Optional features that became part of a later language version.
  bool isOf20() const { return isCxx ? major == 1 : major == 2; }
};

constexpr bool OpenCL_C = false, CXX_for_OpenCL = true;
constexpr Language kLanguages[] = {
#define LANGUAGE(option, family, major, minor, clang) {option, family, major, minor},
#include "interface/languages.def"
};

/// Extensions whose name is a macro, and host-only extensions, from extensions.def.
Names tableNames(const std::string& where) {
  Names names;
#define EXTENSION(name, major, minor, patch, place, condition, ...) \
  if (where == #place && (condition)) names.insert(#name);
#include "interface/extensions.def"
  return names;
}

/// Every name that has the form of an extension or feature.
Names namesIn(const char* path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::regex pattern(
      "\\b(cl_(khr|ext|intel|amd|nv|arm|img|qcom|pocl)_[a-z0-9_]+|"
      "__opencl_c_[a-z0-9_]+)\\b");
  Names names;
  for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end; ++found)
    names.insert(found->str());
  names.erase("__opencl_c_named_address_space_builtins");  // an option of Clang
  return names;
}

struct AgreementTest : SourceProgramTest {
  Names listed(cl_device_info query) {
    Names names;
    for (const auto& row : arrayOf<cl_name_version>(clGetDeviceInfo, device(), query))
      names.insert(row.name);
    return names;
  }
  Names everyName() {
    Names names = listed(CL_DEVICE_EXTENSIONS_WITH_VERSION);
    names.merge(listed(CL_DEVICE_OPENCL_C_FEATURES));
    for (const char* path : {TEST_CLANG_INCLUDE "/clang/Basic/OpenCLExtensions.def",
                             TEST_OPENCL_C_BASE, "/usr/include/CL/cl_ext.h"})
      names.merge(namesIn(path));
    EXPECT_GT(names.size(), 100u);
    return names;
  }
  /// C++ for OpenCL has a query of its own; all its versions are accepted.
  bool isListed(const Language& language) {
    const auto versions =
        arrayOf<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    return language.isCxx || std::ranges::any_of(versions, [&](const cl_name_version& row) {
             return row.version == CL_MAKE_VERSION(language.major, language.minor, 0);
           });
  }
  std::vector<Language> listedLanguages() {
    std::vector<Language> listed;
    for (const Language& language : kLanguages)
      if (isListed(language)) listed.push_back(language);
    return listed;
  }
  /// The elements of `names` that are macros in the language.
  Names macros(const Language& language, const Names& names) {
    std::string source = "kernel void k(global int* out) {\n";
    size_t index = 0;
    for (const std::string& name : names) {
      const std::string item = "out[" + std::to_string(index++) + "] = ";
      source += "#ifdef " + name + "\n" + item + name + ";\n#else\n" + item + "-1;\n#endif\n";
    }
    Program program = built(source + "}", std::string("-cl-std=") + language.option);
    const std::vector<cl_int> values = runOver(program, names.size());
    Names defined;
    index = 0;
    for (const std::string& name : names) {
      const cl_int value = values[index++];
      EXPECT_TRUE(value == 1 || value == -1) << name << " is " << value;
      if (value != -1) defined.insert(name);
    }
    return defined;
  }
};

TEST_F(AgreementTest, BothListsOfExtensionsNameTheSame) {
  const std::string text = textOf(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS);
  std::istringstream words(text);
  const Names names(std::istream_iterator<std::string>(words), {});
  EXPECT_EQ(names, listed(CL_DEVICE_EXTENSIONS_WITH_VERSION));
}

TEST_F(AgreementTest, MacrosAreWhatTheDeviceListsInEveryLanguage) {
  const Names names = everyName();
  const Names features = listed(CL_DEVICE_OPENCL_C_FEATURES);
  const Names extensions = tableNames("OPENCL_C");
  const Names device = listed(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  EXPECT_TRUE(std::ranges::includes(device, extensions));
  for (const Language& language : listedLanguages()) {
    SCOPED_TRACE(language.option);
    Names expected = extensions;
    if (language.hasFeatures()) expected.insert(features.begin(), features.end());
    Names found = macros(language, names);
    // A feature macro may be defined in a language that has the feature as a part.
    if (language.isOf20())
      std::erase_if(found, [&](const std::string& name) { return features.contains(name); });
    EXPECT_EQ(found, expected);
  }
}

TEST_F(AgreementTest, VersionsOfOpenClCThatAreNotListedFailToCompile) {
  for (const Language& language : kLanguages) {
    if (isListed(language)) continue;
    const std::string option = std::string("-cl-std=") + language.option;
    Program program = make("kernel void k(global int* out) { *out = 1; }");
    EXPECT_EQ(build(program, option), CL_BUILD_PROGRAM_FAILURE) << option;
    EXPECT_NE(log(program).find(option), std::string::npos) << log(program);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, option.c_str(), 0, nullptr, nullptr, nullptr,
                               nullptr),
              CL_COMPILE_PROGRAM_FAILURE)
        << option;
  }
}

TEST_F(AgreementTest, ListedVersionsOfOpenClCAreAccepted) {
  const auto versions =
      arrayOf<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  const auto newest = infoOf<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_NUMERIC_VERSION);
  EXPECT_EQ(versions.back().version, newest);
  EXPECT_EQ(versions.front().version, CL_MAKE_VERSION(1, 0, 0));
  for (const cl_name_version& row : versions) {
    EXPECT_STREQ(row.name, "OpenCL C");
    const unsigned major = CL_VERSION_MAJOR(row.version), minor = CL_VERSION_MINOR(row.version);
    Program program = built("kernel void k(global int* out) { *out = __OPENCL_C_VERSION__; }",
                            "-cl-std=CL" + std::to_string(major) + "." + std::to_string(minor));
    EXPECT_EQ(run(program), cl_int(major * 100 + minor * 10));
  }
}

TEST_F(AgreementTest, CxxForOpenClHasTheVersionThatTheDeviceTells) {
  const auto version =
      infoOf<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT);
  Program program =
      built("kernel void k(global int* out) { *out = __OPENCL_CPP_VERSION__; }", "-cl-std=CLC++");
  EXPECT_EQ(run(program), cl_int(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10));
}

TEST_F(AgreementTest, ASourceThatSaysNothingIsOfTheHighest1x) {
  EXPECT_EQ(run(built("kernel void k(global int* out) { *out = __OPENCL_C_VERSION__; }")), 120);
}

TEST_F(AgreementTest, VersionOfTheDeviceIsAMacroInEveryLanguage) {
  const auto version = infoOf<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_NUMERIC_VERSION);
  for (const Language& language : listedLanguages())
    EXPECT_EQ(run(built("kernel void k(global int* out) { *out = __OPENCL_VERSION__; }",
                        std::string("-cl-std=") + language.option)),
              cl_int(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10));
}

TEST_F(AgreementTest, ImageSupportIsAMacroWhereTheDeviceHasImages) {
  const auto images = infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT);
  for (const Language& language : listedLanguages())
    EXPECT_EQ(run(built("#ifdef __IMAGE_SUPPORT__\n#define HAVE 1\n#else\n#define HAVE 0\n#endif\n"
                        "kernel void k(global int* out) { *out = HAVE; }",
                        std::string("-cl-std=") + language.option)),
              cl_int(images))
        << language.option;
}

/// A module that declares a capability and nothing else.
std::vector<uint32_t> moduleWith(uint32_t capability) {
  return {0x07230203,    0x00010600, 0, 1, 0,  // header
          2u << 16 | 17, capability,           // OpCapability
          3u << 16 | 14, 2,          2};       // OpMemoryModel Physical64 OpenCL
}

TEST_F(AgreementTest, ListedSpirvCapabilitiesAreThoseThatAreAdmitted) {
  const auto list = arrayOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_SPIRV_CAPABILITIES);
  const std::set<cl_uint> listed(list.begin(), list.end());
  EXPECT_TRUE(listed.contains(cl_uint(spv::Capability::Kernel)));
  for (uint32_t capability = 0; capability < 7000; ++capability) {
    if (std::string_view(spv::CapabilityToString(spv::Capability(capability))) == "Unknown")
      continue;
    const std::vector<uint32_t> words = moduleWith(capability);
    cl_int error = 1;
    Program program(clCreateProgramWithIL(context(), words.data(), words.size() * 4, &error));
    ASSERT_EQ(error, CL_SUCCESS) << capability;
    build(program);
    const std::string text = log(program);
    const bool refused = text.contains("error: unsupported: ") &&
                         text.contains(std::string("capability ") +
                                       spv::CapabilityToString(spv::Capability(capability)));
    EXPECT_EQ(refused, !listed.contains(capability))
        << spv::CapabilityToString(spv::Capability(capability)) << "\n"
        << log(program);
  }
}

}  // namespace
}  // namespace lanewise::test
