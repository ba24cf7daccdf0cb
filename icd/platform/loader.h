// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the loader that opened the ICD, for the dispatch table of cl_khr_icd 2.0.
#pragma once

namespace lanewise::icd {

/// True if the loader's table stays where clIcdSetPlatformDispatchDataKHR said it is, so that the
/// loader can be offered cl_khr_icd 2.0.
bool loaderKeepsTable();

}  // namespace lanewise::icd
