#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each relaxed access of the host side and of the device library has its reason in docs/design/memory-order.md, in the
tables whose first columns are files and variables."""

import re
import unittest

from sources import files, text

PAGE = "docs/design/memory-order.md"
CHECKED = ("interface/", "threads/", "images/", "runtime/", "icd/", "builtins/")
RELAXED = re.compile(r"memory_order_relaxed|memory_order::relaxed|__ATOMIC_RELAXED")
# In front of the parenthesis: a member function, or a builtin function of the compiler.
MEMBER = re.compile(r"(?P<object>(?:[\w.]|->|\[[^]]*\])+)(?:\.|->)(?:load|store|exchange|wait|fetch_\w+|compare_exchange_\w+)$")
BUILTIN = re.compile(r"__atomic_\w+$")
ROW = re.compile(r"^\| (?P<files>`[^|]+) \| (?P<names>`[^|]+) \| (?P<reason>[^|]+) \|$", re.M)
QUOTED = re.compile(r"`([^`]+)`")


def variable(expression):
    """The last name of `a.b->c_[i]`; of a wrapper's member `bits`, the one before."""
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^]]*\]", "", expression))
    return names[-2] if names[-1] == "bits" else names[-1]


def opening(source, place):
    """The parenthesis around a place; -1 if there is none."""
    depth = 0
    for at in range(place - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(source[at], 0)
        if depth < 0:
            return at
    return -1


def relaxed_variables(source):
    """The variables of the relaxed accesses of a source; None for one that is no argument of an access."""
    found = set()
    for place in RELAXED.finditer(source):
        at = opening(source, place.start())
        before = source[max(0, at - 200):max(0, at)]
        if member := MEMBER.search(before):
            found.add(variable(member["object"]))
        elif BUILTIN.search(before):
            found.add(variable(source[at + 1:source.index(",", at)]))
        else:
            found.add(None)
    return found


def accesses():
    return {(str(path), name) for path in files()
            if str(path).startswith(CHECKED) and path.suffix in (".cpp", ".h")
            for name in relaxed_variables(text(path))}


def rows():
    """(files, variables, reason) of each row."""
    return [(QUOTED.findall(row["files"]), QUOTED.findall(row["names"]), row["reason"]) for row in ROW.finditer(text(PAGE))]


class MemoryOrder(unittest.TestCase):
    def test_each_relaxed_access_has_a_row(self):
        listed = {(file, name) for in_files, names, _ in rows() for file in in_files for name in names}
        found = sorted(f"{file}: {name}" for file, name in accesses() - listed)
        self.assertFalse(found, f"relaxed without a reason in {PAGE}:\n  " + "\n  ".join(found))

    def test_each_row_has_an_access(self):
        used = accesses()
        for in_files, names, reason in rows():
            for file in in_files:
                self.assertTrue(any((file, name) in used for name in names), f"{file} has no relaxed access of {names}")
            for name in names:
                self.assertTrue(any((file, name) in used for file in in_files), f"{name} has no relaxed access in {in_files}")
            self.assertGreater(len(reason.split()), 3, f"{names}: a reason is a sentence")

    def test_the_variable_of_an_access_is_found(self):
        relaxed = "std::memory_order_relaxed"
        self.assertEqual(relaxed_variables(f"all.idle.fetch_add(1, {relaxed});"), {"idle"})
        self.assertEqual(relaxed_variables(f"left_[group].bits.load({relaxed}) >> 1"), {"left_"})
        self.assertEqual(relaxed_variables(f"self->made_[i].load({relaxed})"), {"made_"})
        self.assertEqual(relaxed_variables(f"a_.store(b_.load({relaxed}) + 1,\n  {relaxed});"), {"a_", "b_"})
        self.assertEqual(relaxed_variables("__atomic_store_n(&pipe.wrong, 1, __ATOMIC_RELAXED);"), {"wrong"})
        self.assertEqual(relaxed_variables(f"order = {relaxed};"), {None})


if __name__ == "__main__":
    unittest.main()
