// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LIMIT(name): the function of that name in limits/*.ispc, or null in a build without ispc.
#pragma once

#ifdef LANEWISE_BENCH_LIMITS
#include "aes_ispc.h"
#include "axpy_f16_ispc.h"
#include "bfs_ispc.h"
#include "bitonic_sort_ispc.h"
#include "black_scholes_ispc.h"
#include "compaction_ispc.h"
#include "convolution_ispc.h"
#include "fft_ispc.h"
#include "float4_particles_ispc.h"
#include "floyd_warshall_ispc.h"
#include "gemm_ispc.h"
#include "group_scans_ispc.h"
#include "histogram_ispc.h"
#include "images_ispc.h"
#include "mandelbrot_ispc.h"
#include "monte_carlo_ispc.h"
#include "mri_q_ispc.h"
#include "nbody_ispc.h"
#include "path_tracer_ispc.h"
#include "reduction_ispc.h"
#include "register_sort_ispc.h"
#include "saxpy_ispc.h"
#include "scan_ispc.h"
#include "sha256_ispc.h"
#include "smith_waterman_ispc.h"
#include "sobel_ispc.h"
#include "spmv_ispc.h"
#include "stencil_ispc.h"
#include "transpose_ispc.h"
#include "triad_ispc.h"
#define LIMIT(name) ispc::name
#else
#define LIMIT(name) nullptr
#endif
