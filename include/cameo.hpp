/* cameo.hpp — Cameo for C++17: owners, spans and one way to fail. Header only; every call is one of cameo.h.
 *
 *     cameo::host net = cameo::host::load_file("digits.onnx");
 *     cameo::outputs out = net.run({cameo::tensor(image, {1, 1, 8, 8})});
 *     for (float p : cameo::elements<float>(out[0])) ...
 *
 * Failure. What can fail returns cameo::result<T>. With exceptions that is T itself, and a failure is thrown as a
 * cameo::error. Without them (-fno-exceptions, or CAMEO_EXCEPTIONS defined as 0 before this header) it is a class that
 * holds a T or the cameo::error, and no function throws. Both forms can be parts of one program.
 *
 *     auto net = cameo::host::load_file("digits.onnx"); // without exceptions
 *     if (!net) return complain(net.error().what());
 *     auto out = net->run(inputs);
 *
 * Memory. Owners are moved, never copied; a moved-from or default-made one is empty, and what can fail then fails with
 * E_ARG. This header allocates only where a comment says so, with operator new (std::nothrow): a failure is E_NOMEM.
 * What the library itself allocates stands in cameo.h. What an object was made from outlives it, as in cameo.h.
 *
 * Values are the structs of cameo.h. tensor(), sequence() and their like only refer to what they are given: a temporary
 * in the call of run() lives long enough, one in an earlier statement does not.
 *
 * Models are made and changed by calls of cameo.h in a callable (build, edit); importer() and rewrite() take one, too.
 * Operators, providers and loaders are made as in C, with the structs of cameo.h. Functions in them must not let an
 * exception out, since the library that calls them is C: guarded<> makes one of an operator's that may throw. */
#ifndef CAMEO_HPP
#define CAMEO_HPP

#include "cameo.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

/* 1: failures are thrown. 0: they are returned. */
#ifndef CAMEO_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define CAMEO_EXCEPTIONS 1
#else
#define CAMEO_EXCEPTIONS 0
#endif
#endif

