// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipes: packets, reservations of a work-item, a sub-group and a work-group, queries.
kernel void pipes(write_only pipe int4 to, read_only pipe int from, global int* codes) {
  int4 wide = (int4)(get_local_id(0));
  int narrow = 0;
  codes[0] = write_pipe(to, &wide);
  codes[1] = read_pipe(from, &narrow);
  reserve_id_t id = reserve_write_pipe(to, 4);
  if (is_valid_reserve_id(id)) {
    codes[2] = write_pipe(to, id, 1, &wide);
    commit_write_pipe(to, id);
  }
  id = work_group_reserve_read_pipe(from, 4);
  if (is_valid_reserve_id(id)) {
    codes[3] = read_pipe(from, id, 1, &narrow);
    work_group_commit_read_pipe(from, id);
  }
  id = sub_group_reserve_read_pipe(from, 4);
  if (is_valid_reserve_id(id)) sub_group_commit_read_pipe(from, id);
  codes[4] = get_pipe_num_packets(from) + get_pipe_max_packets(to);
  codes[5] = narrow;
}
