#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The call paths in ARCHITECTURE.md are the calls in the code.

A table with the columns `file` and `functions` lists functions in the order in which they run: each is
defined in the file of its row and called by one before it, and no file has two rows. The parts of a path, whose
titles differ after a colon, have no file in common.
"""

import collections
import re
import unittest

from sources import text

TITLE = "## The path of "


def tables():
    """(title of the section, [(file, [function, ...]), ...]) for each table with both columns."""
    for section in text("ARCHITECTURE.md").split("\n## ")[1:]:
        title, _, content = section.partition("\n")
        if not ("## " + title).startswith(TITLE):
            continue
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in content.splitlines() if line.startswith("|")]
        columns = rows[0] if rows else []
        if "file" not in columns or "functions" not in columns:
            continue
        file, functions = columns.index("file"), columns.index("functions")
        yield title, [(row[file].strip("`"), re.findall(r"`([^`]+)`", row[functions]))
                      for row in rows[2:] if len(row) == len(columns)]


def body(code, function):
    """The text between the braces of the function's definition; None if there is none."""
    for match in re.finditer(r"(?<![\w:.>])" + re.escape(function) + r"\(", code):
        before = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        if not re.search(r"[\w>&*] $", before) or re.search(r"\b(return|new|co_return)\b|=", before):
            continue
        opening = code.find("{", match.end())
        if opening < 0 or ";" in code[match.end():opening]:
            continue
        depth = 0
        for end in range(opening, len(code)):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            if depth == 0:
                return code[opening + 1:end]
    return None


def problems(rows, read):
    found = []
    files = [file for file, _ in rows]
    found += [f"{file}: two rows" for file in set(files) if files.count(file) > 1]
    bodies = []
    for file, functions in rows:
        code = read(file)
        for function in functions:
            its = body(code, function)
            if its is None:
                found.append(f"{file}: {function} is not defined")
            called = function.rpartition("::")[2]
            call = re.compile(r"\b" + called + r"\(")
            if bodies and not any(call.search(before) for before in bodies):
                found.append(f"{file}: no function before it calls {function}")
            bodies.append(its or "")
    return found


def entered_twice(paths):
    """Files that several parts of one path have."""
    seen = collections.Counter((title.partition(":")[0], file)
                               for title, rows in paths for file in {file for file, _ in rows})
    return [f"{title}: {file}" for (title, file), count in seen.items() if count > 1]


class CallPaths(unittest.TestCase):
    def test_paths_are_calls(self):
        paths = dict(tables())
        self.assertEqual(list(paths), ["The path of a build", "The path of a launch: enqueue",
                                       "The path of a launch: execution"])
        found = [f"{title}: {problem}" for title, rows in paths.items()
                 for problem in problems(rows, text)]
        self.assertFalse(found, "ARCHITECTURE.md:\n  " + "\n  ".join(found))

    def test_a_path_enters_a_file_once(self):
        self.assertEqual(entered_twice(tables()), [])
        parts = [("a path: begin", [("a.cpp", ["f"])]), ("a path: end", [("a.cpp", ["g"])])]
        self.assertEqual(entered_twice(parts), ["a path: a.cpp"])
        self.assertEqual(entered_twice([parts[0], ("another path", parts[1][1])]), [])

    def test_a_wrong_path_is_found(self):
        code = {"a.cpp": "int f() {\n  return g();\n}\n",
                "b.cpp": "int g() {\n  return h(1);\n}\nint unused() { return 0; }\n"}
        path = lambda *rows: problems(list(rows), code.get)
        self.assertEqual(path(("a.cpp", ["f"]), ("b.cpp", ["g"])), [])
        self.assertEqual(path(("a.cpp", ["f"]), ("b.cpp", ["unused"])),
                         ["b.cpp: no function before it calls unused"])
        self.assertEqual(path(("b.cpp", ["h"])), ["b.cpp: h is not defined"])
        self.assertIn("a.cpp: two rows", path(("a.cpp", ["f"]), ("b.cpp", ["g"]), ("a.cpp", ["f"])))


if __name__ == "__main__":
    unittest.main()
