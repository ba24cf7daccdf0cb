# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The components of the project and their order, which ARCHITECTURE.md draws. The CMakeLists.txt of each component has its target."""

# {component: components whose files it may include}. A component is a folder; the innermost one of a
# file counts.
TOP = {
    "interface": (),
    "images": ("interface",),
    "builtins": ("interface", "images"),
    "runtime": ("interface", "images"),
    "compiler": ("interface", "images", "builtins"),
    "icd": ("interface", "runtime"),
}
# Components inside runtime/ and compiler/: each may include those before it.
RUNTIME = ("base", "host", "workers", "device", "context", "compiler_process", "queue", "memory",
           "launch", "cache", "program", "recording")
COMPILER = {
    "ir": (),
    "admit": (),
    "repairs": ("ir", "admit"),
    "frontend": ("ir", "admit", "repairs"),
    "lower": ("ir", "admit", "repairs"),
    "lanes": ("ir", "lower", "repairs"),
    "group": ("ir",),
    "codegen": ("ir", "repairs"),
    "driver": ("ir", "admit", "repairs", "frontend", "lower", "lanes", "group", "codegen"),
    "tools": ("ir", "admit", "repairs", "frontend", "lower", "lanes", "group", "codegen", "driver"),
}


def component_of(path):
    """'runtime/queue' for 'runtime/queue/event.h', 'builtins' for 'builtins/math/exp.cpp'."""
    parts = str(path).split("/")
    return "/".join(parts[:2]) if parts[0] in ("runtime", "compiler") else parts[0]


def may_include():
    """{component: set of components that its files may include, itself among them}."""
    allowed = {component: {component, *others} for component, others in TOP.items()}
    below = allowed.pop("runtime") - {"runtime"}
    for i, component in enumerate(RUNTIME):
        allowed["runtime/" + component] = below | {"runtime/" + name for name in RUNTIME[:i + 1]}
    below = allowed.pop("compiler") - {"compiler"}
    for component, others in COMPILER.items():
        allowed["compiler/" + component] = below | {"compiler/" + name
                                                    for name in (component, *others)}
    allowed["icd"] |= {"runtime/" + name for name in RUNTIME}
    return allowed
