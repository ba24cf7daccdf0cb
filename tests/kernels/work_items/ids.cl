// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every work-item records the results of the work-item functions.

typedef struct {
  ulong global_id[3], local_id[3], group_id[3];
  ulong global_size[3], local_size[3], num_groups[3], global_offset[3], enqueued_local_size[3];
  ulong global_linear_id, local_linear_id;
  uint work_dim;
} Report;

kernel void report(global Report *reports) {
  const size_t index = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +
                        get_global_id(1) - get_global_offset(1)) * get_global_size(0) +
                       get_global_id(0) - get_global_offset(0);
  global Report *r = reports + index;
  for (uint d = 0; d < 3; ++d) {
    r->global_id[d] = get_global_id(d);
    r->local_id[d] = get_local_id(d);
    r->group_id[d] = get_group_id(d);
    r->global_size[d] = get_global_size(d);
    r->local_size[d] = get_local_size(d);
    r->num_groups[d] = get_num_groups(d);
    r->global_offset[d] = get_global_offset(d);
    r->enqueued_local_size[d] = get_enqueued_local_size(d);
  }
  r->global_linear_id = get_global_linear_id();
  r->local_linear_id = get_local_linear_id();
  r->work_dim = get_work_dim();
}

// The dimension is not constant, and may be out of range.
kernel void outOfRange(global ulong *out, uint d) {
  out[0] = get_global_id(d);
  out[1] = get_local_id(d);
  out[2] = get_group_id(d);
  out[3] = get_global_size(d);
  out[4] = get_local_size(d);
  out[5] = get_num_groups(d);
  out[6] = get_global_offset(d);
  out[7] = get_enqueued_local_size(d);
}

kernel void countItems(global int *counts) {
  atomic_inc((volatile global int *)&counts[get_global_id(0) + get_global_size(0) * get_global_id(1)]);
}
