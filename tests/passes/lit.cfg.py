# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration of lit for tests/passes. CMakeLists.txt gives the parameters."""
import os
import re
import subprocess
import sys

import lit.formats

config.name = 'passes'
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = ['.ll', '.spvasm', '.test']
config.excludes = ['Inputs', 'CMakeLists.txt']
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params['scratch']
config.substitutions.append(('%cc', lit_config.params['cc']))
# The passes that make lanes, for what they do together: copy-functions, and the rows of passes.def from prepare-lanes to
# widen-kernels.
with open(os.path.join(config.test_source_root, '../../compiler/driver/passes.def')) as table:
    names = re.findall(r'^LANEWISE_\w*PASS\("([^"]+)"', table.read(), re.M)
config.substitutions.append(('%widen', ','.join(['copy-functions'] + names[names.index('prepare-lanes'):names.index('widen-kernels') + 1])))
config.substitutions.append(('FileCheck', lit_config.params['filecheck']))
config.substitutions.append(('%result', f'{sys.executable} {os.path.dirname(__file__)}/result.py'))
config.environment['PATH'] = os.environ.get('PATH', '')
for name in ('ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS'):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# Features that tests name under REQUIRES: other architectures that the compiler generates code for, and dot products
# of bytes in one instruction.
if 'armv8-a' in subprocess.run([lit_config.params['cc'].split()[0], '--help'], capture_output=True, text=True).stdout:
    config.available_features.add('aarch64')
with open('/proc/cpuinfo') as facts:
    if {'avx512_vnni', 'avx_vnni'} & set(facts.read().split()):
        config.available_features.add('vnni')
