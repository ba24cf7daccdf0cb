// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for work-groups that are columns.

ulong item(ulong x, ulong y, ulong z) { return x + 1000 * (y + 1000 * z); }

#define OF_ALL(function) item(function(0), function(1), function(2))
#define PLACE                                                                                      \
  (((get_global_id(0) - get_global_offset(0)) * get_global_size(1) + get_global_id(1) -            \
    get_global_offset(1)) * get_global_size(2) + get_global_id(2) - get_global_offset(2))

kernel void ids(global ulong *out) {
  global ulong *own = out + 9 * PLACE;
  own[0] = OF_ALL(get_global_id);
  own[1] = OF_ALL(get_local_id);
  own[2] = OF_ALL(get_group_id);
  own[3] = OF_ALL(get_global_size);
  own[4] = OF_ALL(get_local_size);
  own[5] = OF_ALL(get_num_groups);
  own[6] = OF_ALL(get_global_offset);
  own[7] = OF_ALL(get_enqueued_local_size);
  own[8] = get_work_dim();
}

// Each work-item gets the global id of the one that is opposite in its group, by the linear id.
kernel void opposite(global ulong *out, local ulong *shared) {
  const size_t id = get_local_linear_id(),
               count = get_local_size(0) * get_local_size(1) * get_local_size(2);
  shared[id] = OF_ALL(get_global_id);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[PLACE] = shared[count - 1 - id];
}

// The same by ids along dimensions, in groups of a size that the kernel requires.
kernel __attribute__((reqd_work_group_size(1, 20, 1))) void required(global ulong *out,
                                                                     local ulong *shared) {
  shared[get_local_id(1)] = OF_ALL(get_global_id);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[PLACE] = shared[get_local_size(1) - 1 - get_local_id(1)];
}

kernel void local_linear(global ulong *out) { out[PLACE] = get_local_linear_id(); }

kernel void linear(global ulong *out) {
  out[PLACE] = get_global_linear_id() * 1000 + get_local_linear_id();
}
