#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs Lanewise from the unpacked archive, or removes it.
#
#   ./install.sh [--prefix FOLDER] [--vendors FOLDER] [--uninstall]
#
# --prefix: default /usr/local for root, else ~/.local. All files go to FOLDER/lib/lanewise, with a link in FOLDER/bin.
# --vendors: the folder of the vendor file; default /etc/OpenCL/vendors for root, else FOLDER/etc/OpenCL/vendors.
# --uninstall: removes what an installation in the same prefix has put there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix='' vendors='' uninstall=''
made=''  # folders that this run has made, one a line
# After a failure nothing is left.
stop() {
  echo "install.sh: $*" >&2
  printf '%s' "$made" | sort -r | while read -r folder; do rmdir "$folder" 2>/dev/null || :; done
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || stop "--prefix needs a folder"; prefix=$2; shift ;;
    --prefix=*) prefix=${1#*=} ;;
    --vendors) [ $# -gt 1 ] || stop "--vendors needs a folder"; vendors=$2; shift ;;
    --vendors=*) vendors=${1#*=} ;;
    --uninstall) uninstall=yes ;;
    -h | --help) sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; exit 0 ;;
    *) stop "unknown option '$1' (--help lists them)" ;;
  esac
  shift
done

root=''
[ "$(id -u)" != 0 ] || root=yes
if [ -z "$prefix" ]; then
  [ -n "$root" ] || [ -n "${HOME:-}" ] || stop "HOME is not set; name a folder with --prefix"
  if [ -n "$root" ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
fi
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
if [ -z "$vendors" ]; then
  if [ -n "$root" ]; then vendors=/etc/OpenCL/vendors; else vendors=$prefix/etc/OpenCL/vendors; fi
fi
case $vendors in /*) ;; *) vendors=$PWD/$vendors ;; esac
home=$prefix/lib/lanewise
if [ -n "$uninstall" ] && [ -f "$home/vendors-folder" ]; then vendors=$(cat "$home/vendors-folder"); fi
library=$home/lib/liblanewise.so
programs='lanewise-cc lanewise-run'
links=''
for program in $programs; do links="$links bin/$program share/man/man1/$program.1"; done
vendor_file=$vendors/lanewise.icd

# Makes a folder with those above it, and records them.
make_folder() {
  missing='' folder=$1
  while [ ! -d "$folder" ]; do
    missing="$missing$folder
" folder=$(dirname "$folder")
  done
  mkdir -p "$1" 2>/dev/null && [ -w "$1" ] || return 1
  made="$missing$made"
}

remove() {
  for link in $links; do
    case $(readlink "$prefix/$link" || :) in
      */lib/lanewise/*) rm -f "$prefix/$link" ;;
    esac
  done
  if [ "$named" = "$library" ]; then rm -f "$vendor_file"; fi
  rm -rf "$home" "$home.new" "$home.old"
}

# Files of others stay as they are.
named=$(cat "$vendor_file" 2>/dev/null || :)
if [ -z "$uninstall" ]; then
  [ -z "$named" ] || [ "$named" = "$library" ] || [ ! -e "$named" ] ||
    stop "$vendor_file belongs to another installation: it names $named"
  for link in $links; do
    [ ! -e "$prefix/$link" ] || [ -L "$prefix/$link" ] || stop "$prefix/$link belongs to another installation"
  done
fi

if [ -n "$uninstall" ]; then
  [ -d "$home" ] || stop "Lanewise is not installed in $prefix ($home not found)"
  [ -w "$prefix/lib" ] || stop "cannot write to $prefix/lib; run it as the user who installed"
  folders=$(cat "$home/made-folders" 2>/dev/null || :)
  remove
  # Deepest first. One that has other files by now stays.
  printf '%s\n' "$folders" | sort -r | while read -r folder; do
    [ -z "$folder" ] || rmdir "$folder" 2>/dev/null || :
  done
  echo "Removed Lanewise from $prefix."
  exit 0
fi

# What the programs need.
[ "$(uname -s)" = Linux ] || stop "this archive is for Linux; this is $(uname -s)"
processor=$(cat "$here/PROCESSOR" 2>/dev/null) || stop "$here/PROCESSOR not found; unpack the whole archive"
[ "$(uname -m)" = "$processor" ] || stop "this archive is for $processor processors; this is $(uname -m)"
for file in lib/liblanewise.so lib/liblanewise-compiler.so libexec/lanewise/lanewise-compiler bin/lanewise-cc bin/lanewise-run; do
  [ -f "$here/$file" ] || stop "$here/$file not found; unpack the whole archive"
done
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
if [ -z "$glibc" ]; then
  if ldd --version 2>&1 | grep -qi musl; then
    stop "this system has the C library musl; the archive needs glibc 2.34 or newer"
  fi
  stop "no glibc found; the archive needs glibc 2.34 or newer"
fi
major=${glibc%%.*} minor=${glibc#*.}
minor=${minor%%.*}
if [ "$major" -lt 2 ] || { [ "$major" = 2 ] && [ "$minor" -lt 34 ]; }; then
  stop "this system has glibc $glibc; the archive needs 2.34 or newer"
fi
if [ "$processor" = x86_64 ] && [ -r /proc/cpuinfo ]; then
  flags=$(sed -n 's/^flags[^:]*://p' /proc/cpuinfo | head -n 1)
  for flag in cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3; do
    case " $flags " in
      *" $flag "*) ;;
      *) [ -z "$flags" ] || stop "the processor has no $flag; Lanewise needs the level x86-64-v2" ;;
    esac
  done
fi

# The place.
for folder in "$prefix/lib" "$prefix/bin" "$prefix/share/man/man1"; do
  make_folder "$folder" || stop "cannot write to $folder; name another place with --prefix"
done
make_folder "$vendors" || stop "cannot write to $vendors; name another folder with --vendors"
need=$(du -sk "$here" | cut -f1)
free=$(df -Pk "$prefix/lib" | awk 'NR == 2 { print $4 }')
[ "$free" -gt $((need + 1024)) ] ||
  stop "no space in $prefix: $((free / 1024)) MB free, $((need / 1024 + 1)) MB needed"

# The new files are complete before the old ones go.
rm -rf "$home.new" "$home.old"
mkdir "$home.new"
for item in bin lib libexec share LICENSE THIRD-PARTY.md VERSION PROCESSOR install.sh; do
  if [ -e "$here/$item" ]; then
    cp -R "$here/$item" "$home.new/" || { rm -rf "$home.new"; stop "copying to $home.new failed"; }
  fi
done
if ! "$home.new/bin/lanewise-cc" --help >/dev/null 2>"$home.new/problem"; then
  problem=$(head -n 1 "$home.new/problem")
  rm -rf "$home.new"
  stop "programs in $prefix cannot be executed (is it mounted noexec?): $problem"
fi
rm -f "$home.new/problem"
[ ! -f "$home/made-folders" ] || made="$made$(cat "$home/made-folders")
"
printf '%s' "$made" >"$home.new/made-folders"
printf '%s\n' "$vendors" >"$home.new/vendors-folder"
if [ -d "$home" ]; then mv "$home" "$home.old"; fi
mv "$home.new" "$home"
rm -rf "$home.old"
for program in $programs; do
  ln -sfn "../lib/lanewise/bin/$program" "$prefix/bin/$program"
  page=share/man/man1/$program.1
  [ ! -d "$home/share/man" ] || ln -sfn "../../../lib/lanewise/$page" "$prefix/$page"
done
echo "$library" >"$vendor_file"

echo "Installed Lanewise $(cat "$here/VERSION") in $prefix."
if [ "$vendors" != /etc/OpenCL/vendors ]; then
  echo "Loaders find it with this line, for example in ~/.profile (the variable replaces /etc/OpenCL/vendors):"
  echo "  export OCL_ICD_VENDORS='$vendors'"
fi
if ! { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q 'libOpenCL\.so\.1'; then
  echo "No loader (libOpenCL.so.1) was found: programs need one, such as the package ocl-icd-libopencl1 of Debian."
fi
echo "To remove it: '$home/install.sh' --uninstall$([ "$prefix" = /usr/local ] && [ -n "$root" ] || printf " --prefix '%s'" "$prefix")"
