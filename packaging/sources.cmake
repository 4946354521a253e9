# cameo_sources(RESULT ROOT [CORE]) — the files of the library by LIB_PATTERNS of the Makefile, relative to ROOT, the root
# of the tree. CORE: without what needs an operating system, runtime/os_*.c and the host helper.
function(cameo_sources result root)
    file(STRINGS "${root}/Makefile" patterns REGEX "^LIB_PATTERNS = ")
    string(REPLACE "LIB_PATTERNS = " "" patterns "${patterns}")
    separate_arguments(patterns)
    # A script, which ESP-IDF runs first, cannot look for new files.
    set(depends CONFIGURE_DEPENDS)
    if(CMAKE_SCRIPT_MODE_FILE)
        set(depends "")
    endif()
    list(TRANSFORM patterns PREPEND "${root}/")
    file(GLOB sources ${depends} RELATIVE "${root}" ${patterns})
    list(FILTER sources EXCLUDE REGEX "^providers/cuda/") # make CUDA=1 and build.sh --cuda have it
    if(NOT sources)
        message(FATAL_ERROR "no sources by LIB_PATTERNS of the Makefile")
    endif()
    if("CORE" IN_LIST ARGN)
        list(FILTER sources EXCLUDE REGEX "^runtime/(os_|host\\.c)")
    endif()
    set(${result} ${sources} PARENT_SCOPE)
endfunction()
