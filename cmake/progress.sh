# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by ./demo, ./check and packaging/dependencies: a build with its progress.

# ninja_with_progress WHO FOLDER TARGET...: a terminal shows one line, "WHO: building, 12 of 345 files, 80 s left, ...";
# a file gets a line for each tenth, warnings and errors. Returns what ninja returns.
ninja_with_progress() {
  local who=$1 folder=$2
  shift 2
  if [ -t 1 ]; then
    NINJA_STATUS="$who: building, %f of %t files, " ninja -C "$folder" -j "$(nproc)" "$@"
    return
  fi
  NINJA_STATUS="$who: building, %f of %t files, " ninja -C "$folder" -j "$(nproc)" "$@" 2>&1 |
    awk -v who="$who" '
      index($0, who ": building, ") == 1 {
        split(substr($0, length(who) + 13), word, " ")
        tenth = int(word[1] * 10 / word[3])
        if (tenth > last) { print who ": built " word[1] " of " word[3] " files"; fflush(); last = tenth }
        next
      }
      /^ninja: (Entering|no work)/ { next }
      { print; fflush() }'
  return "${PIPESTATUS[0]}"
}

# files_left FOLDER TARGET...: how many commands ninja would run; nothing if FOLDER is not configured.
files_left() {
  local folder=$1
  shift
  [ -e "$folder/build.ninja" ] || return
  ninja -C "$folder" -n "$@" 2>/dev/null | sed -nE 's,^\[1/([0-9]+)\].*,\1,p; s/^ninja: no work to do\.$/0/p' | head -n 1
}
