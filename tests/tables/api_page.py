#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/api.md: every command and every query with its state, from the tables and sources.

    python3 tests/tables/api_page.py > docs/api.md

tables_test.py compares the page with what this would write.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "style"))
from sources import ROOT, text  # noqa: E402

INCLUDES = pathlib.Path("/usr/include/CL")

HEAD = """# Every command and every query

Made by `python3 tests/tables/api_page.py > docs/api.md` of `icd/api.def`, `icd/device_info.def`,
the info functions in `icd/` and the OpenCL headers; a test compares. A command that is not built
returns `CL_INVALID_OPERATION` (those of extensions are not found by name either), a query that is
missing `CL_INVALID_VALUE`. What a built command does not do yet is a row of [status.md](status.md).
"""

# The blocks of cl.h, and the command that answers their names.
QUERIES = {
    "cl_platform_info": "clGetPlatformInfo",
    "cl_device_info": "clGetDeviceInfo",
    "cl_context_info": "clGetContextInfo",
    "cl_command_queue_info": "clGetCommandQueueInfo",
    "cl_mem_info": "clGetMemObjectInfo",
    "cl_image_info": "clGetImageInfo",
    "cl_pipe_info": "clGetPipeInfo",
    "cl_sampler_info": "clGetSamplerInfo",
    "cl_program_info": "clGetProgramInfo",
    "cl_program_build_info": "clGetProgramBuildInfo",
    "cl_kernel_info": "clGetKernelInfo",
    "cl_kernel_arg_info": "clGetKernelArgInfo",
    "cl_kernel_work_group_info": "clGetKernelWorkGroupInfo",
    "cl_kernel_sub_group_info": "clGetKernelSubGroupInfo",
    "cl_event_info": "clGetEventInfo",
    "cl_profiling_info": "clGetEventProfilingInfo",
}
# Values, not queries, that stand in a block of queries.
VALUES = r"CL_DEVICE_(TYPE_\w+|NOT_|PARTITION_(EQUALLY|BY_\w+)|AFFINITY_DOMAIN_\w+)"


def commands():
    """(name, since, state) of each row of icd/api.def."""
    states = {"Built": "built", "Unbuilt": "not built"}
    for macro, name, since, rest in re.findall(
            r"^(API\w*)\((cl\w+), ([\w.]+), (.*)\)$", text(ROOT / "icd/api.def"), re.M):
        state = "of another system" if macro == "API_FOREIGN" else states[rest.split(", ")[1]]
        yield name, since, state


def device_queries():
    """(name, since) of each row of icd/device_info.def."""
    return re.findall(r"^(?:VALUE|TEXT|ARRAY|ALIAS)\((CL_\w+), ([\w.]+),",
                      text(ROOT / "icd/device_info.def"), re.M)


def header_queries():
    """(block, name) of each query in cl.h."""
    block = None
    for line in (INCLUDES / "cl.h").read_text().splitlines():
        if comment := re.match(r"/\* (cl_\w+)", line):
            block = comment.group(1)
        define = re.match(r"#define (CL_\w+)\s+0x[0-9A-Fa-f]{4}\b", line)
        if block in QUERIES and define and not re.match(VALUES, define.group(1)):
            yield block, define.group(1)


def answered():
    """Names that an info function or a table of queries handles."""
    names = {name for name, _ in device_queries()}
    for path in sorted((ROOT / "icd").rglob("*.cpp")):
        names |= set(re.findall(r"\bcase (CL_\w+):", path.read_text()))
    # The stamps of an event are one range.
    if "CL_PROFILING_COMMAND_COMPLETE" in text(ROOT / "runtime/queue/event.cpp"):
        names |= {name for block, name in header_queries() if block == "cl_profiling_info"}
    return names


def rows():
    """The lines of the page's tables, by heading."""
    known = answered()
    tables = {"Commands": [f"| `{name}` | {since} | {state} |" for name, since, state in commands()]}
    since = dict(device_queries())
    named = list(header_queries())
    core = {name for _, name in named}
    for block, command in QUERIES.items():
        lines = [f"| `{name}` | {'answered' if name in known else 'missing'} |"
                 for at, name in named if at == block]
        if block == "cl_device_info":
            lines += [f"| `{name}` | answered, {since[name]} |" for name in since if name not in core]
        tables[f"`{command}`"] = lines
    return tables


def page():
    tables = rows()
    built = [state for _, _, state in commands()]
    queries = [line for heading, lines in tables.items() if heading != "Commands" for line in lines]
    missing = sum("missing" in line for line in queries)
    parts = [HEAD, f"{built.count('built')} of {len(built) - built.count('of another system')} commands "
             f"are built, {len(queries) - missing} of {len(queries)} queries are answered.\n"]
    for heading, lines in tables.items():
        columns = "| command | since | state |\n|---|---|---|" if heading == "Commands" else \
            "| query | state |\n|---|---|"
        parts.append(f"## {heading}\n\n{columns}\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page())
