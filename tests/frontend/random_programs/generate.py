#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random kernels that are valid OpenCL C, C++ for OpenCL and C.

    generate.py <first seed> <count> <output.cl>

Each kernel k<seed> reads `in` (kWords words), writes one word per work-item to `out`, and terminates:
every loop counts down `fuel`. Nothing in it is undefined: arithmetic is on unsigned types, divisors
are odd, shift counts and indices are masked, and every variable is initialized. Compiled as C, with
the macros of random_programs_test, the same text is the reference.
"""

import random
import sys

WORDS = 16  # of `in`; indices are masked
SCALARS = {"uchar": 8, "ushort": 16, "uint": 32, "ulong": 64}
VECTORS = ("uint2", "uint4", "ushort4", "uchar8")
LANES = {"uint2": 2, "uint4": 4, "ushort4": 4, "uchar8": 8}
UNROLL = ("", "", "", "#pragma unroll\n", "#pragma unroll 4\n", "#pragma nounroll\n",
          "UNROLL_HINT(2)\n", "UNROLL_HINT(1)\n")


class Scope:
    """The names that a statement may use."""

    def __init__(self, outer=None):
        self.scalars = dict(outer.scalars) if outer else {}
        self.vectors = dict(outer.vectors) if outer else {}
        self.arrays = dict(outer.arrays) if outer else {}   # name: (element type, length)
        self.constants = set(outer.constants) if outer else set()  # loop variables: not assigned


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.count = 0
        self.functions = []  # (name, parameter count)
        self.lines = []
        self.depth = 0       # of loops
        self.in_switch = False
        self.budget = 0

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def pick(self, items):
        return self.random.choice(list(items))

    # Expressions have the type uint or ulong.

    def expression(self, scope, depth=3):
        kind = self.random.randrange(16) if depth > 0 else self.random.randrange(5)
        if kind == 0:
            return f"{self.random.choice([0, 1, 2, 3, 7, 255, 65535, self.random.getrandbits(32)])}u"
        if kind in (1, 2) and scope.scalars:
            return f"(uint){self.pick(scope.scalars)}"
        if kind == 3 and scope.arrays:
            array = self.pick(scope.arrays)
            return f"(uint){array}[{self.index(scope, scope.arrays[array][1], depth)}]"
        if kind == 4 and scope.vectors:
            vector = self.pick(scope.vectors)
            return f"(uint){vector}.s{self.random.randrange(LANES[scope.vectors[vector]])}"
        if depth <= 0 or kind < 5:
            return f"in[{self.random.randrange(WORDS)}]"
        a, b = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
        if kind < 10:
            return f"({a} {self.pick('+-*&|^')} {b})"
        if kind == 10:
            return f"({a} {self.pick('/%')} ({b} | 1u))"
        if kind == 11:
            return f"({a} {self.pick(('<<', '>>'))} ({b} & 31u))"
        if kind == 12:
            return f"({self.condition(scope, depth - 1)} ? {a} : {b})"
        if kind == 13 and self.functions:
            function, parameters = self.pick(self.functions)
            more = [a, b] + [self.expression(scope, 0) for _ in range(parameters)]
            return f"{function}(in, {', '.join(more[:parameters])})"
        if kind == 14:
            narrow = self.pick(("uchar", "ushort", "char", "short", "ulong"))
            return f"(uint)({narrow})({a} ^ {b})"
        return f"(uint)((ulong){a} * {b} >> {self.random.randrange(33)})"

    def index(self, scope, length, depth):
        return f"({self.expression(scope, depth - 2)} & {length - 1}u)"

    def condition(self, scope, depth=2):
        kind = self.random.randrange(6) if depth > 0 else 0
        if kind == 4:
            return f"({self.condition(scope, depth - 1)} && {self.condition(scope, depth - 1)})"
        if kind == 5:
            return f"({self.condition(scope, depth - 1)} || {self.condition(scope, depth - 1)})"
        a, b = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
        if kind == 3:
            return f"((int){a} {self.pick(('<', '>='))} (int){b})"
        return f"({a} {self.pick(('==', '!=', '<', '>', '<=', '>='))} {b})"

    # Statements.

    def emit(self, text):
        self.lines.append(text)

    def block(self, scope, size, returns):
        inner = Scope(scope)
        for _ in range(self.random.randrange(1, size + 1)):
            self.statement(inner, size, returns)

    def declaration(self, scope):
        kind = self.random.randrange(5)
        if kind < 3:
            type_name, name = self.pick(SCALARS), self.name("v")
            self.emit(f"{type_name} {name} = ({type_name}){self.expression(scope)};")
            scope.scalars[name] = type_name
        elif kind == 3:
            type_name, name = self.pick(VECTORS), self.name("w")
            element = type_name.rstrip("0123456789")
            self.emit(f"{type_name} {name} = ({type_name})(({element})0);")
            for lane in range(LANES[type_name]):
                self.emit(f"{name}.s{lane} = ({element}){self.expression(scope, 1)};")
            scope.vectors[name] = type_name
        else:
            type_name, name, length = self.pick(SCALARS), self.name("a"), self.pick((2, 4, 8))
            values = ", ".join(f"({type_name}){self.expression(scope, 1)}" for _ in range(length))
            self.emit(f"{type_name} {name}[{length}] = {{{values}}};")
            scope.arrays[name] = (type_name, length)

    def assignment(self, scope):
        targets = [name for name in scope.scalars if name not in scope.constants]
        kind = self.random.randrange(5)
        if kind == 3 and scope.arrays:
            array = self.pick(scope.arrays)
            type_name, length = scope.arrays[array]
            self.emit(f"{array}[{self.index(scope, length, 2)}] = "
                      f"({type_name}){self.expression(scope)};")
        elif kind == 4 and scope.vectors:
            vector = self.pick(scope.vectors)
            same = [name for name, t in scope.vectors.items() if t == scope.vectors[vector]]
            self.emit(f"{vector} {self.pick(('+=', '^=', '-=', '='))} {self.pick(same)};")
        elif targets:
            target = self.pick(targets)
            operation = self.pick(("=", "+=", "-=", "^=", "|=", "&="))
            self.emit(f"{target} {operation} ({scope.scalars[target]}){self.expression(scope)};")

    def loop(self, scope, size, returns):
        self.depth += 1
        switch, self.in_switch = self.in_switch, False
        hint, kind = self.pick(UNROLL), self.random.randrange(3)
        inner = Scope(scope)
        if kind == 0:
            name = self.name("i")
            inner.scalars[name] = "uint"
            inner.constants.add(name)
            bound = self.pick((str(self.random.randrange(1, 9)) + "u",
                               f"({self.expression(scope, 1)} & 7u)"))
            step = self.random.randrange(1, 3)
            self.emit(f"{hint}for (uint {name} = 0; {name} < {bound} && fuel; {name} += {step}u) {{")
            self.emit("--fuel;")
            self.block(inner, size - 1, returns)
            self.emit("}")
        elif kind == 1:
            self.emit(f"{hint}while (fuel && {self.condition(scope)}) {{")
            self.emit("--fuel;")
            self.block(inner, size - 1, returns)
            self.emit("}")
        else:
            self.emit(f"{hint}do {{")
            self.emit("if (fuel == 0) break;")
            self.emit("--fuel;")
            self.block(inner, size - 1, returns)
            self.emit(f"}} while ({self.condition(scope)});")
        self.in_switch = switch
        self.depth -= 1

    def switch(self, scope, size, returns):
        self.emit(f"switch ({self.expression(scope, 2)} & 7u) {{")
        outer, self.in_switch = self.in_switch, True
        labels = self.random.sample(range(8), self.random.randrange(1, 7))
        while labels:
            for _ in range(self.random.randrange(1, 4)):
                if labels:
                    self.emit(f"case {labels.pop()}:")
            self.emit("{")
            self.block(scope, size - 1, returns)
            self.emit("}")
            if self.random.random() < 0.7:
                self.emit("break;")
        if self.random.random() < 0.6:
            self.emit("default: {")
            self.block(scope, size - 1, returns)
            self.emit("}")
        self.emit("}")
        self.in_switch = outer

    def jump(self, scope, returns):
        choices = []
        if self.depth or self.in_switch:
            choices.append("break;")
        if self.depth:
            choices.append("continue;")
        if returns:
            choices.append(f"return {self.expression(scope, 1)};")
        if choices:
            self.emit(f"if ({self.condition(scope)}) {self.pick(choices)}")

    def statement(self, scope, size, returns):
        self.budget -= 1
        kind = self.random.randrange(12)
        if size <= 1 or self.budget <= 0:
            kind %= 6
        if kind < 2:
            self.declaration(scope)
        elif kind < 5:
            self.assignment(scope)
        elif kind == 5:
            self.jump(scope, returns)
        elif kind < 8:
            self.emit(f"if ({self.condition(scope)}) {{")
            self.block(scope, size - 1, returns)
            if self.random.random() < 0.5:
                self.emit("} else {")
                self.block(scope, size - 1, returns)
            self.emit("}")
        elif kind < 10:
            self.loop(scope, size, returns)
        elif kind == 10:
            self.switch(scope, size, returns)
        else:
            self.emit("{")
            self.block(scope, size - 1, returns)
            self.emit("}")

    def sum_of(self, scope):
        terms = [f"(uint){name}" for name in scope.scalars]
        terms += [f"(uint){name}[{i}]" for name, (_, n) in scope.arrays.items() for i in range(n)]
        terms += [f"(uint){name}.s{i}" for name, t in scope.vectors.items() for i in range(LANES[t])]
        return " + 3u * (".join(terms or ["1u"]) + ")" * (max(len(terms), 1) - 1)

    def body(self, scope, size, statements, returns):
        self.budget = 6 * statements
        for _ in range(statements):
            self.statement(scope, size, returns)

    def function(self):
        parameters = self.random.randrange(1, 4)
        name = f"f{self.seed}_{len(self.functions)}"
        scope = Scope()
        names = [f"p{i}" for i in range(parameters)]
        scope.scalars.update({p: "uint" for p in names})
        arguments = "".join(f", uint {p}" for p in names)
        self.emit(f"{self.pick(('', 'INLINE '))}uint {name}(GLOBAL const uint* in{arguments}) {{")
        self.emit(f"uint fuel = {self.random.randrange(4, 20)}u;")
        self.body(scope, 2, 4, True)
        self.emit(f"return {self.sum_of(scope)};")
        self.emit("}")
        self.functions.append((name, parameters))

    def kernel(self):
        for _ in range(self.random.randrange(3)):
            self.function()
        self.emit(f"KERNEL void k{self.seed}(GLOBAL uint* out, GLOBAL const uint* in) {{")
        self.emit("const uint id = (uint)get_global_id(0);")
        self.emit(f"uint fuel = {self.random.randrange(20, 60)}u;")
        scope = Scope()
        scope.scalars["id"] = "uint"
        scope.constants.add("id")
        for _ in range(3):
            self.declaration(scope)
        self.body(scope, 4, 8, False)
        self.emit(f"out[id] = {self.sum_of(scope)};")
        self.emit("}")
        return "\n".join(self.lines) + "\n"


def main():
    first, count, output = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    with open(output, "w", encoding="ascii") as file:
        for seed in range(first, first + count):
            file.write(Generator(seed).kernel())


if __name__ == "__main__":
    main()
