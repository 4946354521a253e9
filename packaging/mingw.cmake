# Toolchain file of CMake: programs for Windows by mingw-w64's gcc as Debian names it; tests run by Wine.
#     cmake -S . -B build/cmake_win --toolchain packaging/mingw.cmake && cmake --build build/cmake_win
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
