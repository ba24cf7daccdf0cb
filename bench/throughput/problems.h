// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The problems of the table in cases.cpp, by the file that has them. `size` is the problem's own
// measure (elements, or elements of a side). `local` is the local size of its kernels, where it may
// vary.
#pragma once

#include "problem.h"

namespace bench {

// memory.cpp
Problem saxpy(size_t size, const Sizes& local);
Problem triad(size_t size, const Sizes& local);
Problem spmv(size_t size, const Sizes& local);
Problem stencil(size_t size, const Sizes& local);
Problem halfAxpy(size_t size, const Sizes& local);

// compute.cpp
/// c = a * b with the kernel's own division of the matrix into work-items.
Problem matrixProduct(const char* kernel, size_t size, const Sizes& global, const Sizes& local);
Problem gemm(size_t size, const Sizes& local);
Problem nBody(size_t size, const Sizes& local);
Problem mriQ(size_t size, const Sizes& local);
Problem blackScholes(size_t size, const Sizes& local);
Problem monteCarlo(size_t size, const Sizes& local);
Problem convolution(size_t size, const Sizes& local);
Problem float4Particles(size_t size, const Sizes& local);
Problem sobel(size_t size, const Sizes& local);

// ciphers.cpp
Problem sha256(size_t size, const Sizes& local);
Problem aes(size_t size, const Sizes& local);

// barrier.cpp
Problem gemmTiled(size_t size, const Sizes& local);
Problem gemmBlocked(size_t size, const Sizes& local);
Problem reduction(size_t size, const Sizes& local);
Problem scan(size_t size, const Sizes& local);
Problem histogram(size_t size, const Sizes& local);
Problem bitonicSort(size_t size, const Sizes& local);
Problem transpose(size_t size, const Sizes& local);
Problem fft(size_t size, const Sizes& local);

// groups.cpp
/// Integers whose sums do not overflow.
std::vector<cl_int> smallIntegers(size_t size);
/// The sum of each work-group, by a kernel.
Problem groupSums(const char* kernel, size_t size, const Sizes& local);
/// A matrix of `size` rows, with the kernel's own division into work-items.
Problem transposed(const char* kernel, size_t size, const Sizes& global, const Sizes& local);
/// `bins` count the first byte of each value.
void checkBins(Problem& problem, Array<cl_uint> bins, const std::vector<cl_uint>& values);
Problem sumBySubGroups(size_t size, const Sizes& local);
Problem sumByWorkGroup(size_t size, const Sizes& local);
Problem sumByLocalMemory(size_t size, const Sizes& local);
Problem scanBySubGroups(size_t size, const Sizes& local);
Problem scanByWorkGroup(size_t size, const Sizes& local);
Problem scanByLocalMemory(size_t size, const Sizes& local);
Problem compaction(size_t size, const Sizes& local);
Problem registerSort(size_t size, const Sizes& local);
Problem registerTranspose(size_t size, const Sizes& local);
Problem countGlobal(size_t size, const Sizes& local);
Problem countLocal(size_t size, const Sizes& local);
Problem addFloats(size_t size, const Sizes& local);
Problem reduceByFunction(size_t size, const Sizes& local);
Problem reduceByShuffles(size_t size, const Sizes& local);

// divergent.cpp
Problem mandelbrot(size_t size, const Sizes& local);
Problem smithWaterman(size_t size, const Sizes& local);
Problem floydWarshall(size_t size, const Sizes& local);
Problem breadthFirst(size_t size, const Sizes& local);
Problem pathTracer(size_t size, const Sizes& local);

// hard_to_estimate.cpp
Problem kthOfTwo(size_t size, const Sizes& local);
Problem histogramCas(size_t size, const Sizes& local);
Problem volatileScan(size_t size, const Sizes& local);

// images.cpp
Problem blurBytes(size_t size, const Sizes& local);
Problem blurFloats(size_t size, const Sizes& local);
Problem rotateBytes(size_t size, const Sizes& local);
Problem rotateFloats(size_t size, const Sizes& local);
Problem resizeBytes(size_t size, const Sizes& local);
Problem marchBytes(size_t size, const Sizes& local);
/// The same work on an image and on a buffer.
Problem imageStencil(size_t size, const Sizes& local);
Problem bufferStencil(size_t size, const Sizes& local);
Problem writeBytes(size_t size, const Sizes& local);
Problem writeHalves(size_t size, const Sizes& local);

}  // namespace bench
