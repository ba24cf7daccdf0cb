#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The vendor file goes to the folder that the loaders of an environment read.
set -eu
cmake -G Ninja -B build $CMAKE_ARGS -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  -DLANEWISE_TESTS=OFF -DLANEWISE_BENCH=OFF -DLANEWISE_EXAMPLES=OFF \
  -DLANEWISE_ICD_FOLDER="$PREFIX/etc/OpenCL/vendors"
cmake --build build
cmake --install build
