"""Compiles sweep.cu to sweep.ptx, or with --check says whether sweep.ptx is what it compiles to.

Needs the library NVRTC 11.8, such as that of the package nvidia-cuda-nvrtc-cu11==11.8.89 of pip. The code is
for compute capability 7.0 and later; a driver from 520 on translates it for its device.
"""

import ctypes
import pathlib
import sys

HERE = pathlib.Path(__file__).parent / "src"
OPTIONS = [b"--gpu-architecture=compute_70", b"--std=c++14", b"--use_fast_math"]


def library() -> ctypes.CDLL:
    name = "libnvrtc.so.11.2"
    places = [pathlib.Path(path) / "nvidia/cuda_nvrtc/lib" / name for path in sys.path]
    for place in places:
        if place.exists():
            return ctypes.CDLL(str(place))
    return ctypes.CDLL(name)


def compiled(source: bytes) -> bytes:
    nvrtc = library()
    program = ctypes.c_void_p()

    def call(name: str, *arguments: object) -> None:
        code = getattr(nvrtc, name)(*arguments)
        if code:
            size = ctypes.c_size_t()
            nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            nvrtc.nvrtcGetProgramLog(program, log)
            sys.exit(f"{name}: {code}\n{log.value.decode()}")

    call("nvrtcCreateProgram", ctypes.byref(program), source, b"sweep.cu", 0, None, None)
    options = (ctypes.c_char_p * len(OPTIONS))(*OPTIONS)
    call("nvrtcCompileProgram", program, len(OPTIONS), options)
    size = ctypes.c_size_t()
    call("nvrtcGetPTXSize", program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    call("nvrtcGetPTX", program, ptx)
    return ptx.value


def main() -> None:
    ptx = compiled((HERE / "sweep.cu").read_bytes())
    file = HERE / "sweep.ptx"
    if "--check" not in sys.argv[1:]:
        file.write_bytes(ptx)
    elif file.read_bytes() != ptx:
        sys.exit("sweep.ptx is not what sweep.cu compiles to: python3 crates/gpu/compile.py")


main()
