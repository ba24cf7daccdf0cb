# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One random program in two texts: OpenCL C or C++ for OpenCL, and C or C++ for the host. Used by the
files of features and by generate.py.

The texts are equal except where a feature writes both(<OpenCL>, <host>). Each feature appends
declarations at file scope and statements to one kernel, which adds every value to the hash `h`.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "random_programs"))
from generate import Generator, Scope  # noqa: E402 (the path comes first)

BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64,
        "ulong": 64, "half": 16, "float": 32, "double": 64}
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
FLOATS = ("half", "float", "double")
WIDTHS = (2, 3, 4, 8, 16)
# Beginnings by which translators recognize functions.
BEGINNINGS = """convert_ convert_int convert_uchar4_ vload vload4 vstore vstore_half atomic_ atomic_add atom_ read_image
read_imagef write_image write_imageui get_ get_global_ get_image_ sub_group_ work_group_ native_ half_ async_ as_ barrier_
__spirv_ __spirv_Op __spirv_BuiltIn __spirv_ocl_ __translate_ __translate_sampler_ shuffle intel_sub_group_ printf_ ndrange_
enqueue_ to_ create_ mem_fence_ prefetch_ bitfield_ dot_ lw_ lanewise_ __lanewise_ llvm_ spirv_ OpenCL_ ocl_ __opencl_ _Z _ZN
__clang_ocl_ spir_ sampler_ image_ pipe_ reserve_ commit_ is_ isnan_ nan_""".split()
MOST_LANES = 4  # of a vector that are added to the hash: time of builds
FEATURES = []  # (name, function, languages)


def feature(languages=("c", "c++")):
    """Adds a function to the table. Its name is that of the feature, in the counts, too."""
    def add(function):
        FEATURES.append((function.__name__, function, languages))
        return function
    return add


def both(opencl, host):
    return f"\1{opencl}\2{host}\3"


def text_of(marked, side):
    """The OpenCL text (side 0) or the host's (side 1) of a text with marks."""
    result, sides = [], []
    for part in re.split("([\1\2\3])", marked):
        if part == "\1":
            sides.append(0)
        elif part == "\2":
            sides[-1] = 1
        elif part == "\3":
            sides.pop()
        elif all(current == side for current in sides):
            result.append(part)
    return "".join(result)


def integer(type_name):
    return type_name in INTEGERS


def bounds(type_name):
    """The smallest and the largest value of an integer type."""
    bits = BITS[type_name]
    return (0, 2**bits - 1) if type_name in UNSIGNED else (-2**(bits - 1), 2**(bits - 1) - 1)


