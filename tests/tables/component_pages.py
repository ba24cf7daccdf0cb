#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the README.md of components of compiler/: the idea of each, and its files with the first sentences of their heads.

    python3 tests/tables/component_pages.py

tables_test.py compares the pages with what it would write.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, files, text  # noqa: E402

# {component of compiler/: its idea}. Others have pages written by hand.
IDEAS = {
    "contract": """What passes agree on in IR: attributes, metadata, module flags and calls, which [compiler/README.md](../README.md) describes, and
how a pass is declared. A pass that reads a mark includes the same header as the one that writes it.""",
    "diagnostics": """How passes, code generation and stages report problems: as values, with a place in the source and the kernels that reach it.""",
    "analysis": """What is known of a function or a value, for passes of several components. Nothing here changes IR.""",
    "target": """What the processor has: the level that code is generated for, registers, masks, operations. Nothing else in `compiler/` names an
architecture (`tests/style/architectures_test.py`).""",
    "lower": """From SPIR-V to LLVM IR: each pass replaces one kind of construct of SPIR-V-friendly IR. Behind the last one a kernel is one scalar
function in the form of [compiler/README.md](../README.md).""",
    "polish": """Improvements of emitted IR that neither make lanes nor generate code. The code is right without them.""",
    "checks": """Code of kernels that looks for defects of the program while it runs. [The page](../../docs/checks.md) is for users,
[the design](../../docs/design/checks.md) has the reasons.""",
    "lanes": """Work-items of a kernel become the lanes of SIMD vectors. `prepare` has the passes before; `widen-kernels` chooses, plans and writes. The components have one order:
`known` < `plan` < `choose` < `prepare`, and `plan` < `write`. [The design](../../docs/design/README.md#lanes) has the reasons.""",
    "lanes/known": """What is known of a kernel before it is widened. Nothing here changes IR or knows the number of lanes.""",
    "lanes/plan": """Decides how a kernel is written for vectors of so many lanes: the form of each access, of each call, of each atomic instruction.
`choose` prices the forms, `write` writes them, and the notes of the build log explain them. Nothing else decides.""",
    "lanes/write": """Writes the kernel of all lanes, block by block and instruction by instruction, in the forms of `plan`.""",
    "lanes/choose": """How many lanes a kernel has, along which dimension, or none: by an estimate of what the forms of `plan` cost. Includes nothing of `write`.""",
    "lanes/prepare": """Passes before `widen-kernels`: forms of control flow and of accesses that can be widened, or widened better.""",
    "lanes/behind": """Steps behind: passes on code that has lanes, in the stages lanes and object.""",
    "group": """From a kernel, of one work-item or of a vector, to a function that runs work-groups: barrier regions, loops over work-items, memory
of the group, the entry that the host calls.""",
    "legalize": """Operations that the processor lacks become others, before code generation would call a function or work element by element.""",
    "codegen": """From IR to a shared object: the module in parts, LLVM's code generator, the linker, and the last check of what kernel code may call.""",
}


def first_sentence(path):
    lines = text(path).splitlines()[1:]
    head = []
    for line in lines:
        if not line.startswith("//"):
            break
        head.append(line[2:].strip())
    paragraph = re.sub(r"^[a-z]+(?:-[a-z0-9]+)+:\s+", "", " ".join(head).strip()).split("  ")[0]
    sentence = re.split(r"(?<=\.)\s+(?=[A-Z`])", paragraph, maxsplit=1)[0].rstrip(".:")
    if re.match(r"[a-z'-]+[ ,](?!\*)", sentence):  # a word, and not an identifier or a formula
        sentence = sentence[:1].upper() + sentence[1:]
    return sentence.replace("|", "\\|")


def units(component):
    """{name: paths} of the files in the component's own folder."""
    found = {}
    for path in files():
        if str(path.parent) == f"compiler/{component}" and path.suffix in (".cpp", ".h", ".def") and path.stem != "precompiled":
            found.setdefault(path.stem, []).append(path)
    return found


def processor_table():
    table = text(ROOT / "compiler/target/processor.def")
    rows = re.findall(r'^PROCESSOR_FACT\((\w+), ([^,]+), ([^,]+), ([^,]+), ([^,]+), "([^"]+)", "([^"]+)"\)', table, re.M)
    assert len(rows) == len(re.findall(r"^PROCESSOR_FACT\(", table, re.M)), "a row of processor.def has another form"
    return ("\n`processor.def`, one column a microarchitecture level:\n\n| fact | v2 | v3 | v4 | neon | meaning | source |\n|---|---|---|---|---|---|---|\n" +
            "".join(f"| `{name}` | {v2} | {v3} | {v4} | {neon} | {meaning} | {source} |\n" for name, v2, v3, v4, neon, meaning, source in rows))


def page(component):
    up = "../" * (component.count("/") + 1)
    table = ""
    for name, paths in sorted(units(component).items()):
        header = [path for path in paths if path.suffix == ".h"]
        table += f"| `{name}` | {first_sentence((header or paths)[0])} |\n"
    parts = "".join(f"- [{other.split('/')[1]}]({other.split('/')[1]}/README.md)\n" for other in IDEAS
                    if other.startswith(component + "/"))
    return (f"# compiler/{component}/\n\n{IDEAS[component]}\n\n" + (parts + "\n" if parts else "") +
            f"[ARCHITECTURE.md]({up}../ARCHITECTURE.md) has what it may include.\n\n"
            "<!-- Written by tests/tables/component_pages.py from the heads of the files. -->\n\n"
            "| file | contents |\n|---|---|\n" + table +
            (processor_table() if component == "target" else ""))


if __name__ == "__main__":
    for name in IDEAS:
        (ROOT / "compiler" / name / "README.md").write_text(page(name), encoding="utf-8")
