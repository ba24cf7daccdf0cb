#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes error_conditions.csv: the error conditions of the OpenCL specification, one per row.

    tests/api/conditions/generate.py CHECKOUT_OF_OPENCL_DOCS

Read are the registry (xml/cl.xml: which commands and error codes there are), the reference pages
inside the specification (api/*.asciidoc: which error codes a command returns and when) and the
documents of the extensions that are not part of it (EXTENSIONS). A row is

    command,code,key,needs

`command/code/key` is the id that a test names. The key is ours: a few words that tell the conditions
of one code of one command apart, the same words for the same condition of another command (KEYS).
`needs` is the extensions under which the specification states the condition: `a`, `!a` (where the
extension is not there), `a|b`, `a&b`; empty for what always holds.
"""

import csv
import pathlib
import re
import sys
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent

# Extensions with a document of their own (extensions/<name>.asciidoc) that adds commands.
EXTENSIONS = ("cl_intel_unified_shared_memory",)

# Conditions that many commands share: a pattern for the sentence in its plain form (plain()), and
# the key, in which \1 is the pattern's first group.
KEYS = (
    (r"failure to (allocate|queue).* resources .*on the device|insufficient resources needed",
     "device-resources"),
    (r"failure to allocate resources required by the opencl implementation on the host", "host-memory"),
    (r"failure to allocate memory for", "allocation"),
    (r"^event_wait_list is null and num_events_in_wait_list (is )?(greater than|not|>)", "null-with-count"),
    (r"^event_wait_list is not null and num_events_in_wait_list is", "list-without-count"),
    (r"^event objects in event_wait_list are not valid", "invalid-event"),
    (r"context associated with command_queue and (?:the |that associated with )?events in event_(?:wait_)?list",
     "events-of-other-context"),
    (r"execution status of any of the events in \w+ is a negative", "failed-event"),
    (r"context associated with command_queue,? and memobj (?:are|is) not the same", "memobj-of-other-context"),
    (r"context associated with command_queue and memory objects in mem_objects", "mem_objects-of-other-context"),
    (r"^context associated with command_queue and ([\w, ]+?) (?:are|is) not the same", r"\1-of-other-context"),
    (r"multi_device extension is not supported,? and num_queues", "num_queues-not-one"),
    (r"multi_device extension is not supported", "queue-given"),
    (r"multi_device extension is supported,? and (?:command_queue|num_queues)", "several-devices"),
    (r"^sync_point_wait_list is null and num_sync_points", "list-and-count-disagree"),
    (r"in sync_point_wait_list are not valid", "invalid-sync-point"),
    (r"command_buffer (?:has been|is) (?:already )?finalized", "finalized"),
    (r"command_buffer has not been finalized", "not-finalized"),
    (r"mutable_handle is not null", "handle-given"),
    (r"^context associated with command_buffer,? (?:and )?([\w, ]+?) (?:are|is) not the same",
     r"\1-of-other-context"),
    (r"^command_queue is not a valid.* for param_name", "size-of-host-queue"),
    (r"^command_queue is not a valid", "invalid-queue"),
    (r"information to query given in param_name cannot be queried", "not-for-this-event"),
    (r"^param_name is not", "param_name"),
    (r"param_value_size is (?:less than|smaller than|<)", "param_value_size"),
    (r"sub-?buffer object (?:is specified )?.*(?:is|was) created is not aligned", "sub-buffer-misaligned"),
    (r"^pfn_notify is null (?:and|but) user_data is not null", "user_data-alone"),
    (r"property name in \w+ is not a supported", "name-unknown"),
    (r"value specified for a supported property name is not valid", "value-invalid"),
    (r"same property name is specified more than once", "name-twice"),
    (r"^(\w+) is not a valid", r"\1-invalid"),
    (r"^(?:the )?values? specified in (\w+) (?:are|is) not valid", r"\1-invalid"),
    (r"^values specified in properties are valid but", "properties-unsupported"),
    (r"^(\w+) is null$", r"\1-null"),
    (r"^(\w+) is (?:equal to )?(?:zero|0)$", r"\1-zero"),
    (r"^num_entries is equal to zero and (\w+) is not null", r"num_entries-zero"),
    (r"^both num_(\w+) and \w+ are null", r"no-result"),
    (r"^device_list is null and num_devices is greater", "device_list-null-with-count"),
    (r"^device_list is not null and num_devices is zero", "device_list-without-count"),
    (r"in device_list is not in the list", "device-foreign"),
    (r"^device is not in the list of devices associated", "device-foreign"),
    (r"^device is not associated with context", "device-foreign"),
    (r"^(?:any of the values specified in )?global_work_size\[0\].* zero", "global_work_size-zero"),
    (r"^(?:any of the values specified in )?global_work_size\[0\].* exceed", "global_work_size-exceeds-size_t"),
    (r"^global_work_size is null", "global_work_size-null"),
    (r"^global_work_offset is not null", "global_work_offset-not-null"),
    (r"global_work_size plus the corresponding value in global_work_offset", "global-range-exceeds-size_t"),
    (r"^work_dim is not valid", "work_dim-invalid"),
    (r"number of work-items specified in any dimension of local_work_size", "local_work_size-exceeds-device"),
    (r"total number of work-items in the work-group is zero", "local_work_size-zero"),
    (r"total number of work-items in the work-group is greater", "local_work_size-exceeds-kernel"),
    (r"not evenly divisible by the local_work_size", "not-divisible"),
    (r"does not match the required work-group size", "required-size-differs"),
    (r"not consistent with the required number of sub-groups", "required-sub-groups-differ"),
    (r"kernel arguments? .*have not been", "argument-unset"),
    (r"^(?:a kernel argument for kernel is an image|an image object is specified).*format", "image-format"),
    (r"^(?:a kernel argument for kernel is an image|an image object is specified).*dimensions", "image-size"),
    (r"^svm pointers are (?:set|passed)", "svm-unsupported"),
    (r"^system pointers are (?:set|passed)", "system-svm-unsupported"),
    (r"compiler is not available", "no-compiler"),
    (r"linker is not available", "no-linker"),
    (r"has not completed$", "build-under-way"),
    (r"there are kernel objects attached", "kernels-attached"),
    (r"no successfully built (?:program )?executable", "no-executable"),
    (r"same buffer or sub-?buffer object and the source and destination regions overlap", "same-buffer"),
    (r"different sub-?buffers of the same associated buffer", "sub-buffers-of-one-buffer"),
    (r"(\w+) (?:and (\w+) )?is not equal to zero and is less than region\[0\]", r"\1-less-than-region"),
    (r"(\w+) is not equal to zero and is less than region\[1\]", r"\1-less-than-rows"),
    (r"(\w+) is not equal to zero and is not a multiple", r"\1-no-multiple"),
    (r"same buffer object and (\w+) is not equal to", r"\1-differs"),
    (r"(?:out of bounds|out of bounds of|out of bounds in) (\w+)$", r"region-outside-\1"),
    (r"region .* is out of bounds$", "region-outside"),
    (r"created with cl_mem_immutable", "immutable"),
    (r"called on buffer which has been created with cl_mem_host|and cl_map_\w+ .*is set in map_flags",
     "host-access"),
    (r"context associated with program and programs in input_headers", "header-of-other-context"),
    (r"context associated with programs in input_programs", "program-of-other-context"),
    (r"context associated with kernel and an opencl object", "object-of-other-context"),
    (r"zero platforms are available", "no-platform"),
    (r"no opencl devices that matched|no devices that match", "no-match"),
    (r"does not support device and host timer", "no-synchronization"),
    (r"out_devices is not null and num_devices is less", "out_devices-small"),
    (r"could not be further partitioned", "not-divisible"),
    (r"number of sub-devices requested exceeds", "too-many-sub-devices"),
    (r"total number of compute units requested exceeds", "too-many-units"),
    (r"requested for one or more sub-devices is less than zero", "negative-units"),
    (r"requested for one or more sub-devices exceeds", "one-part-too-large"),
    (r"no platform is specified in properties", "no-platform"),
    (r"platform specified in properties is not a valid", "platform-invalid"),
    (r"any device in devices is not a valid", "device-invalid"),
    (r"device in devices is currently not available", "device-unavailable"),
    (r"^device does not support a replaceable", "no-device-queue"),
    (r"support modifying the properties of a command-queue", "properties-fixed"),
    (r"size is greater than cl_device_max_mem_alloc_size", "size-exceeds-device"),
    (r"host_ptr is a pointer returned by clsvmalloc", "size-exceeds-svm"),
    (r"^host_ptr is null, and", "host_ptr-null"),
    (r"^host_ptr is not null but", "host_ptr-without-flag"),
    (r"^buffer was created with cl_mem_(write_only|read_only) and", r"parent-\1"),
    (r"^buffer was created with cl_mem_(host_\w+) and flags", r"parent-\1"),
    (r"cl_device_\w+_mem_capabilities_intel|no devices in .*context .*unified shared memory", "no-usm"),
    (r"^size is zero or greater than cl_device_max_mem_alloc_size", "size-zero-or-exceeds-device"),
    (r"cl_mem_alloc_initial_placement_host_intel flags", "placement"),
    (r"^ptr is not a value returned by", "ptr-invalid"),
    (r"^flags specifies cl_mem_use_host_ptr", "host-pointer-flags"),
    (r"^a? ?value specified in buffer_create_info", "buffer_create_info-invalid"),
    (r"^size field of", "size-zero"),
    (r"origin field of the cl_buffer_region", "origin-misaligned"),
    (r"any region array element is zero", "region-zero"),
    (r"or region is null$", "origin-or-region-null"),
    (r"failure to map the requested region", "map"),
    (r"mapping would lead to overlapping", "overlapping-writes"),
    (r"memory objects in mem_objects is not a valid", "mem_objects-invalid"),
    (r"^flags is not 0 or is not", "flags-invalid"),
    (r"block of memory pointed to by il", "il-malformed"),
    (r"support intermediate language programs", "no-il"),
    (r"invalid program binary was encountered", "binary-invalid"),
    (r"do not have a valid program binary loaded", "no-binary"),
    (r"kernel_names contains a kernel name", "kernel_names-null-or-unknown"),
    (r"support destructors for program scope", "no-destructors"),
    (r"spec_size does not match", "spec_size-differs"),
    (r"options specified by options are invalid", "options-invalid"),
    (r"failure to (?:build|compile|link) ", "failed"),
    (r"was not created with clcreateprogramwithsource", "nothing-to-build"),
    (r"program has no source or il", "no-source"),
    (r"rules for devices containing compiled binaries", "not-compiled-for-device"),
    (r"num_input_headers is zero and", "headers-without-count"),
    (r"num_input_headers is not zero and", "headers-missing"),
    (r"num_input_programs is zero and input_programs is null", "programs-none"),
    (r"num_input_programs is zero and input_programs is not null", "programs-without-count"),
    (r"num_input_programs is not zero and", "programs-null-with-count"),
    (r"programs specified in input_programs are not valid", "program-invalid"),
    (r"cl_program_num_kernels.* has not been built", "no-executable"),
    (r"argument types are not the same for all devices", "definitions-differ"),
    (r"kernels is not null and num_kernels is less", "num_kernels-small"),
    (r"arg_value is null and it must point", "arg_value-null"),
    (r"arg_value points to null and it must point", "arg_value-points-to-null"),
    (r"does not point to a valid memory object", "arg_value-no-memory-object"),
    (r"memory object is not valid for the kernel argument", "memory-object-of-other-kind"),
    (r"(sampler|device queue), but arg_value does not point", "arg_value-invalid"),
    (r"arg_size is not equal to sizeof\((\w+)\)", r"arg_size-not-of-\1"),
    (r"local address space and arg_size is zero", "local-size-zero"),
    (r"arg_size does not match the size of the data type", "arg_size-not-of-type"),
    (r"language-specified maximum size", "size-exceeds-limit"),
    (r"declared with the (read_only|write_only) qualifier", r"image-not-\1"),
    (r"support svm$", "no-svm"),
    (r"support fine-grain system svm allocations", "no-system-svm"),
    (r"device is null but there is more than one", "device-null-of-several"),
    (r"kernel is not a built-in kernel", "not-built-in"),
    (r"device does not support sub-groups", "no-sub-groups"),
    (r"size in bytes specified by input_value_size", "input_value_size-invalid"),
    (r"argument information is not available", "not-available"),
    (r"a work-group size is specified for kernel in the program", "required-size-differs"),
    (r"required number of sub-groups is specified", "required-sub-groups-differ"),
    (r"^args is null and cb_args|^args is a null value and cb_args", "args-null-with-size"),
    (r"^args is a null value and num_mem_objects", "args-null-with-mem_objects"),
    (r"^args is not null and cb_args", "args-without-size"),
    (r"^num_mem_objects > 0 and mem_list", "lists-null-with-count"),
    (r"^num_mem_objects = 0 and mem_list", "lists-without-count"),
    (r"cannot execute the native kernel", "no-native-kernels"),
    (r"memory objects specified in mem_list are not valid", "mem_list-invalid"),
    (r"is not cl_complete or a negative", "execution_status-invalid"),
    (r"has already been changed by a previous call", "already-set"),
    (r"events specified in event_list do not belong", "events-of-different-contexts"),
    (r"event objects specified in event_list are not valid", "event-invalid"),
    (r"callback_type is not", "callback_type-invalid"),
    (r"cl_queue_profiling_enable flag is not set", "queue-does-not-profile"),
    (r"identified by event is not cl_complete", "not-complete"),
    (r"event is a user event", "user-event"),
)

# Words that do not distinguish conditions.
FILLERS = set("""a an and any are as at be been but by can could does for from has have if in into is it its of on one
    or specified specifies specify that the their there this to was were which will with associated value values
    object objects argument arguments given when where all set either each than required returned error
    condition""".split())
KEY_WORDS = 5


def plain(sentence):
    """The sentence without markup, in lower case: parameters and constants as bare words."""
    sentence = re.sub(r"ifn?def::[\w,]+\[[^\]]*\]|endif::\[\]", "", sentence)
    sentence = re.sub(r"<<[^,>]*,\s*([^>]*)>>", r"\1", sentence)
    sentence = re.sub(r"\{(\w+?)(?:_TYPE|_EXT|_anchor)?\}", r"\1", sentence)
    sentence = re.sub(r"(?<!\w)_+(\w+?)_(?!\w)", r"\1", sentence)
    sentence = re.sub(r"[`*+]", "", sentence)
    sentence = re.sub(r"[Tt]his error code is .*?\bversion \d\.\d\.?", "", sentence)
    sentence = re.sub(r"\s+", " ", sentence).strip().rstrip(".,;:").lower()
    return re.sub(r"^if (the )?(?=\w)", "", sentence).replace(" is a not a valid", " is not a valid")


def key_of(sentence):
    sentence = plain(sentence)
    for pattern, key in KEYS:
        match = re.search(pattern, sentence)
        if match:
            return re.sub(r"[ ,]+", "-", match.expand(key))
    words = [re.sub(r"^_|^cl_", "", word) for word in re.findall(r"[\w-]+", sentence)]
    return "-".join([word for word in words if word not in FILLERS][:KEY_WORDS])


class Page:
    """The conditions of one reference page: [code, sentence, needs] of `commands`."""

    def __init__(self, commands=()):
        self.commands, self.conditions = list(commands), []

    def of_command(self, command):
        """A page of several commands names the command where they differ; a sentence may list several
        conditions."""
        for code, sentence, needs in self.conditions:
            only = re.match(r"if \{(cl\w+)\} is called", sentence)
            if only and only.group(1) != command:
                continue
            for part in re.split(r",? or if |, if (?=the execution|the value specified)|"
                                 r", or (?=_event_wait_list_|event )", sentence):
                yield code, part, "&".join(dict.fromkeys(filter(None, (needs, *extensions_named(part)))))


def extensions_named(sentence):
    """The extension that a condition begins with, with `!` if it must not be supported."""
    for name, negated in re.findall(r"^(cl_\w+) extension is (not )?supported", plain(sentence)):
        yield ("!" if negated else "") + name


def pages_of(lines):
    """The reference pages of a file. A page's bullets are `* {CODE}` and below it `** if condition`;
    what follows a condition without being one belongs to it."""
    page, listing, code, stack, collecting = None, False, None, [], False
    for line in lines:
        opened = re.match(r"\[open,refpage='(\w+)'", line)
        guard = re.match(r"(ifdef|ifndef)::([\w,+-]+)\[\]", line)
        if opened:
            page, listing, code, collecting = Page(), False, None, False
        elif guard:
            names = guard.group(2).split(",")
            stack.append("|".join(names) if guard.group(1) == "ifdef" else
                         "&".join("!" + name for name in names))
        elif re.match(r"endif::", line):
            if stack:
                stack.pop()
        elif page is None or line.startswith("//") and "refError" not in line:
            continue
        elif proto := re.match(r"include::\{generated\}/api/protos/(\w+)\.txt", line):
            page.commands.append(proto.group(1))
        elif line.startswith("// refError") or "following error" in line:
            listing = True
        elif line.strip() == "--" and listing:
            yield page
            page, listing = None, False
        elif not listing:
            continue
        elif codes := re.match(r"\s*\* ((?:\{CL_\w+\}(?:,| or|\s)*)+)\s*(.*)", line):
            code = re.findall(r"\{(CL_\w+)\}", codes.group(1))[0]
            collecting = bool(codes.group(2))
            if collecting:
                page.conditions.append([code, codes.group(2), "&".join(stack)])
        elif code and (item := re.match(r"\s*\*\* ((?:if|is) .*)", line)):
            page.conditions.append([code, item.group(1), "&".join(stack)])
            collecting = True
        elif not line.strip():
            collecting = False
        elif collecting:
            page.conditions[-1][1] += " " + line.strip(" *")


def pages_of_extension(name, lines):
    """The same for a document without reference pages: the prototypes of a section's commands, and
    below them bullets "* `CODE` if condition"; or bullets below a sentence that names the command."""
    page = Page()
    for line in lines:
        proto = re.match(r"(?:cl_int|void\s*\*)\s+(cl\w+)\(", line)
        named = re.match(r"The following errors may be returned by \*(cl\w+)\*", line)
        if line.startswith("=") or named or proto and page.conditions:
            yield page
            page = Page()
        if proto or named:
            page.commands.append((proto or named).group(1))
        elif bullet := re.match(r"\* `(CL_\w+)` (if .*)", line):
            page.conditions.append([bullet.group(1), bullet.group(2), name])
    yield page


def pages(docs):
    for path in sorted((docs / "api").glob("*.asciidoc")):
        yield from pages_of(path.read_text().splitlines())
    for name in EXTENSIONS:
        yield from pages_of_extension(name, (docs / f"extensions/{name}.asciidoc").read_text().splitlines())


class Registry:
    def __init__(self, docs):
        root = xml.etree.ElementTree.parse(docs / "xml/cl.xml").getroot()
        self.commands = {name.text for name in root.findall("commands/command/proto/name")}
        self.errors = {code.get("name") for group in root.findall("enums")
                       if group.get("name").startswith("ErrorCodes") for code in group.findall("enum")}


def rows_of(docs):
    registry = Registry(docs)
    for page in pages(docs):
        for command in page.commands:
            if command not in registry.commands:
                sys.exit(f"{command} is not in the registry")
            used = {}
            for code, sentence, needs in page.of_command(command):
                # (A flag at the head of a bullet is none.)
                if code not in registry.errors:
                    continue
                key = key_of(sentence)
                used[code, key] = used.get((code, key), 0) + 1
                if used[code, key] > 1:
                    key += f"-{used[code, key]}"
                yield command, code, key, needs


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = sorted(set(rows_of(pathlib.Path(sys.argv[1]))))
    with open(HERE / "error_conditions.csv", "w", newline="") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
                   "# Written by generate.py: one row per error condition of the specification.\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("command", "code", "key", "needs"))
        writer.writerows(rows)
    print(f"{len(rows)} conditions of {len({row[0] for row in rows})} commands")


if __name__ == "__main__":
    main()
