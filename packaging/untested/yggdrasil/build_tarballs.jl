# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL platform for CPUs, for Julia's Yggdrasil.
using BinaryBuilder, Pkg

name = "lanewise"
version = v"0.1.0"

sources = [
    ArchiveSource("https://lanewise.invalid/releases/lanewise-0.1.0.tar.gz",
                  "0000000000000000000000000000000000000000000000000000000000000000"),
]

script = raw"""
cd ${WORKSPACE}/srcdir/lanewise-*
cmake -G Ninja -B build -DCMAKE_INSTALL_PREFIX=${prefix} -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TARGET_TOOLCHAIN} \
    -DCMAKE_BUILD_TYPE=Release -DLANEWISE_TESTS=OFF -DLANEWISE_BENCH=OFF -DLANEWISE_EXAMPLES=OFF
cmake --build build --parallel ${nproc}
cmake --install build
install_license LICENSE THIRD-PARTY.md
"""

platforms = [Platform("x86_64", "linux"; libc="glibc")]

products = [LibraryProduct("liblanewise", :liblanewise), ExecutableProduct("lanewise-cc", :lanewise_cc)]

dependencies = [
    BuildDependency(PackageSpec(name="LLVM_full_jll", version=v"19.1.7")),
    BuildDependency("OpenCL_Headers_jll"),
    BuildDependency("SPIRV_Headers_jll"),
    Dependency("SPIRV_LLVM_Translator_jll"),
    Dependency("SPIRV_Tools_jll"),
    Dependency("oneTBB_jll"),
    Dependency("xxHash_jll"),
    Dependency("Zlib_jll"),
    Dependency("Zstd_jll"),
]

build_tarballs(ARGS, name, version, sources, script, platforms, products, dependencies;
               preferred_gcc_version=v"13", julia_compat="1.10")
