# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenCL platform for CPUs, as a package of Spack."""

from spack.package import *


class Lanewise(CMakePackage):
    """OpenCL platform for CPUs, with work-items as the lanes of SIMD vectors."""

    homepage = "https://lanewise.invalid"
    url = "https://lanewise.invalid/releases/lanewise-0.1.0.tar.gz"

    license("Apache-2.0 WITH LLVM-exception")

    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    generator("ninja")
    requires("target=x86_64:", "platform=linux")
    requires("%clang@19")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3:", type="build")
    depends_on("llvm@19.1 +clang +lld")
    depends_on("spirv-llvm-translator@19.1")
    depends_on("spirv-tools@2024.4:")
    depends_on("spirv-headers@1.3.296:")
    depends_on("opencl-c-headers@2024.10.24:")
    depends_on("intel-oneapi-tbb")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd")

    def cmake_args(self):
        return [
            self.define("LANEWISE_TESTS", False),
            self.define("LANEWISE_BENCH", False),
            self.define("LANEWISE_EXAMPLES", False),
            self.define("LANEWISE_ICD_FOLDER", join_path(self.prefix.etc, "OpenCL", "vendors")),
        ]

    def setup_run_environment(self, env):
        env.set("OCL_ICD_VENDORS", join_path(self.prefix.etc, "OpenCL", "vendors"))
