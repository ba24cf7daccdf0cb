; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Messages of lanewise-cc about its options.
; RUN: %cc --version | FileCheck --check-prefix=VERSION %s
; VERSION: lanewise-cc {{[0-9.]+}}, LLVM 19
; RUN: not %cc %s -o 2>&1 | FileCheck --check-prefix=OUTPUT %s
; OUTPUT: lanewise-cc: option '-o' has no value
; RUN: not %cc %s -D 2>&1 | FileCheck --check-prefix=MACRO %s
; MACRO: lanewise-cc: option '-D' has no value
; RUN: not %cc %s -ofile 2>&1 | FileCheck --check-prefix=JOINED %s
; JOINED: lanewise-cc: unknown option '-ofile'
; RUN: not %cc %s --lanes=many 2>&1 | FileCheck --check-prefix=NUMBER %s
; NUMBER: lanewise-cc: option '--lanes=many' is not --lanes=<number>
; RUN: not %cc %s --level x86-64-v3 2>&1 | FileCheck --check-prefix=VALUE %s
; VALUE: lanewise-cc: option '--level' has no value: it is --level=<level>
; RUN: not %cc %s --launch=made 2>&1 | FileCheck --check-prefix=LAUNCH %s
; LAUNCH: lanewise-cc: option '--launch=made' is not --launch=<kernel>:<x>,<y>,<z>, given once
; RUN: not %cc %s --launch=made:9000,1,1 2>&1 | FileCheck --check-prefix=SIZE %s
; RUN: not %cc %s --launch=made:64,0,0 2>&1 | FileCheck --check-prefix=SIZE %s
; SIZE: lanewise-cc: option '--launch=made:{{[0-9,]+}}' is not {{.*}} zeros, or at most 8192 work-items
; RUN: not %cc %s --repeat=0 2>&1 | FileCheck --check-prefix=REPEAT %s
; REPEAT: lanewise-cc: --repeat=0 compiles nothing
; RUN: not %cc --dump=lower,lowr %s 2>&1 | FileCheck --check-prefix=DUMP %s
; DUMP: lanewise-cc: unknown stage 'lowr' in --dump
; RUN: echo 'kernel void made(global int* p) { *p = VALUE; }' > %t.cl
; RUN: %cc --to=lower -D VALUE=7 -U OTHER -I /nowhere -o - %t.cl | FileCheck --check-prefix=SPLIT %s
; RUN: %cc --to=lower -DVALUE=7 -I/nowhere -o - %t.cl | FileCheck --check-prefix=SPLIT %s
; SPLIT: store i32 7
; From the standard input, too; IR of a later stage does not say which one.
; RUN: %cc --from=source --to=lower -D VALUE=7 -o - - < %t.cl | FileCheck --check-prefix=SPLIT %s
; RUN: %cc --to=spirv -D VALUE=7 -o - %t.cl | %cc --to=lower -o - - | FileCheck --check-prefix=SPLIT %s
; RUN: %cc --to=lanes -D VALUE=7 -o %t.lanes.ll %t.cl
; RUN: not %cc %t.lanes.ll 2>&1 | FileCheck --check-prefix=STAGE %s
; STAGE: lanes.ll: the output of a stage behind 'translate'; --from=<stage> names it
; RUN: not %cc --launch=other:1,1,1 -D VALUE=7 %t.cl 2>&1 | FileCheck --check-prefix=KERNEL %s
; KERNEL: there is no kernel 'other' to compile for its launches
; RUN: not %cc --launch=made:1,1,1 --known=1:0:ff -D VALUE=7 %t.cl 2>&1 | FileCheck --check-prefix=KNOWN %s
; KNOWN: kernel 'made' has no argument 1, only 1
; Relative header folders are resolved in the current folder of the tool.
; RUN: rm -rf %t.dir && mkdir -p %t.dir/inc && echo '#define VALUE 7' > %t.dir/inc/value.h
; RUN: echo '#include "value.h"' > %t.dir/made.cl && cat %t.cl >> %t.dir/made.cl
; RUN: cd %t.dir && %cc --to=lower -I inc -o - made.cl | FileCheck --check-prefix=SPLIT %s
; RUN: cd %t.dir && %cc --to=lower -Iinc -o - made.cl | FileCheck --check-prefix=SPLIT %s
; RUN: not %cc %s --to=spirv -o %t 2>&1 | FileCheck --check-prefix=SPIRV %s
; SPIRV: lanewise-cc: --to=spirv takes source or SPIR-V, not the output of 'translate'
; RUN: not %cc %s --from=lower --to=admit -o %t 2>&1 | FileCheck --check-prefix=ORDER %s
; ORDER: lanewise-cc: --to=admit needs a stage before 'lower', which made the input
; RUN: not %cc %s --without=nonsense 2>&1 | FileCheck --check-prefix=WITHOUT %s
; WITHOUT: lanewise-cc: unknown pass 'nonsense' in --without
; RUN: not %cc %s -S --to=lower 2>&1 | FileCheck --check-prefix=ASSEMBLY %s
; ASSEMBLY: lanewise-cc: -S and --to=lower exclude each other
