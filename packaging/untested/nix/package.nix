# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
{ lib, fetchurl, cmake, ninja, pkg-config, python3, llvmPackages_19, spirv-llvm-translator, spirv-tools
, spirv-headers, opencl-headers, tbb_2022, xxHash, zlib, zstd }:

llvmPackages_19.stdenv.mkDerivation (finalAttrs: {
  pname = "lanewise";
  version = "0.1.0";

  src = fetchurl {
    url = "https://lanewise.invalid/releases/lanewise-${finalAttrs.version}.tar.gz";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ cmake ninja pkg-config python3 ];
  buildInputs = [
    llvmPackages_19.llvm llvmPackages_19.libclang llvmPackages_19.lld
    (spirv-llvm-translator.override { inherit (llvmPackages_19) llvm; })
    spirv-tools spirv-headers opencl-headers tbb_2022 xxHash zlib zstd
  ];

  cmakeFlags = [
    (lib.cmakeBool "LANEWISE_TESTS" false)
    (lib.cmakeBool "LANEWISE_BENCH" false)
    (lib.cmakeBool "LANEWISE_EXAMPLES" false)
    (lib.cmakeFeature "LANEWISE_ICD_FOLDER" "${placeholder "out"}/etc/OpenCL/vendors")
  ];

  meta = {
    description = "OpenCL platform for CPUs";
    homepage = "https://lanewise.invalid";
    license = [ lib.licenses.asl20 lib.licenses.llvm-exception ];
    platforms = [ "x86_64-linux" ];
  };
})
