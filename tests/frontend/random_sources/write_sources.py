# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random programs in OpenCL C or C++ for OpenCL, and the same as C or C++ for the host. Used by run.py.

Each program is a kernel with its own declarations. <output>.cl has all of a file, its first line says
how to build it, and <output>.host is the text for the host, which includes reference.h. `// program
<seed> <kernel>` begins a program, so that a file that does not build can be divided. Nothing in a program is
undefined: the rules of random_programs hold, numbers of floating point are exact or rounded once, and
conversions to integers are in range.
"""

import collections
import random

import aggregates  # noqa: F401 (files of features add themselves to FEATURES)
import cxx  # noqa: F401
import declarations  # noqa: F401
import literals  # noqa: F401
import names  # noqa: F401
import variables  # noqa: F401
import vectors  # noqa: F401
import wide_integers  # noqa: F401
from source_writer import FEATURES, FileState, SourceWriter, bounds, integer, text_of

FEATURES_OF_A_PROGRAM = 5
STANDARDS = {"c": ("CL3.0", "CL3.0", "CL2.0", "CL1.2", "CL3.1"), "c++": ("CLC++2021", "CLC++2021", "CLC++1.0")}
ACTIONS = ("build", "build", "build", "link")  # link: clCompileProgram and clLinkProgram
OPTIONS = ("", "", "", "-cl-opt-disable", "-g", "-cl-mad-enable")
MODES = {"": 0, "_rte": 0, "_rtz": 1, "_rtp": 2, "_rtn": 3}
FORMATS = {"half": "11, -14", "float": "24, -126", "double": "53, -1022"}


def program(seed, language, file_state, without=()):
    """A program's text with marks, and its features."""
    writer = SourceWriter(seed, language, file_state)
    writer.scope.scalars["id"] = "uint"
    writer.scope.constants.add("id")
    possible = [name for name, _, languages in FEATURES if language in languages and name not in without]
    name, text = writer.kernel_text(writer.random.sample(possible, FEATURES_OF_A_PROGRAM))
    return f"// program {seed} {name}\n{text}", writer.used


def conversion(name, to, source, width, sat, mode):
    """A conversion of OpenCL C as a function for the host."""
    if integer(to):
        low, high = bounds(to)
        number = "x" if integer(source) else f"toIntegral(x, {MODES[mode] if mode else 1})"
        value = f"({to})limited({number}, (__int128){low + 1} - 1, {high}{'u' if high >= 2**63 else ''})" if sat \
            else f"({to}){number}"
        if not integer(source) and not sat:
            value = f"({to})(__int128){number}"
    elif mode in ("", "_rte") and not (to == "half" and source in ("long", "ulong", "double")):
        value = f"({to})x"
    else:
        value = f"({to})inFormat(x, {FORMATS[to]}, {MODES[mode]})"
    if width == 1:
        return f"OVERLOADABLE {to} {name}({source} x) {{ return {value}; }}\n"
    return (f"OVERLOADABLE {to}{width} {name}({source}{width} v) {{ {to}{width} r; for (int i = 0; i < {width}; ++i) "
            f"{{ {source} x = v[i]; r[i] = {value}; }} return r; }}\n")


def load_and_store(type_name, width):
    """vloadn and vstoren as functions for the host."""
    vector = f"{type_name}{width}"
    return (f"OVERLOADABLE {vector} vload{width}(size_t n, const {type_name}* p) {{ {vector} r; "
            f"for (int i = 0; i < {width}; ++i) r[i] = p[n * {width} + i]; return r; }}\n"
            f"OVERLOADABLE void vstore{width}({vector} v, size_t n, {type_name}* p) {{ "
            f"for (int i = 0; i < {width}; ++i) p[n * {width} + i] = v[i]; }}\n")


def write(first, count, language, output, without=()):
    """Writes the two files, and returns how many programs have each feature."""
    choose = random.Random(first)
    standard = choose.choice(STANDARDS[language])
    file_state = FileState(standard, "functions_that_begin_like_builtins" not in without)
    counts = collections.Counter()
    texts = []
    for seed in range(first, first + count):
        text, used = program(seed, language, file_state, without)
        counts.update(used)
        texts.append(text)
    options = f"-w -cl-std={standard} {choose.choice(OPTIONS)}"
    action = choose.choice(ACTIONS)
    newline = choose.choice(("\n", "\n", "\n", "\r\n"))
    with open(output + ".cl", "w", encoding="utf-8", newline=newline) as file:
        file.write(f"// {action}: {options.strip()}\n#pragma OPENCL FP_CONTRACT OFF\n")
        if choose.random() < 0.5:
            file.write("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n")
        file.write("".join(text_of(text, 0) for text in texts))
    with open(output + ".host", "w", encoding="utf-8") as file:
        file.write('#include "reference.h"\n')
        file.writelines(conversion(*row) for row in sorted(file_state.conversions))
        file.writelines(load_and_store(*row) for row in sorted(file_state.loads))
        file.write("".join(text_of(text, 1) for text in texts))
    return counts
