#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file includes the headers of the standard library that it uses, or one of ours that does. Precompiled headers and LLVM's
headers hide where it does not: the file then depends on what they happen to include."""

import functools
import re
import unittest

from sources import ROOT, text, under

# {header: what it is needed for}
USES = {
    "algorithm": r"\bstd::(min|max|clamp|sort|stable_sort|find|find_if|any_of|all_of|none_of|copy|fill|fill_n|count|count_if|equal"
                 r"|reverse|unique|lower_bound|upper_bound"
                 r"|ranges::(?!range|sized_range|size|data|empty|begin|end|views|subrange|distance)\w+)\b",
    "array": r"\bstd::array\b",
    "atomic": r"\bstd::atomic\b",
    "bit": r"\bstd::(popcount|bit_cast|bit_ceil|bit_floor|bit_width|byteswap|countr_zero|countl_zero|has_single_bit)\b",
    "cassert": r"(?<!static_)\bassert\(",
    "chrono": r"\bstd::chrono\b",
    "cmath": r"\bstd::(floor|ceil|sqrt|log2|isnan|isinf|exp2|pow|nextafter)\(",
    "cstdint": r"\bu?int(8|16|32|64|ptr)_t\b",
    "cstring": r"\b(memcpy|memcmp|memset|memmove|strlen|strcmp|strncmp|strnlen)\(",
    "expected": r"\bstd::(expected|unexpected)\b",
    "functional": r"\bstd::function\b",
    "limits": r"\bstd::numeric_limits\b",
    "map": r"\bstd::(multi)?map\b",
    "memory": r"\bstd::(unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)\b",
    "optional": r"\bstd::(optional|nullopt)\b",
    "set": r"\bstd::(multi)?set\b",
    "span": r"\bstd::span\b",
    "string": r"\bstd::(string|to_string)\b",
    "string_view": r"\bstd::string_view\b",
    "tuple": r"\bstd::(tuple|tie)\b",
    "unordered_map": r"\bstd::unordered_map\b",
    "unordered_set": r"\bstd::unordered_set\b",
    "variant": r"\bstd::(variant|visit|get_if|holds_alternative)\b",
    "vector": r"\bstd::vector\b",
}


def code(source):
    """Without comments and literals."""
    source = re.sub(r'R"\((?:.|\n)*?\)"', "", source)
    return re.sub(r'//.*|"(?:\\.|[^"\\\n])*"', "", source)


def missing(source, headers):
    """What `source` needs and `headers` do not have."""
    stripped = code(source)
    return [header for header, pattern in USES.items() if header not in headers and re.search(pattern, stripped)]


@functools.cache
def included(path):
    """Headers that a file includes, itself or through headers of ours, which include each other in no circle."""
    found = set(re.findall(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', text(path), re.M))
    return found.union(*(included(name) for name in found if (ROOT / name).is_file()))


class Includes(unittest.TestCase):
    def test_files_include_what_they_use(self):
        found = [f"{path}: <{header}>" for path in under("interface", "threads", "images", "runtime", "compiler", "icd", suffixes=(".cpp", ".h"))
                 for header in missing(text(path), included(str(path)))]
        self.assertFalse(found, "does not include what it uses:\n  " + "\n  ".join(found))

    def test_a_missing_header_is_found(self):
        source = '#include <vector>\n// std::string\nstd::vector<int> of(const char* text = "std::map") { assert(text); }\n'
        self.assertEqual(missing(source, {"vector"}), ["cassert"])


if __name__ == "__main__":
    unittest.main()
