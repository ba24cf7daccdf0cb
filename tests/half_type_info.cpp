// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type information of half, which libstdc++ 12 lacks. GoogleTest refers to it in tests of
// types.
extern "C" void* const fundamentalTypes[] __asm__("_ZTVN10__cxxabiv123__fundamental_type_infoE");

namespace {
struct TypeInformation {
  const void* functions;
  const char* name;
};
}  // namespace

extern "C" [[gnu::weak]] const TypeInformation typeInformationOfHalf __asm__("_ZTIDF16_");
const TypeInformation typeInformationOfHalf = {fundamentalTypes + 2, "DF16_"};
