// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that ask for the size of their work-groups and for nothing else of them.
kernel void size_of_group(global uint *sizes) {
  sizes[get_global_id(0)] = get_local_size(0) * 1000 + get_enqueued_local_size(0);
}

// No work-group is as large as the branch wants.
kernel void barrier_in_dead_branch(global uint *sizes) {
  local uint shared[64];
  if (get_local_size(0) > 100000) {
    shared[get_local_id(0) & 63] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    sizes[get_global_id(0)] = shared[(get_local_id(0) + 1) & 63];
  } else {
    sizes[get_global_id(0)] = get_local_size(0) * 1001;
  }
}
