# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The components of the project and their order, which ARCHITECTURE.md draws. The CMakeLists.txt of each component has its target."""

# {component: components whose files it may include}. A component is a folder; the innermost one of a
# file counts.
TOP = {
    "interface": (),
    "images": ("interface",),
    "builtins": ("interface", "images"),
    "threads": (),
    "runtime": ("interface", "threads", "images"),
    "compiler": ("interface", "threads", "images", "builtins"),
    "icd": ("interface", "runtime"),
}
# Components inside runtime/ and compiler/: each may include those before it.
RUNTIME = ("base", "host", "workers", "faults", "device", "checks", "context", "compiler_process", "queue",
           "memory", "launch", "cache", "program", "recording")
COMPILER = {
    "contract": (),
    "diagnostics": ("contract",),
    "target": ("contract", "diagnostics"),
    "analysis": ("contract", "target"),
    "admit": (),
    "repairs": ("contract", "analysis", "admit"),
    "frontend": ("diagnostics", "admit", "repairs"),
    "lower": ("contract", "diagnostics", "target", "admit", "repairs"),
    "polish": ("contract", "analysis", "target"),
    "checks": ("contract",),
    "lanes/known": ("contract", "analysis", "target", "lower"),
    "lanes/plan": ("contract", "diagnostics", "analysis", "target", "lanes/known"),
    "lanes/write": ("contract", "diagnostics", "analysis", "target", "lower", "lanes/known", "lanes/plan"),
    "lanes/choose": ("contract", "diagnostics", "analysis", "target", "lanes/known", "lanes/plan"),
    "lanes/prepare": ("contract", "analysis", "target", "repairs", "lanes/known", "lanes/plan", "lanes/choose"),
    "lanes/behind": ("contract", "diagnostics", "analysis", "target", "repairs", "lanes/known"),
    "lanes": ("contract", "diagnostics", "analysis", "target", "lanes/known", "lanes/plan", "lanes/write",
        "lanes/choose", "lanes/prepare"),
    "group": ("contract", "diagnostics", "analysis", "target"),
    "legalize": ("contract", "target"),
    "codegen": ("contract", "diagnostics", "target", "repairs"),
    "driver": ("contract", "diagnostics", "target", "admit", "repairs", "frontend", "lower",
        "polish", "checks", "lanes/known", "lanes/plan", "lanes/choose", "lanes/behind", "lanes", "group", "legalize", "codegen"),
    "tools": ("target", "repairs", "codegen", "driver"),
}


def component_of(path):
    """'runtime/queue' for 'runtime/queue/event.h', 'builtins' for 'builtins/math/exp.cpp', 'compiler/lanes/known' for a file there."""
    parts = str(path).split("/")
    if parts[0] == "compiler" and len(parts) > 3 and "/".join(parts[1:3]) in COMPILER:
        return "/".join(parts[:3])
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
