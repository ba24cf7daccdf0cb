# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls OpenCL functions of liblanewise.so without a loader, by cl_khr_icd: a handle begins with a pointer to the table of
functions."""

import ctypes

POINTER = ctypes.c_void_p
PLATFORM_VERSION, PLATFORM_NAME = 0x0901, 0x0902
DEVICE_NAME, DEVICE_COMPUTE_UNITS, DEVICE_MEMORY = 0x102B, 0x1002, 0x101F
DEVICE_TYPE_CPU, BUILD_LOG, WRITE_ONLY = 1 << 1, 0x1183, 1 << 1

# Places in the table, which are those of the extension for all platforms.
PLACES = {"clGetDeviceIDs": 2, "clGetDeviceInfo": 3, "clCreateContext": 4, "clReleaseContext": 7,
          "clCreateCommandQueue": 9, "clReleaseCommandQueue": 11, "clCreateBuffer": 14, "clReleaseMemObject": 18,
          "clCreateProgramWithSource": 26, "clReleaseProgram": 29, "clBuildProgram": 30, "clGetProgramBuildInfo": 33,
          "clCreateKernel": 34, "clReleaseKernel": 37, "clSetKernelArg": 38, "clEnqueueReadBuffer": 48,
          "clEnqueueNDRangeKernel": 59}
RETURNS_HANDLE = {"clCreateContext", "clCreateCommandQueue", "clCreateBuffer", "clCreateProgramWithSource", "clCreateKernel"}


class Failed(Exception):
    """A call failed, or a result is wrong."""


class OpenCL:
    """The first platform of a library."""

    def __init__(self, path):
        try:
            self.library = ctypes.CDLL(path)
        except OSError as error:
            raise Failed(f"cannot load {path}: {error}") from None
        count, handle = ctypes.c_uint(), POINTER()
        status = self.library.clIcdGetPlatformIDsKHR(1, ctypes.byref(handle), ctypes.byref(count))
        if status or not count.value:
            raise Failed(f"clIcdGetPlatformIDsKHR returned {status} and {count.value} platforms")
        self.platform = handle
        # Lives as long as the process.
        self.table = ctypes.cast(handle, ctypes.POINTER(ctypes.POINTER(POINTER)))[0]

    def call(self, name, *arguments):
        """The handle that the function makes, or nothing."""
        arguments = [POINTER(value) if value is None else value for value in arguments]
        if name not in RETURNS_HANDLE:
            status = ctypes.CFUNCTYPE(ctypes.c_int)(self.table[PLACES[name]])(*arguments)
            if status:
                raise Failed(f"{name} returned {status}")
            return None
        status = ctypes.c_int()
        handle = ctypes.CFUNCTYPE(POINTER)(self.table[PLACES[name]])(*arguments, ctypes.byref(status))
        if status.value:
            raise Failed(f"{name} returned {status.value}")
        return POINTER(handle)

    def text(self, function, *arguments):
        """The text that a query returns."""
        content = ctypes.create_string_buffer(1 << 16)
        if isinstance(function, str):
            self.call(function, *arguments, ctypes.c_size_t(len(content)), content, None)
        elif function(*arguments, ctypes.c_size_t(len(content)), content, None):
            return ""
        return content.value.decode(errors="replace")

    def platform_text(self, query):
        return self.text(self.library.clGetPlatformInfo, self.platform, query)

    def device(self):
        found = POINTER()
        self.call("clGetDeviceIDs", self.platform, ctypes.c_uint64(DEVICE_TYPE_CPU), 1, ctypes.byref(found), None)
        return found

    def device_number(self, device, query, kind):
        value = kind()
        self.call("clGetDeviceInfo", device, query, ctypes.c_size_t(ctypes.sizeof(kind)), ctypes.byref(value), None)
        return value.value

    def run(self, device, source, name, count):
        """The `count` unsigned integers that a kernel writes to its argument."""
        devices = (POINTER * 1)(device)
        context = self.call("clCreateContext", None, 1, devices, None, None)
        queue = self.call("clCreateCommandQueue", context, device, ctypes.c_uint64(0))
        results = (ctypes.c_uint * count)()
        size = ctypes.c_size_t(ctypes.sizeof(results))
        buffer = self.call("clCreateBuffer", context, ctypes.c_uint64(WRITE_ONLY), size, None)
        texts = (ctypes.c_char_p * 1)(source.encode())
        program = self.call("clCreateProgramWithSource", context, 1, texts, None)
        try:
            self.call("clBuildProgram", program, 1, devices, None, None, None)
        except Failed as error:
            log = self.text("clGetProgramBuildInfo", program, device, BUILD_LOG)
            raise Failed(f"{error}; build log:\n{log}") from None
        kernel = self.call("clCreateKernel", program, ctypes.c_char_p(name.encode()))
        self.call("clSetKernelArg", kernel, 0, ctypes.c_size_t(ctypes.sizeof(POINTER)), ctypes.byref(buffer))
        range_ = (ctypes.c_size_t * 1)(count)
        self.call("clEnqueueNDRangeKernel", queue, kernel, 1, None, range_, None, 0, None, None)
        self.call("clEnqueueReadBuffer", queue, buffer, 1, ctypes.c_size_t(0), size, results, 0, None, None)
        for function, handle in (("clReleaseKernel", kernel), ("clReleaseProgram", program), ("clReleaseMemObject", buffer),
                                 ("clReleaseCommandQueue", queue), ("clReleaseContext", context)):
            self.call(function, handle)
        return list(results)