namespace cameo {

/* The two forms have names of their own for the linker. */
#if CAMEO_EXCEPTIONS
inline namespace throwing {
#else
inline namespace returning {
#endif

/* ---- spans and texts ----------------------------------------------------------------------- */

namespace detail {

/* The element of what std::data and std::size know: containers, arrays, spans. */
template <class C>
using element_of = std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>;

/* Whether elements of type From can be seen as T: the same type, perhaps with const. */
template <class From, class T>
inline constexpr bool is_seen_as = std::is_convertible_v<From (*)[], T (*)[]>;

template <class T>
constexpr T *first_of(std::initializer_list<std::remove_const_t<T>> list) noexcept {
    return list.begin();
}

} // namespace detail

/* n elements that lie elsewhere: std::span of C++20, as far as this header needs it. Made of arrays, of containers and
 * spans with data() and size(), and where T is const of lists in braces, which live until the end of the call. */
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class C, class = std::enable_if_t<detail::is_seen_as<detail::element_of<C>, T>>>
    constexpr span(C &from) noexcept : data_(std::data(from)), size_(std::size(from)) {}
    template <class C, class = std::enable_if_t<detail::is_seen_as<detail::element_of<const C>, T>>, class = void>
    constexpr span(const C &from) noexcept : data_(std::data(from)), size_(std::size(from)) {}
    template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
    constexpr span(std::initializer_list<std::remove_const_t<T>> list) noexcept
        : data_(detail::first_of<T>(list)), size_(list.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    /* i < size(). */
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* Bytes that lie elsewhere: of std::string, of vectors and arrays of char, unsigned char or std::byte. */
class byte_view {
public:
    constexpr byte_view() noexcept = default;
    constexpr byte_view(const void *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class C, class = std::enable_if_t<sizeof(detail::element_of<const C>) == 1>>
    constexpr byte_view(const C &from) noexcept : data_(std::data(from)), size_(std::size(from)) {}

    constexpr const void *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }

private:
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

/* A string of the library, and one for it. Neither copies the bytes. */
inline std::string_view text(cameo_string s) noexcept {
    return s.n == 0 ? std::string_view() : std::string_view(s.p, s.n);
}
inline cameo_string to_string(std::string_view s) noexcept { return cameo_string{s.data(), s.size()}; }

/* ---- failure ------------------------------------------------------------------------------- */

/* What went wrong, with the place in the model where that is known. */
class error : public std::exception {
public:
    error() noexcept = default;
    explicit error(const cameo_error &e) noexcept : details_(e) {
        const char *said = e.msg[0] != 0 ? e.msg : cameo_status_text(e.status);
        append(cameo_status_name(e.status));
        append(": ");
        append(said);
        /* Messages of the library mostly name the node themselves. */
        if (e.node != CAMEO_NO_ID && e.op_type[0] != 0 && std::strstr(said, e.op_type) == nullptr) {
            append(" (");
            append(e.op_type);
            append(" \"");
            append(e.node_name);
            append("\")");
        }
    }
    /* CAMEO_OK: nothing. */
    cameo_status status() const noexcept { return details_.status; }
    const cameo_error &details() const noexcept { return details_; }
    /* "CAMEO_E_SHAPE: ..." */
    const char *what() const noexcept override { return what_; }

private:
    void append(const char *said) noexcept {
        while (*said != 0 && size_ + 1 < sizeof what_) what_[size_++] = *said++;
        what_[size_] = 0;
    }

    cameo_error details_{CAMEO_OK, CAMEO_NO_ID, CAMEO_NO_OFFSET, {}, {}, {}};
    char what_[384] = {};
    std::size_t size_ = 0;
};

#if CAMEO_EXCEPTIONS

template <class T>
using result = T;

#define CAMEO_HPP_FAIL(e) throw cameo::error(e)
#define CAMEO_HPP_DONE return
#define CAMEO_HPP_TRY(call) call

#else

namespace detail {
struct failure {
    const cameo_error &e;
};
} // namespace detail

/* A T, or the error in its place: then the T is an empty one. */
template <class T>
class [[nodiscard]] result {
public:
    result(T &&value) noexcept : value_(std::move(value)) {}
    result(const T &value) noexcept : value_(value) {}
    result(detail::failure f) noexcept : error_(f.e) {}

    explicit operator bool() const noexcept { return error_.status() == CAMEO_OK; }
    cameo_status status() const noexcept { return error_.status(); }
    const cameo::error &error() const noexcept { return error_; }
    T &operator*() & noexcept { return value_; }
    const T &operator*() const & noexcept { return value_; }
    T &&operator*() && noexcept { return std::move(value_); }
    T *operator->() noexcept { return &value_; }
    const T *operator->() const noexcept { return &value_; }

private:
    T value_{};
    cameo::error error_;
};

template <>
class [[nodiscard]] result<void> {
public:
    result() noexcept = default;
    result(detail::failure f) noexcept : error_(f.e) {}

    explicit operator bool() const noexcept { return error_.status() == CAMEO_OK; }
    cameo_status status() const noexcept { return error_.status(); }
    const cameo::error &error() const noexcept { return error_; }

private:
    cameo::error error_;
};

#define CAMEO_HPP_FAIL(e) return detail::failure { e }
#define CAMEO_HPP_DONE return {}
#define CAMEO_HPP_TRY(call) \
    do { \
        auto done_ = (call); \
        if (!done_) CAMEO_HPP_FAIL(done_.error().details()); \
    } while (false)

#endif

namespace detail {

/* An error that nothing is known of yet. */
inline cameo_error no_error() noexcept { return cameo_error{CAMEO_OK, CAMEO_NO_ID, CAMEO_NO_OFFSET, {}, {}, {}}; }

/* e, which says at least the status. */
inline const cameo_error &told(cameo_error &e, cameo_status status) noexcept {
    if (e.status == CAMEO_OK) e.status = status;
    return e;
}

inline cameo_error made(cameo_status status, const char *msg) noexcept {
    cameo_error e = no_error();
    (void)cameo_fail(&e, status, msg);
    return e;
}

/* A pointer to what `free` frees. */
template <class T, void (*free)(T *)>
class owner {
public:
    owner() noexcept = default;
    explicit owner(T *p) noexcept : p_(p) {}
    owner(owner &&o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
    owner &operator=(owner &&o) noexcept {
        owner former(std::exchange(p_, std::exchange(o.p_, nullptr)));
        return *this;
    }
    ~owner() {
        if (p_ != nullptr) free(p_);
    }
    T *get() const noexcept { return p_; }

private:
    T *p_ = nullptr;
};

} // namespace detail

#define CAMEO_HPP_CALL(call) \
    do { \
        cameo_error e_ = detail::no_error(); \
        cameo_status status_ = (call); \
        if (status_ != CAMEO_OK) CAMEO_HPP_FAIL(detail::told(e_, status_)); \
    } while (false)
#define CAMEO_HPP_WANT(is_there) \
    do { \
        if (!(is_there)) { \
            cameo_error e_ = detail::made(CAMEO_E_ARG, "the object is empty"); \
            CAMEO_HPP_FAIL(e_); \
        } \
    } while (false)

/* ---- values -------------------------------------------------------------------------------- */

/* Elements of two bytes that C++17 has no type for: their bits. */
struct float16 {
    std::uint16_t bits;
};
struct bfloat16 {
    std::uint16_t bits;
};

/* The element type of a C++ type. Others can be added: template <> struct cameo::dtype_of<half>
 * : cameo::dtype_is<CAMEO_FLOAT16> {}; */
template <cameo_dtype dtype>
struct dtype_is {
    static constexpr cameo_dtype value = dtype;
};
template <class T>
struct dtype_of;
template <> struct dtype_of<float> : dtype_is<CAMEO_FLOAT> {};
template <> struct dtype_of<double> : dtype_is<CAMEO_DOUBLE> {};
template <> struct dtype_of<float16> : dtype_is<CAMEO_FLOAT16> {};
template <> struct dtype_of<bfloat16> : dtype_is<CAMEO_BFLOAT16> {};
template <> struct dtype_of<std::int8_t> : dtype_is<CAMEO_INT8> {};
template <> struct dtype_of<std::int16_t> : dtype_is<CAMEO_INT16> {};
template <> struct dtype_of<std::int32_t> : dtype_is<CAMEO_INT32> {};
template <> struct dtype_of<std::int64_t> : dtype_is<CAMEO_INT64> {};
template <> struct dtype_of<std::uint8_t> : dtype_is<CAMEO_UINT8> {};
template <> struct dtype_of<std::uint16_t> : dtype_is<CAMEO_UINT16> {};
template <> struct dtype_of<std::uint32_t> : dtype_is<CAMEO_UINT32> {};
template <> struct dtype_of<std::uint64_t> : dtype_is<CAMEO_UINT64> {};
template <> struct dtype_of<bool> : dtype_is<CAMEO_BOOL> {};
template <> struct dtype_of<cameo_string> : dtype_is<CAMEO_STRING> {};

/* A tensor of any dtype, packed ones included: `bytes` bytes at data, which the library only reads where the value is
 * an input. Of more than CAMEO_MAX_RANK dims the library says E_SHAPE when it sees them. */
inline cameo_value tensor(cameo_dtype dtype, const void *data, std::size_t bytes,
                          span<const std::int64_t> dims) noexcept {
    cameo_value v{};
    v.kind = CAMEO_KIND_TENSOR;
    v.tensor.dtype = dtype;
    v.tensor.rank = static_cast<std::uint32_t>(dims.size());
    for (std::size_t i = 0; i < dims.size() && i < CAMEO_MAX_RANK; i++) v.tensor.dims[i] = dims[i];
    v.tensor.data = const_cast<void *>(data);
    v.tensor.bytes = bytes;
    return v;
}

/* The elements of an array, a container or a span as a tensor: tensor(vector, {2, 3}). */
template <class C, class T = std::remove_const_t<detail::element_of<const C>>>
cameo_value tensor(const C &elements, span<const std::int64_t> dims) noexcept {
    return tensor(dtype_of<T>::value, std::data(elements), std::size(elements) * sizeof(T), dims);
}

/* One element, as a tensor without dims. */
template <class T, class = decltype(dtype_of<T>::value)>
cameo_value scalar(const T &element) noexcept {
    return tensor(dtype_of<T>::value, &element, sizeof element, {});
}

/* Items of one type; an optional with and without its item; keys (a tensor of one dim) and as many values. */
inline cameo_value sequence(span<const cameo_value> items) noexcept {
    cameo_value v{};
    v.kind = CAMEO_KIND_SEQUENCE;
    v.items = items.data();
    v.n_items = items.size();
    return v;
}
inline cameo_value some(const cameo_value &item) noexcept {
    cameo_value v{};
    v.kind = CAMEO_KIND_OPTIONAL;
    v.items = &item;
    v.n_items = 1;
    return v;
}
inline cameo_value none() noexcept {
    cameo_value v{};
    v.kind = CAMEO_KIND_OPTIONAL;
    return v;
}
inline cameo_value map(const cameo_value (&keys_and_values)[2]) noexcept {
    cameo_value v{};
    v.kind = CAMEO_KIND_MAP;
    v.items = keys_and_values;
    v.n_items = 2;
    return v;
}

/* An input found by its name and not by its place. */
inline cameo_value named(const char *name, cameo_value value) noexcept {
    value.name = name;
    return value;
}

/* An output that is to be written into these elements: E_ARG of the run if they are too few. The library sets dims. */
template <class C, class T = detail::element_of<C>>
cameo_value buffer(C &elements) noexcept {
    return tensor(dtype_of<T>::value, std::data(elements), std::size(elements) * sizeof(T), {});
}

inline span<const std::int64_t> dims(const cameo_value &v) noexcept {
    return {v.tensor.dims, v.tensor.rank < CAMEO_MAX_RANK ? v.tensor.rank : CAMEO_MAX_RANK};
}

/* Items of a sequence, an optional, a map. */
inline span<const cameo_value> items(const cameo_value &v) noexcept {
    return {v.items, v.items == nullptr ? 0 : v.n_items};
}

/* The elements of a tensor; of strings cameo_string, for text(). Errors: E_TYPE it is no tensor of T. */
template <class T>
result<span<const T>> elements(const cameo_value &v) {
    if (v.kind != CAMEO_KIND_TENSOR || v.tensor.dtype != dtype_of<T>::value) {
        const char *is = v.kind == CAMEO_KIND_TENSOR ? cameo_dtype_name(v.tensor.dtype) : "no tensor";
        cameo_error e = detail::made(CAMEO_E_TYPE, "");
        std::size_t n = 0;
        for (const char *part : {"the value is ", is, ", want ", cameo_dtype_name(dtype_of<T>::value)})
            while (*part != 0 && n + 1 < sizeof e.msg) e.msg[n++] = *part++;
        e.msg[n] = 0;
        CAMEO_HPP_FAIL(e);
    }
    const T *data = static_cast<const T *>(v.tensor.data);
    return span<const T>(data, data == nullptr ? 0 : v.tensor.bytes / sizeof(T));
}

/* A free dim that is a number, or lies in a range. */
inline cameo_dim_binding dim(const char *name, std::int64_t n) noexcept { return {name, n, n}; }
inline cameo_dim_binding dim(const char *name, std::int64_t min, std::int64_t max) noexcept { return {name, min, max}; }

/* ---- memory, options, threads -------------------------------------------------------------- */

/* A piece of memory for the objects below: one allocation, aligned to CAMEO_MEMORY_ALIGN. */
class memory {
public:
    memory() noexcept = default;
    /* Errors: E_NOMEM. */
    static result<memory> create(std::size_t size) {
        void *p = ::operator new(size, std::align_val_t(CAMEO_MEMORY_ALIGN), std::nothrow);
        if (p == nullptr) {
            cameo_error e = detail::made(CAMEO_E_NOMEM, "operator new has no memory of this size");
            CAMEO_HPP_FAIL(e);
        }
        return memory(p, size);
    }
    operator cameo_memory() const noexcept { return {p_.get(), p_.get() == nullptr ? 0 : size_}; }
    std::size_t size() const noexcept { return p_.get() == nullptr ? 0 : size_; }
    /* Where something was written to it, a model by edit() for example: the bytes, for host::load. */
    byte_view bytes() const noexcept { return {p_.get(), size()}; }

private:
    memory(void *p, std::size_t size) noexcept : p_(p), size_(size) {}
    static void free(void *p) noexcept { ::operator delete(p, std::align_val_t(CAMEO_MEMORY_ALIGN)); }
    detail::owner<void, free> p_;
    std::size_t size_ = 0;
};

namespace detail {

/* cameo::memory::create into a variable, whatever result<> is. */
inline result<void> allocate(std::size_t size, memory &into) {
#if CAMEO_EXCEPTIONS
    into = memory::create(size);
#else
    auto m = memory::create(size);
    if (!m) CAMEO_HPP_FAIL(m.error().details());
    into = std::move(*m);
#endif
    CAMEO_HPP_DONE;
}

template <class T>
void nothing(T *) noexcept {}

} // namespace detail

/* Options that say nothing but what a session needs: all operators of the build. */
inline cameo_options default_options() noexcept {
    cameo_options o{};
    o.size = sizeof o;
    o.ops = &cameo_ops_all;
    return o;
}

/* A pool of threads for options.threads of several hosts, or for runs; it outlives them. */
class threads {
public:
    threads() noexcept = default;
    threads(threads &&o) noexcept : threads_(std::exchange(o.threads_, cameo_threads{})) {}
    threads &operator=(threads &&o) noexcept {
        threads former(std::move(*this));
        threads_ = std::exchange(o.threads_, cameo_threads{});
        return *this;
    }
    ~threads() { cameo_threads_free(&threads_); }
    /* n_workers 0: as many as this process may use. Errors: those of cameo_threads_create. */
    static result<threads> create(std::uint32_t n_workers) {
        threads t;
        CAMEO_HPP_CALL(cameo_threads_create(n_workers, &t.threads_, &e_));
        return t;
    }
    const cameo_threads *get() const noexcept { return &threads_; } /* void once the object is moved */
    std::uint32_t n_workers() const noexcept { return threads_.n_workers; }

private:
    cameo_threads threads_{};
};

/* ---- what a model and a session say of themselves --------------------------------------------- */

/* A model that something else owns. Not empty, or only get() may be asked. */
class model_view {
public:
    model_view() noexcept = default;
    model_view(const cameo_model *model) noexcept : p_(model) {}
    const cameo_model *get() const noexcept { return p_; }

    cameo_model_info info() const noexcept {
        cameo_model_info i{};
        i.size = sizeof i;
        cameo_model_get_info(p_, &i);
        return i;
    }
    /* i < info().n_inputs + n_defaults; i < n_outputs. */
    cameo_type input(std::uint32_t i) const noexcept {
        cameo_type t{};
        cameo_model_get_input(p_, i, &t);
        return t;
    }
    cameo_type output(std::uint32_t i) const noexcept {
        cameo_type t{};
        cameo_model_get_output(p_, i, &t);
        return t;
    }
    /* The value of this key, or a view whose data() is NULL. */
    std::string_view metadata(std::string_view key) const noexcept {
        std::uint32_t n = info().n_metadata;
        for (std::uint32_t i = 0; i < n; i++) {
            cameo_string k{}, v{};
            cameo_model_get_metadata(p_, i, &k, &v);
            if (text(k) == key) return v.n == 0 ? std::string_view("") : text(v);
        }
        return {};
    }

protected:
    const cameo_model *p_ = nullptr;
};

/* A session that something else owns. Not empty, or only get() may be asked. */
class session_view {
public:
    session_view() noexcept = default;
    session_view(const cameo_session *session) noexcept : p_(session) {}
    const cameo_session *get() const noexcept { return p_; }

    cameo_session_info info() const noexcept {
        cameo_session_info i{};
        i.size = sizeof i;
        cameo_session_get_info(p_, &i);
        return i;
    }
    /* i < info().n_inputs + n_defaults; i < n_outputs. */
    cameo_type input(std::uint32_t i) const noexcept {
        cameo_type t{};
        cameo_session_get_input(p_, i, &t);
        return t;
    }
    cameo_type output(std::uint32_t i) const noexcept {
        cameo_type t{};
        cameo_session_get_output(p_, i, &t);
        return t;
    }
    /* Name of free dim i < info().n_symbols; empty: it has none. */
    std::string_view symbol(std::uint32_t i) const noexcept { return text(cameo_session_get_symbol(p_, i)); }

protected:
    const cameo_session *p_ = nullptr;
};

/* ---- the short way: host ----------------------------------------------------------------------- */

/* Outputs of a host's run, in the host's memory: valid until the next run into this object, release(), or its end. One
 * allocation, of a cameo_value for each output, which later runs use again. The host outlives it and stays where it was
 * made: outputs refer to the cameo_host, so that the cameo::host may be moved. */
class outputs {
public:
    outputs() noexcept = default;
    outputs(outputs &&o) noexcept
        : host_(std::exchange(o.host_, nullptr)), values_(std::move(o.values_)), size_(std::exchange(o.size_, 0)) {}
    outputs &operator=(outputs &&o) noexcept {
        outputs former(std::move(*this));
        host_ = std::exchange(o.host_, nullptr);
        values_ = std::move(o.values_);
        size_ = std::exchange(o.size_, 0);
        return *this;
    }
    ~outputs() { release(); }

    std::size_t size() const noexcept { return size_; }
    const cameo_value *data() const noexcept { return values_.get(); }
    const cameo_value *begin() const noexcept { return values_.get(); }
    const cameo_value *end() const noexcept { return values_.get() + size_; }
    /* In the order of the model's outputs; i < size(). */
    const cameo_value &operator[](std::size_t i) const noexcept { return values_.get()[i]; }
    /* Gives the memory of the results back to the host, which other runs can then use. */
    void release() noexcept {
        if (size_ != 0) cameo_host_release(host_, values_.get(), size_);
    }

private:
    friend class host;
    static void free(cameo_value *p) noexcept { delete[] p; }
    cameo_host *host_ = nullptr;
    detail::owner<cameo_value, free> values_;
    std::size_t size_ = 0;
};

/* A model, ready to run: cameo_host. Runs can be made from several threads at once, each with its own outputs. */
class host {
public:
    host() noexcept = default;
    /* Errors: those of cameo_host_load_file. */
    static result<host> load_file(const char *path, const cameo_options &options = {}) {
        cameo_host *p = nullptr;
        CAMEO_HPP_CALL(cameo_host_load_file(path, &options, &p, &e_));
        return host(p);
    }
    /* The bytes outlive the host, unless options.release takes them over. Errors: those of cameo_host_load. */
    static result<host> load(byte_view bytes, const cameo_options &options = {}) {
        cameo_host *p = nullptr;
        CAMEO_HPP_CALL(cameo_host_load(bytes.data(), bytes.size(), &options, &p, &e_));
        return host(p);
    }

    /* All outputs in memory of the host. Errors: those of cameo_host_run; E_NOMEM. */
    result<outputs> run(span<const cameo_value> inputs) {
        outputs o;
        CAMEO_HPP_TRY(run(inputs, o));
        return o;
    }
    /* Into what an earlier run made: nothing is allocated here if that was of this host. */
    result<void> run(span<const cameo_value> inputs, outputs &into) { return run_within(inputs, into, cameo_budget{}); }
    /* Stops where the budget says: cameo_host_run_within. */
    result<void> run_within(span<const cameo_value> inputs, outputs &into, const cameo_budget &budget) {
        CAMEO_HPP_WANT(get() != nullptr);
        if (into.host_ != get()) {
            std::size_t n = session().info().n_outputs;
            cameo_value *values = n == 0 ? nullptr : new (std::nothrow) cameo_value[n]();
            if (n != 0 && values == nullptr) {
                cameo_error e = detail::made(CAMEO_E_NOMEM, "operator new has no memory for the outputs");
                CAMEO_HPP_FAIL(e);
            }
            into = outputs();
            into.host_ = get();
            into.values_ = detail::owner<cameo_value, outputs::free>(values);
            into.size_ = n;
        }
        return run_within(inputs, span<cameo_value>(into.values_.get(), into.size_), budget);
    }
    /* Values of yours, as in C: zeroed, or buffer(). What the host gave them goes back with release(). */
    result<void> run(span<const cameo_value> inputs, span<cameo_value> into) {
        return run_within(inputs, into, cameo_budget{});
    }
    result<void> run_within(span<const cameo_value> inputs, span<cameo_value> into, const cameo_budget &budget) {
        CAMEO_HPP_WANT(get() != nullptr);
        CAMEO_HPP_CALL(cameo_host_run_within(get(), inputs.data(), inputs.size(), into.data(), into.size(), &budget,
                                             &e_));
        CAMEO_HPP_DONE;
    }
    void release(span<cameo_value> values) noexcept {
        if (get() != nullptr) cameo_host_release(get(), values.data(), values.size());
    }
    /* From any thread: the runs that have begun end with E_CANCELLED. */
    void cancel() noexcept {
        if (get() != nullptr) cameo_host_cancel(get());
    }
    /* One plan for all runs whose free dims lie in these ranges. Errors: those of cameo_host_bind_dims. */
    result<void> bind_dims(span<const cameo_dim_binding> dims) {
        CAMEO_HPP_WANT(get() != nullptr);
        CAMEO_HPP_CALL(cameo_host_bind_dims(get(), dims.data(), dims.size(), &e_));
        CAMEO_HPP_DONE;
    }

    /* Of a host that is not empty. */
    model_view model() const noexcept { return cameo_host_get_model(get()); }
    session_view session() const noexcept { return cameo_host_get_session(get()); }
    cameo_host_info info() const noexcept {
        cameo_host_info i{};
        i.size = sizeof i;
        cameo_host_get_info(get(), &i);
        return i;
    }
    cameo_host *get() const noexcept { return p_.get(); }
    explicit operator bool() const noexcept { return get() != nullptr; }

private:
    explicit host(cameo_host *p) noexcept : p_(p) {}
    detail::owner<cameo_host, cameo_host_free> p_;
};

/* ---- the exact way: model, session, plan, run -------------------------------------------------------
 *
 * Each is made in memory that the caller gives, or in memory of its own. Options here want their ops, as those of
 * default_options() have. */

/* Decoded model: cameo_model. */
class model : public model_view {
public:
    struct sizes {
        std::size_t model, work;
    };

    model() noexcept = default;
    model(model &&o) noexcept : model_view(std::exchange(o.p_, nullptr)), own_(std::move(o.own_)) {}
    model &operator=(model &&o) noexcept {
        own_ = std::move(o.own_);
        p_ = std::exchange(o.p_, nullptr);
        return *this;
    }
    static result<sizes> measure(byte_view bytes, const cameo_options &options) {
        sizes s{};
        CAMEO_HPP_CALL(cameo_model_measure(bytes.data(), bytes.size(), &options, &s.model, &s.work, &e_));
        return s;
    }
    static result<model> create(cameo_memory memory, cameo_memory work, byte_view bytes, const cameo_options &options) {
        cameo_model *p = nullptr;
        CAMEO_HPP_CALL(cameo_model_create(memory, work, bytes.data(), bytes.size(), &options, &p, &e_));
        return model(p);
    }
    /* Two allocations of the exact sizes, of which that of the work is freed again. The bytes outlive the model. */
    static result<model> create(byte_view bytes, const cameo_options &options) {
        sizes s{};
        CAMEO_HPP_CALL(cameo_model_measure(bytes.data(), bytes.size(), &options, &s.model, &s.work, &e_));
        cameo::memory own, work;
        CAMEO_HPP_TRY(detail::allocate(s.model, own));
        CAMEO_HPP_TRY(detail::allocate(s.work, work));
        cameo_model *p = nullptr;
        CAMEO_HPP_CALL(cameo_model_create(own, work, bytes.data(), bytes.size(), &options, &p, &e_));
        model m(p);
        m.own_ = std::move(own);
        return m;
    }

private:
    explicit model(const cameo_model *p) noexcept : model_view(p) {}
    cameo::memory own_;
};

/* A session that is measured but not yet made. It lies in the work that it was measured in. */
class prepared {
public:
    prepared() noexcept = default;
    /* Errors: those of cameo_session_measure. */
    static result<prepared> measure(const model_view &model, cameo_memory work, const cameo_options &options) {
        prepared p;
        CAMEO_HPP_WANT(model.get() != nullptr);
        CAMEO_HPP_CALL(cameo_session_measure(model.get(), work, &options, &p.p_, &p.session_bytes_, &e_));
        return p;
    }
    std::size_t session_bytes() const noexcept { return session_bytes_; }
    cameo_prepared *get() const noexcept { return p_; }

private:
    cameo_prepared *p_ = nullptr;
    std::size_t session_bytes_ = 0;
};

/* Optimised program and packed weights: cameo_session. Any number of threads can use it. */
class session : public session_view {
public:
    session() noexcept = default;
    session(session &&o) noexcept
        : session_view(std::exchange(o.p_, nullptr)), own_(std::move(o.own_)), session_(std::move(o.session_)) {}
    session &operator=(session &&o) noexcept {
        session_ = std::move(o.session_); /* the former one is released before its memory is freed */
        own_ = std::move(o.own_);
        p_ = std::exchange(o.p_, nullptr);
        return *this;
    }
    /* Errors: those of cameo_session_create. */
    static result<session> create(cameo_memory memory, const prepared &from) {
        cameo_session *p = nullptr;
        CAMEO_HPP_WANT(from.get() != nullptr);
        CAMEO_HPP_CALL(cameo_session_create(memory, from.get(), &p, &e_));
        return session(p);
    }
    /* Allocates work, which is freed again, of 1 MiB and doubled while that is too little, up to the limit
     * memory_bytes; and the exact bytes of the session. Errors: those of measure and create. */
    static result<session> create(const model_view &model, const cameo_options &options) {
        CAMEO_HPP_WANT(model.get() != nullptr);
        cameo_limits limits;
        cameo_limits_init(&limits, CAMEO_PRESET_HOST);
        std::uint64_t most = limits.memory_bytes;
        if (options.limits != nullptr && options.limits->memory_bytes != 0) most = options.limits->memory_bytes;
        for (std::size_t n = std::size_t(1) << 20;; n *= 2) {
            cameo::memory own, work;
            cameo_prepared *prepared = nullptr;
            std::size_t bytes = 0;
            cameo_error e = detail::no_error();
            if (n > most) n = static_cast<std::size_t>(most);
            CAMEO_HPP_TRY(detail::allocate(n, work));
            cameo_status status = cameo_session_measure(model.get(), work, &options, &prepared, &bytes, &e);
            if (status == CAMEO_E_NOMEM && n < most && n <= SIZE_MAX / 2) continue;
            if (status != CAMEO_OK) CAMEO_HPP_FAIL(detail::told(e, status));
            CAMEO_HPP_TRY(detail::allocate(bytes, own));
            cameo_session *p = nullptr;
            CAMEO_HPP_CALL(cameo_session_create(own, prepared, &p, &e_));
            session s(p);
            s.own_ = std::move(own);
            return s;
        }
    }

private:
    explicit session(cameo_session *p) noexcept : session_view(p), session_(p) {}
    cameo::memory own_;
    detail::owner<cameo_session, cameo_session_release> session_;
};

/* Sizes and offsets for one range of the free dims: cameo_plan. */
class plan {
public:
    plan() noexcept = default;
    /* Of options, interrupt alone counts. Errors: those of cameo_plan_measure. */
    static result<std::size_t> measure(const session_view &session, span<const cameo_dim_binding> dims,
                                       cameo_memory work, const cameo_options &options = {}) {
        std::size_t bytes = 0;
        CAMEO_HPP_WANT(session.get() != nullptr);
        CAMEO_HPP_CALL(cameo_plan_measure(session.get(), dims.data(), dims.size(), work, &options, &bytes, &e_));
        return bytes;
    }
    static result<plan> create(cameo_memory memory, const session_view &session, span<const cameo_dim_binding> dims,
                               cameo_memory work, const cameo_options &options = {}) {
        cameo_plan *p = nullptr;
        CAMEO_HPP_WANT(session.get() != nullptr);
        CAMEO_HPP_CALL(cameo_plan_create(memory, session.get(), dims.data(), dims.size(), work, &options, &p, &e_));
        return plan(p);
    }
    /* Allocates work, which is freed again, of 64 KiB and doubled while that is too little; and the exact bytes. */
    static result<plan> create(const session_view &session, span<const cameo_dim_binding> dims,
                               const cameo_options &options = {}) {
        CAMEO_HPP_WANT(session.get() != nullptr);
        for (std::size_t n = std::size_t(1) << 16;; n *= 2) {
            cameo::memory own, work;
            std::size_t bytes = 0;
            cameo_error e = detail::no_error();
            CAMEO_HPP_TRY(detail::allocate(n, work));
            cameo_status status =
                cameo_plan_measure(session.get(), dims.data(), dims.size(), work, &options, &bytes, &e);
            if (status == CAMEO_E_NOMEM && n <= SIZE_MAX / 2) continue;
            if (status != CAMEO_OK) CAMEO_HPP_FAIL(detail::told(e, status));
            CAMEO_HPP_TRY(detail::allocate(bytes, own));
            cameo_plan *p = nullptr;
            CAMEO_HPP_CALL(cameo_plan_create(own, session.get(), dims.data(), dims.size(), work, &options, &p, &e_));
            plan made(p);
            made.own_ = std::move(own);
            return made;
        }
    }
    const cameo_plan *get() const noexcept { return p_.get(); }

private:
    explicit plan(cameo_plan *p) noexcept : p_(p) {}
    detail::owner<cameo_plan, detail::nothing<cameo_plan>> p_;
    cameo::memory own_;
};

/* One execution at a time: cameo_run. */
class run {
public:
    run() noexcept = default;
    run(run &&o) noexcept : own_(std::move(o.own_)), p_(std::move(o.p_)) {}
    run &operator=(run &&o) noexcept {
        p_ = std::move(o.p_); /* the former one is released before its memory is freed */
        own_ = std::move(o.own_);
        return *this;
    }
    /* Errors: those of cameo_run_measure. */
    static result<cameo_run_needs> measure(const plan &plan, std::uint32_t n_workers = 1) {
        cameo_run_needs needs{};
        needs.size = sizeof needs;
        CAMEO_HPP_WANT(plan.get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_measure(plan.get(), n_workers, &needs, &e_));
        return needs;
    }
    /* threads: NULL for one worker. Errors: those of cameo_run_create. */
    static result<run> create(cameo_memory memory, const plan &plan, const cameo_options &options,
                              const cameo_threads *threads = nullptr) {
        cameo_run *p = nullptr;
        std::uint32_t n_workers = threads == nullptr ? 1 : threads->n_workers;
        CAMEO_HPP_WANT(plan.get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_create(memory, plan.get(), n_workers, threads, &options, &p, &e_));
        return run(p);
    }
    /* One allocation: what is planned, and `heap_bytes` of dynamic heap or, if that is less, what data can need of
     * it. Errors: E_NOMEM; those of cameo_run_create. */
    static result<run> create(const plan &plan, const cameo_options &options, const cameo_threads *threads = nullptr,
                              std::size_t heap_bytes = std::size_t(1) << 20) {
        cameo_run_needs needs{};
        cameo::memory own;
        cameo_run *p = nullptr;
        std::uint32_t n_workers = threads == nullptr ? 1 : threads->n_workers;
        needs.size = sizeof needs;
        CAMEO_HPP_WANT(plan.get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_measure(plan.get(), n_workers, &needs, &e_));
        std::size_t heap = heap_bytes;
        if (needs.dynamic_bytes < heap) heap = static_cast<std::size_t>(needs.dynamic_bytes);
        if (heap > SIZE_MAX - needs.planned_bytes) heap = SIZE_MAX - needs.planned_bytes;
        CAMEO_HPP_TRY(detail::allocate(needs.planned_bytes + heap, own));
        CAMEO_HPP_CALL(cameo_run_create(own, plan.get(), n_workers, threads, &options, &p, &e_));
        run r(p);
        r.own_ = std::move(own);
        return r;
    }

    /* begin, advance and end at once. Errors: those of cameo_run_all. */
    result<void> all(span<const cameo_value> inputs, span<cameo_value> outputs) {
        CAMEO_HPP_WANT(get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_all(get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), &e_));
        CAMEO_HPP_DONE;
    }
    /* Both arrays, and what the inputs refer to, stay until end(): no list in braces. */
    result<void> begin(span<const cameo_value> inputs, span<cameo_value> outputs) {
        CAMEO_HPP_WANT(get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_begin(get(), inputs.data(), inputs.size(), outputs.data(), outputs.size(), &e_));
        CAMEO_HPP_DONE;
    }
    /* CAMEO_OK, CAMEO_PAUSED or CAMEO_PENDING, as cameo_run_advance. */
    result<cameo_status> advance(const cameo_budget &budget = {}) {
        CAMEO_HPP_WANT(get() != nullptr);
        cameo_error e = detail::no_error();
        cameo_status status = cameo_run_advance(get(), &budget, &e);
        if (status < CAMEO_OK) CAMEO_HPP_FAIL(detail::told(e, status));
        return status;
    }
    result<void> end() {
        CAMEO_HPP_WANT(get() != nullptr);
        CAMEO_HPP_CALL(cameo_run_end(get(), &e_));
        CAMEO_HPP_DONE;
    }
    /* From any thread: advance() ends with E_CANCELLED. */
    void cancel() noexcept {
        if (get() != nullptr) cameo_run_cancel(get());
    }
    /* Of a run that is not empty. */
    cameo_run_stats stats() const noexcept {
        cameo_run_stats s{};
        s.size = sizeof s;
        cameo_run_get_stats(get(), &s);
        return s;
    }
    cameo_run *get() const noexcept { return p_.get(); }

private:
    explicit run(cameo_run *p) noexcept : p_(p) {}
    cameo::memory own_;
    detail::owner<cameo_run, cameo_run_release> p_;
};

/* ---- models that are made and changed, nodes of your own ---------------------------------------------
 *
 * What is called `f` here is a callable of yours: a lambda or a function. It returns nothing, a cameo_status, or what
 * this header's functions return; what it throws is an error of who called it: a cameo::error with its status, another
 * exception as E_DEVICE with its text, no memory as E_NOMEM. */

/* A node and an attribute for the calls below. Lists in braces live until the end of the call. */
inline cameo_node node(const char *op_type, span<const char *const> inputs, span<const char *const> outputs,
                       const char *domain = "") noexcept {
    cameo_node n{};
    n.op_type = op_type;
    n.domain = domain;
    n.inputs = inputs.data();
    n.n_inputs = inputs.size();
    n.outputs = outputs.data();
    n.n_outputs = outputs.size();
    return n;
}
inline cameo_attr attribute(const char *name, cameo_attr_type type) noexcept {
    cameo_attr a{};
    a.name = name;
    a.type = type;
    return a;
}
inline cameo_attr attribute(const char *name, std::int64_t i) noexcept {
    cameo_attr a = attribute(name, CAMEO_ATTR_INT);
    a.i = i;
    return a;
}
inline cameo_attr attribute(const char *name, int i) noexcept { return attribute(name, std::int64_t(i)); }
inline cameo_attr attribute(const char *name, float f) noexcept {
    cameo_attr a = attribute(name, CAMEO_ATTR_FLOAT);
    a.f = f;
    return a;
}
inline cameo_attr attribute(const char *name, std::string_view s) noexcept {
    cameo_attr a = attribute(name, CAMEO_ATTR_STRING);
    a.s = to_string(s);
    return a;
}
inline cameo_attr attribute(const char *name, const char *s) noexcept { return attribute(name, std::string_view(s)); }
inline cameo_attr attribute(const char *name, span<const std::int64_t> ints) noexcept {
    cameo_attr a = attribute(name, CAMEO_ATTR_INTS);
    a.ints = ints.data();
    a.n = ints.size();
    return a;
}

/* The next node of a builder, and an attribute of it. Failures stick, as those of all calls of a builder. */
inline cameo_status add(cameo_builder *b, const cameo_node &n) noexcept { return cameo_builder_node(b, &n); }
inline cameo_status add(cameo_builder *b, const cameo_attr &a) noexcept { return cameo_builder_attr(b, &a); }

namespace detail {

/* What a callable that was called by `call` ended with. */
template <class Call>
cameo_status status_of(cameo_error *e, Call &&call) {
    using returned = decltype(call());
    if constexpr (std::is_void_v<returned>) {
        call();
        return CAMEO_OK;
    } else if constexpr (std::is_same_v<returned, cameo_status>) {
        return call();
    } else {
#if CAMEO_EXCEPTIONS
        (void)e;
        (void)call();
        return CAMEO_OK;
#else
        auto r = call();
        return r ? CAMEO_OK : cameo_fail(e, r.status(), r.error().details().msg);
#endif
    }
}
template <class Call>
cameo_status caught(cameo_error *e, Call &&call) noexcept {
#if CAMEO_EXCEPTIONS
    try {
        return status_of(e, call);
    } catch (const cameo::error &thrown) {
        return cameo_fail(e, thrown.status() < CAMEO_OK ? thrown.status() : CAMEO_E_DEVICE, thrown.details().msg);
    } catch (const std::bad_alloc &) {
        return cameo_fail(e, CAMEO_E_NOMEM, "operator new has no memory");
    } catch (const std::exception &thrown) {
        return cameo_fail(e, CAMEO_E_DEVICE, thrown.what());
    } catch (...) {
        return cameo_fail(e, CAMEO_E_DEVICE, "something was thrown that is no std::exception");
    }
#else
    return status_of(e, call);
#endif
}

/* Where a model is written to: its size, then its bytes. */
struct writing {
    unsigned char *to;
    std::size_t size;
};
inline cameo_status write(void *ctx, const void *bytes, std::size_t n) {
    writing *w = static_cast<writing *>(ctx);
    if (w->to != nullptr) std::memcpy(w->to + w->size, bytes, n);
    w->size += n;
    return CAMEO_OK;
}
/* What `give` writes, twice, in memory of its size. */
template <class Give>
result<memory> written(Give &&give) {
    memory all;
    writing w{nullptr, 0};
    CAMEO_HPP_CALL(((void)e_, give(&w)));
    CAMEO_HPP_TRY(allocate(w.size, all));
    w = {static_cast<unsigned char *>(cameo_memory(all).base), 0};
    CAMEO_HPP_CALL(((void)e_, give(&w)));
    return all;
}

/* `make(memory, error)` in memory of 64 KiB, then of twice as much while that is too little; it lies in `work`. */
template <class Make>
result<void> growing(memory &work, Make &&make) {
    for (std::size_t n = std::size_t(1) << 16;; n *= 2) {
        cameo_error e = no_error();
        CAMEO_HPP_TRY(allocate(n, work));
        cameo_status status = make(cameo_memory(work), &e);
        if (status == CAMEO_E_NOMEM && n <= SIZE_MAX / 2) continue;
        if (status != CAMEO_OK) CAMEO_HPP_FAIL(told(e, status));
        CAMEO_HPP_DONE;
    }
}

/* How f ended, after calls that `finish` tells the failure of: too little memory comes first, since all else may follow
 * from that; and where both are of one status the text is that of the calls. */
template <class F, class Finish>
cameo_status finished(cameo_error *e, F &&f, Finish &&finish) {
    cameo_error own = no_error();
    cameo_status status = caught(&own, f), calls = finish(e);
    if (status == CAMEO_OK || calls == CAMEO_E_NOMEM || calls == status) return calls;
    *e = told(own, status);
    return status;
}

} // namespace detail

/* The bytes of a model that f(cameo_builder *) makes by cameo_builder_*. Allocates them, and memory for the builder,
 * which is freed again: f is called once more, with a new builder, where that was too small. options.data_name: NULL,
 * or the payloads are left out. Errors: the first of the builder's calls; those of f; E_NOMEM. */
template <class F>
result<memory> build(F &&f, const cameo_builder_options &options = {}) {
    cameo_builder *b = nullptr;
    memory work;
    CAMEO_HPP_TRY(detail::growing(work, [&](cameo_memory m, cameo_error *e) {
        cameo_status status = cameo_builder_create(m, &options, &b, e);
        if (status != CAMEO_OK) return status;
        return detail::finished(e, [&] { return f(b); },
                                [&](cameo_error *told) { return cameo_builder_finish(b, told); });
    }));
    return detail::written([&](detail::writing *w) { return cameo_builder_write(b, detail::write, w); });
}

/* The bytes of the model with what f(cameo_editor *) changes by cameo_editor_*, all else as it was. Allocates as
 * build() does. Errors: the first of the editor's calls; those of f; E_NOMEM. */
template <class F>
result<memory> edit(const model_view &model, F &&f) {
    cameo_editor *d = nullptr;
    memory work;
    CAMEO_HPP_WANT(model.get() != nullptr);
    CAMEO_HPP_TRY(detail::growing(work, [&](cameo_memory m, cameo_error *e) {
        std::size_t size = 0;
        cameo_status status = cameo_editor_create(m, model.get(), &d, e);
        if (status != CAMEO_OK) return status;
        return detail::finished(e, [&] { return f(d); },
                                [&](cameo_error *told) { return cameo_editor_finish(d, &size, told); });
    }));
    return detail::written([&](detail::writing *w) { return cameo_editor_write(d, detail::write, w); });
}

/* For options.importers: says nodes of this operator in those that f(cameo_op_context *node, cameo_builder *b) builds
 * (struct cameo_importer); f lasts as long as the importer. op_type NULL: every operator of the domain. */
template <class F>
cameo_importer importer(const char *domain, const char *op_type, F &f) noexcept {
    cameo_importer i{};
    i.size = sizeof i;
    i.domain = domain;
    i.op_type = op_type;
    i.ctx = const_cast<void *>(static_cast<const void *>(&f));
    i.build = [](void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
        return detail::caught(e, [&] { return (*static_cast<F *>(ctx))(node, b); });
    };
    return i;
}

/* For options.rewrites: in the place of the nodes of the pattern those that f(cameo_partition *graph,
 * const cameo_match &match, cameo_builder *b) builds (struct cameo_rewrite); both last as long as the rewrite. */
template <class F>
cameo_rewrite rewrite(const char *name, span<const cameo_node> pattern, F &f) noexcept {
    cameo_rewrite r{};
    r.size = sizeof r;
    r.name = name;
    r.nodes = pattern.data();
    r.n_nodes = pattern.size();
    r.ctx = const_cast<void *>(static_cast<const void *>(&f));
    r.build = [](void *ctx, cameo_partition *graph, const cameo_match *match, cameo_builder *b, cameo_error *e) {
        return detail::caught(e, [&] { return (*static_cast<F *>(ctx))(graph, *match, b); });
    };
    return r;
}

namespace detail {
template <auto f>
struct op_function;
template <class... Args, cameo_status (*f)(cameo_op_context *, Args...)>
struct op_function<f> {
    static cameo_status call(cameo_op_context *c, Args... args) noexcept {
        cameo_error e = no_error();
        cameo_status status = caught(&e, [&] { return f(c, args...); });
        return e.status == CAMEO_OK ? status : cameo_op_fail(c, status, e.msg);
    }
};
} // namespace detail

/* For the members of a cameo_op: a function of yours, which may throw, as one that does not.
 * op.run = cameo::guarded<my_run>; */
template <auto f>
inline constexpr auto guarded = &detail::op_function<f>::call;

#undef CAMEO_HPP_FAIL
#undef CAMEO_HPP_DONE
#undef CAMEO_HPP_TRY
#undef CAMEO_HPP_CALL
#undef CAMEO_HPP_WANT

} // namespace throwing or returning
} // namespace cameo

#endif