class SourceWriter(Generator):
    """State of one program. Integer expressions come from the generator of random programs."""

    def __init__(self, seed, language, file_state):
        super().__init__(seed)
        self.language = language
        self.cxx = language == "c++"
        self.file_state = file_state
        self.top_lines = []
        self.scope = Scope()
        self.used, self.labels = set(), set()

    # Text.

    def top(self, text):
        self.top_lines.append(text)

    def unique(self, prefix="v"):
        """A name that no other program has; a few begin like builtins."""
        self.count += 1
        if self.file_state.names_like_builtins and self.chance(0.05):
            prefix = f"{self.pick(BEGINNINGS)}_{prefix}"
        return f"{prefix}{self.seed}_{self.count}"

    def kernel_name(self):
        if not self.file_state.names_like_builtins or self.chance(0.8):
            return f"k{self.seed}"
        self.used.add("names_of_kernels")
        return f"{self.pick(BEGINNINGS + ['größe_', 'δ_', '数_'])}k{self.seed}"

    def function(self, header, body, attributes=True):
        """A function at file scope in one of the forms that people write."""
        forms = ["static ", "static inline ", "", both("inline ", "static inline ")]
        if attributes:
            forms += ["static __attribute__((noinline)) ", "static __attribute__((always_inline)) "]
        self.top(f"{self.pick(forms)}{header} {{ {body} }}")

    def chance(self, probability):
        return self.random.random() < probability

    def below(self, limit):
        return self.random.randrange(limit)

    def constant_char(self):
        return self.pick(("const constant char", "constant const char", "__constant const char")
                         if self.cxx else ("constant char", "constant const char", "__constant char"))

    # Values.

    def uint(self, depth=1):
        return self.expression(self.scope, depth)

    def scalar(self, type_name, depth=1):
        """An expression of that type. Numbers of floating point are multiples of 1/8 below 2048."""
        e = self.uint(depth)
        if type_name in ("long", "ulong"):
            return f"({type_name})((ulong){e} << 32 | {self.uint(0)})"
        if type_name == "half":
            return f"((half)((int)({e} & 255u) - 128) * (half)0.25f)"
        if type_name == "float":
            return f"((float)((int)({e} & 4095u) - 2048) * 0.25f)"
        if type_name == "double":
            return f"((double)((int)({e} & 65535u) - 32768) * 0.125)"
        if type_name == "bool":
            return f"({e} % 3u == 1u)"
        return f"({type_name})({e})"

    def constant_of(self, type_name):
        """A constant of that type, and no other."""
        if type_name == "bool":
            return self.pick(("true", "false"))
        if integer(type_name):
            low, high = bounds(type_name)
            value = self.pick((0, 1, high, self.random.randint(low, high), self.below(100)))
            suffix = {"uint": "u", "long": "l", "ulong": "ul"}.get(type_name, "")
            return f"({type_name}){value}{suffix}" if value >= 0 else f"({type_name})({value}{suffix})"
        value = self.below(4000) - 2000
        form = {"half": f"(half){value / 16}f", "float": f"{value / 16}f", "double": f"{value / 8}"}
        return f"({form[type_name]})"

    def element_types(self):
        return INTEGERS + ("float", "float", "double", "half")

    def vector(self, type_name, width, depth=0):
        """An expression of a vector type."""
        if self.chance(0.3):
            return self.splat(type_name, width, self.scalar(type_name, depth))
        return self.literal(type_name, width,
                            [(self.scalar(type_name, depth), 1) for _ in range(width)])

    def splat(self, type_name, width, value):
        return f"(({type_name}{width})({value}))"

    def literal(self, type_name, width, parts):
        """(type)(parts) from pairs of an expression and its width; the host has no such form."""
        vector = f"{type_name}{width}"
        if len(parts) == 1:
            return f"(({vector})({parts[0][0]}))"
        opencl = f"({vector})({', '.join(text for text, _ in parts)})"
        before, elements = "", []
        for n, (text, count) in enumerate(parts):
            if count == 1:
                elements.append(text)
            else:
                before += f"{type_name}{count} part{n} = {text}; "
                elements += [f"part{n}.s{lane:x}" for lane in range(count)]
        host = f"(({vector}){{{', '.join(elements)}}})"
        return both(opencl, f"({{ {before}{host}; }})" if before else host)

    # Statements of the kernel.

    def add(self, expression, type_name="ulong"):
        bits = {"float": "as_uint", "double": "as_ulong", "half": "as_ushort"}.get(type_name, "")
        self.emit(f"h = h * 31u + (ulong){bits}({expression});")

    def add_vector(self, expression, type_name, width):
        name = self.unique("w")
        self.emit(f"const {type_name}{width} {name} = {expression};")
        for lane in sorted(self.random.sample(range(width), min(width, MOST_LANES))):
            self.add(f"{name}.s{lane:x}", type_name)

    def convert(self, to, source, width=1, sat=False, mode=""):
        """The name of a conversion, which the host's header then has."""
        suffix = "" if width == 1 else str(width)
        name = f"convert_{to}{suffix}" + ("_sat" if sat else "") + mode
        self.file_state.conversions.add((name, to, source, width, sat, mode))
        return name

    def new_signature(self, name, parameters):
        """Whether no other program of the file has this function."""
        key = (name, tuple(parameters))
        if key in self.file_state.signatures:
            return False
        self.file_state.signatures.add(key)
        return True

    def kernel_text(self, names):
        """The kernel's name and the text, with the features of these names."""
        table = {name: function for name, function, _ in FEATURES}
        for name in names:
            self.used.add(name)
            self.emit("{")
            table[name](self)
            self.emit("}")
        name = self.kernel_name()
        kernel = [f"kernel void {name}(global uint* out, global const uint* in) {{",
                  "const uint id = (uint)get_global_id(0);",
                  f"ulong h = id + {self.seed}u;"]
        if "id" not in self.scope.scalars:
            self.scope.scalars["id"] = "uint"
        return name, "\n".join(self.top_lines + kernel + self.lines +
                         ["out[id] = (uint)(h ^ h >> 32);", "}"]) + "\n"


class FileState:
    """What the programs of one file share."""

    def __init__(self, standard, names_like_builtins):
        self.standard = standard  # the value of -cl-std
        self.names_like_builtins = names_like_builtins
        self.loads = set()  # (type, width) of vloadn and vstoren
        self.conversions = set()
        self.signatures = set()
