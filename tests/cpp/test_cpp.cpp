/* test_cpp.cpp — cameo.hpp: values of every kind, hosts, the four objects, threads; its errors; what it allocates;
 * moved and empty objects. Compiled twice, with exceptions and without; main.cpp runs both. Expected values are sums,
 * joined texts and copies that a reader can check. */
#include <cameo.hpp>

#include "counting.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using cameo::elements;
using cameo::named;
using cameo::span;
using cameo::tensor;
using cameo::text;
using cameo::to_string;

#if CAMEO_EXCEPTIONS
#define TEST_NAME test_throwing
/* The value, which must be there; the status; the text of the error. */
#define GET(call) (call)
#define RUN(call) (call)
template <class F>
static cameo::error error_of(F f) {
    try {
        (void)f();
    } catch (const cameo::error &e) {
        return e;
    }
    return {};
}
#define ERROR_OF(call) error_of([&] { return (call, 0); })
#else
#define TEST_NAME test_returning
template <class T>
static T get(cameo::result<T> r) {
    if (!r) {
        std::printf("FAIL unexpected: %s\n", r.error().what());
        std::exit(1);
    }
    return std::move(*r);
}
#define GET(call) get(call)
static void run(const cameo::result<void> &r) {
    if (!r) {
        std::printf("FAIL unexpected: %s\n", r.error().what());
        std::exit(1);
    }
}
#define RUN(call) run(call)
#define ERROR_OF(call) (call).error()
#endif
#define STATUS(call) ERROR_OF(call).status()

static bool contains(const char *said, const char *what) { return std::strstr(said, what) != nullptr; }

/* ---- small models, made by the builder of cameo.h ---- */

struct built {
    alignas(CAMEO_MEMORY_ALIGN) unsigned char memory[1 << 14];
    cameo_builder *b = nullptr;
    bool finished = false;

    built() {
        cameo_builder_options options{};
        options.data_name = "w";
        CHECK(cameo_builder_create({memory, sizeof memory}, &options, &b, nullptr) == CAMEO_OK);
        (void)cameo_builder_opset(b, "", 21);
        (void)cameo_builder_opset(b, "ai.onnx.ml", 3);
    }
    void type(const char *name, cameo_kind kind, cameo_dtype dtype, std::initializer_list<std::int64_t> dims) {
        cameo_type t = cameo_tensor_type(name, dtype, static_cast<std::uint32_t>(dims.size()), dims.begin());
        t.kind = kind;
        t.elem_kind = CAMEO_KIND_TENSOR;
        t.key_dtype = CAMEO_STRING;
        (void)cameo_builder_value(b, &t);
    }
    void node(const char *op, std::initializer_list<const char *> in, std::initializer_list<const char *> out,
              const char *domain = "") {
        (void)cameo::add(b, cameo::node(op, in, out, domain));
    }
    void attr(const char *name, std::int64_t i) {
        (void)cameo::add(b, cameo::attribute(name, i));
    }
    void attr(const char *name, span<const cameo_string> strings) {
        cameo_attr a{};
        a.name = name;
        a.type = CAMEO_ATTR_STRINGS;
        a.strings = strings.data();
        a.n = strings.size();
        (void)cameo_builder_attr(b, &a);
    }
    cameo::byte_view bytes() {
        const void *p = nullptr;
        std::size_t n = 0;
        if (!finished) CHECK(cameo_builder_finish(b, nullptr) == CAMEO_OK);
        finished = true;
        CHECK(cameo_builder_get_bytes(b, &p, &n) == CAMEO_OK);
        return {p, n};
    }
    cameo_options options() const {
        cameo_options o = cameo::default_options();
        o.external = cameo_builder_external;
        o.external_ctx = b;
        o.n_threads = 1;
        return o;
    }
};

/* y = a + b, float [n]. */
struct adding : built {
    adding() {
        type("a", CAMEO_KIND_TENSOR, CAMEO_FLOAT, {-1});
        type("b", CAMEO_KIND_TENSOR, CAMEO_FLOAT, {-1});
        node("Add", {"a", "b"}, {"y"});
    }
};

/* ---- spans and values ---- */

static void test_values() {
    std::vector<float> v = {1, 2, 3};
    const std::array<float, 2> a = {4, 5};
    float plain[2] = {6, 7};
    span<float> seen = v;
    span<const float> of_array = a, of_plain = plain, of_span = seen;
    span<const std::int64_t> none;
    CHECK(seen.data() == v.data() && seen.size() == 3 && seen[2] == 3 && *seen.begin() == 1);
    CHECK(of_array.size() == 2 && of_array.end()[-1] == 5 && of_plain[1] == 7 && of_span.size() == 3);
    CHECK(none.empty() && none.data() == nullptr);
    static_assert(!std::is_constructible_v<span<float>, const std::vector<float> &>, "const stays const");
    static_assert(!std::is_constructible_v<span<float>, std::vector<float>>, "a temporary cannot be written to");
    static_assert(!std::is_constructible_v<span<const float>, std::vector<double>>, "elements are not converted");

    cameo_value t = tensor(v, {3, 1});
    CHECK(t.kind == CAMEO_KIND_TENSOR && t.tensor.dtype == CAMEO_FLOAT && t.tensor.rank == 2 && t.tensor.bytes == 12);
    CHECK(cameo::dims(t).size() == 2 && cameo::dims(t)[0] == 3 && cameo::dims(t)[1] == 1 && t.name == nullptr);
    CHECK(GET(elements<float>(t)).data() == v.data() && GET(elements<float>(t)).size() == 3);
    cameo::error e = ERROR_OF(elements<std::int64_t>(t));
    CHECK(e.status() == CAMEO_E_TYPE && contains(e.what(), "CAMEO_E_TYPE: the value is float32, want int64"));
    CHECK(contains(ERROR_OF(elements<float>(cameo::none())).what(), "no tensor"));

    const std::int32_t one = 7;
    t = named("x", cameo::scalar(one));
    CHECK(t.tensor.rank == 0 && t.tensor.dtype == CAMEO_INT32 && t.tensor.data == &one && t.tensor.bytes == 4);
    CHECK(std::string(t.name) == "x" && cameo::dims(t).empty());
    const unsigned char packed[2] = {0x21, 0x03};
    t = tensor(CAMEO_UINT4, packed, sizeof packed, {3});
    CHECK(t.tensor.dtype == CAMEO_UINT4 && t.tensor.bytes == 2 && t.tensor.dims[0] == 3);
    const cameo::float16 half[1] = {{0x3c00}};
    CHECK(tensor(half, {1}).tensor.dtype == CAMEO_FLOAT16 && tensor(half, {1}).tensor.bytes == 2);
    CHECK(cameo::buffer(v).tensor.bytes == 12 && cameo::buffer(v).tensor.data == v.data());

    CHECK(text(to_string("abc")) == "abc" && text(cameo_string{}).empty());
    const cameo_value item = tensor(v, {3});
    CHECK(cameo::items(cameo::some(item)).size() == 1 && cameo::items(cameo::none()).empty());
    CHECK(cameo::some(item).kind == CAMEO_KIND_OPTIONAL && cameo::sequence({item, item}).n_items == 2);
    static_assert(!std::is_copy_constructible_v<cameo::host> && std::is_nothrow_move_constructible_v<cameo::host>);
    static_assert(!std::is_copy_constructible_v<cameo::run> && std::is_nothrow_move_assignable_v<cameo::session>);
    static_assert(!std::is_copy_constructible_v<cameo::outputs> && std::is_nothrow_move_assignable_v<cameo::outputs>);
}

/* ---- hosts ---- */

static void test_host() {
    adding m;
    long before = n_allocations;
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    CHECK(n_allocations == before); /* the library's allocator is another */
    CHECK(net.model().info().n_inputs == 2 && text(net.model().input(1).name) == "b");
    CHECK(net.session().info().n_outputs == 1 && text(net.session().output(0).name) == "y");
    CHECK(net.model().metadata("no such key").data() == nullptr && net.info().model_bytes > 0);

    const float a[3] = {1, 2, 3};
    std::vector<float> b = {10, 20, 30};
    cameo::outputs out = GET(net.run({tensor(a, {3}), tensor(b, {3})}));
    span<const float> y = GET(elements<float>(out[0]));
    CHECK(out.size() == 1 && y.size() == 3 && y[0] == 11 && y[1] == 22 && y[2] == 33);
    CHECK(n_allocations == before + 1); /* the outputs */

    /* By name, in another order, other dims, into the same outputs: no more allocations. */
    RUN(net.run({named("b", tensor(b, {3})), named("a", tensor(a, {3}))}, out));
    const span<const float> a2(a, 2);
    RUN(net.run({tensor(a2, {2}), tensor(span<float>(b.data(), 2), {2})}, out));
    CHECK(n_allocations == before + 1 && GET(elements<float>(out[0])).size() == 2);

    /* Moved: the results stay. Released: they are gone, and the object serves again. */
    cameo::outputs moved = std::move(out);
    CHECK(out.size() == 0 && moved.size() == 1 && GET(elements<float>(moved[0]))[1] == 22);
    moved.release();
    CHECK(moved[0].tensor.data == nullptr);
    cameo::host other = std::move(net);
    RUN(other.run({tensor(a, {3}), tensor(b, {3})}, moved));
    CHECK(GET(elements<float>(moved[0]))[2] == 33 && n_allocations == before + 1 && !net && other);

    /* Into the caller's buffer, which must be large enough. */
    float written[3] = {};
    cameo_value into[1] = {cameo::buffer(written)};
    RUN(other.run({tensor(a, {3}), tensor(b, {3})}, into));
    CHECK(written[2] == 33 && into[0].tensor.dims[0] == 3);
    span<float> two(written, 2);
    into[0] = cameo::buffer(two);
    cameo::error e = ERROR_OF(other.run({tensor(a, {3}), tensor(b, {3})}, into));
    CHECK(e.status() == CAMEO_E_ARG && contains(e.what(), "8 bytes, 12 are needed"));
    /* In memory of the host, given back. */
    into[0] = cameo_value{};
    RUN(other.run({tensor(a, {3}), tensor(b, {3})}, into));
    CHECK(into[0].owner != nullptr);
    other.release(into);
    CHECK(into[0].owner == nullptr);

    RUN(other.bind_dims({}));
    other.cancel(); /* nothing runs: later runs are as always */
    RUN(other.run({tensor(a, {3}), tensor(b, {3})}, moved));
    cameo_budget budget{};
    budget.cost = 1;
    std::vector<float> many(100000);
    CHECK(STATUS(other.run_within({tensor(many, {100000}), tensor(many, {100000})}, moved, budget)) == CAMEO_E_LIMIT);
    CHECK(moved[0].tensor.data == nullptr);

    /* Outputs go over to another host; what they held goes back to the first. */
    adding m2;
    cameo::host second = GET(cameo::host::load(m2.bytes(), m2.options()));
    RUN(other.run({tensor(a, {3}), tensor(b, {3})}, moved));
    RUN(second.run({tensor(a, {3}), tensor(a, {3})}, moved));
    CHECK(GET(elements<float>(moved[0]))[2] == 6 && n_allocations == before + 2);
    moved = cameo::outputs();
    second = cameo::host();
    CHECK(!second);
}

static void test_host_errors() {
    cameo::error e = ERROR_OF(cameo::host::load_file("no/such/file.onnx"));
    CHECK(e.status() == CAMEO_E_IO && contains(e.what(), "CAMEO_E_IO: ") && contains(e.what(), "no/such/file.onnx"));
    CHECK(e.details().node == CAMEO_NO_ID);
    CHECK(STATUS(cameo::host::load(std::string("\xff\xff\xff"))) == CAMEO_E_MALFORMED);
    CHECK(cameo::error().status() == CAMEO_OK);
    /* An error of a node names it, whether or not its message does. */
    cameo_error raw{};
    raw.status = CAMEO_E_SHAPE;
    raw.node = 3;
    std::strcpy(raw.op_type, "Conv");
    std::strcpy(raw.node_name, "first");
    CHECK(std::string(cameo::error(raw).what()) == "CAMEO_E_SHAPE: wrong shape, rank, axis or index (Conv \"first\")");
    std::memset(raw.msg, 'x', sizeof raw.msg - 1);
    CHECK(std::strlen(cameo::error(raw).what()) == 15 + 191 + 15);

    adding m;
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    const float a[3] = {1, 2, 3};
    const double d[3] = {1, 2, 3};
    CHECK(STATUS(net.run({tensor(a, {3})})) == CAMEO_E_MISSING);
    CHECK(STATUS(net.run({tensor(a, {3}), tensor(d, {3})})) == CAMEO_E_TYPE);
    CHECK(STATUS(net.run({tensor(a, {3}), tensor(a, {1, 3})})) == CAMEO_E_SHAPE);
    CHECK(STATUS(net.run({tensor(a, {3}), tensor(a, {1, 1, 1, 1, 1, 1, 1, 1, 3})})) == CAMEO_E_SHAPE);
    CHECK(STATUS(net.run({tensor(a, {3}), tensor(a, {4})})) != CAMEO_OK);
    CHECK(STATUS(net.run({tensor(a, {4}), tensor(a, {4})})) == CAMEO_E_ARG);
    e = ERROR_OF(net.run({named("c", tensor(a, {3}))}));
    CHECK(e.status() == CAMEO_E_ARG && contains(e.what(), "no input named c"));
    CHECK(STATUS(net.bind_dims({cameo::dim("no such dim", 1, 4)})) == CAMEO_E_ARG);
    n_allowed = 0;
    cameo_status status = STATUS(net.run({tensor(a, {3}), tensor(a, {3})}));
    n_allowed = -1;
    CHECK(status == CAMEO_E_NOMEM);
    cameo_options options = m.options();
    cameo_limits limits{};
    limits.model_bytes = 3;
    options.limits = &limits;
    CHECK(STATUS(cameo::host::load(m.bytes(), options)) == CAMEO_E_LIMIT);

    cameo::host empty;
    cameo::outputs out;
    e = ERROR_OF(empty.run({}));
    CHECK(e.status() == CAMEO_E_ARG && contains(e.what(), "empty"));
    CHECK(STATUS(empty.run({}, out)) == CAMEO_E_ARG && STATUS(empty.bind_dims({})) == CAMEO_E_ARG);
    CHECK(STATUS(empty.run({}, span<cameo_value>())) == CAMEO_E_ARG);
    empty.cancel();
    empty.release({});
    out.release();
    CHECK(empty.get() == nullptr && !empty && out.begin() == out.end());
}

/* ---- strings, sequences, maps, optionals ---- */

static void test_strings() {
    built m;
    m.type("s", CAMEO_KIND_TENSOR, CAMEO_STRING, {-1});
    m.type("t", CAMEO_KIND_TENSOR, CAMEO_STRING, {-1});
    m.node("StringConcat", {"s", "t"}, {"y"});
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    const std::string long_text(300, 'x');
    const cameo_string s[3] = {to_string("ab"), to_string(""), to_string(long_text)};
    const cameo_string t[3] = {to_string("c"), to_string(std::string_view("\0d", 2)), to_string("y")};
    cameo::outputs out = GET(net.run({tensor(s, {3}), tensor(t, {3})}));
    span<const cameo_string> y = GET(elements<cameo_string>(out[0]));
    CHECK(y.size() == 3 && text(y[0]) == "abc" && text(y[1]) == std::string_view("\0d", 2));
    CHECK(y.size() == 3 && text(y[2]) == long_text + "y");
}

static void test_sequences() {
    built m;
    m.type("items", CAMEO_KIND_SEQUENCE, CAMEO_FLOAT, {-1});
    m.type("x", CAMEO_KIND_TENSOR, CAMEO_FLOAT, {-1});
    m.node("SequenceInsert", {"items", "x"}, {"more"});
    m.node("ConcatFromSequence", {"items"}, {"joined"});
    m.attr("axis", 0);
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    const float a[2] = {1, 2}, b[1] = {3}, x[1] = {4};
    cameo::outputs out = GET(net.run({cameo::sequence({tensor(a, {2}), tensor(b, {1})}), tensor(x, {1})}));
    CHECK(out.size() == 2);
    for (const cameo_value &v : out) CHECK(v.kind == CAMEO_KIND_SEQUENCE || v.kind == CAMEO_KIND_TENSOR);
    span<const cameo_value> more = cameo::items(out[0]);
    CHECK(more.size() == 3 && GET(elements<float>(more[0]))[1] == 2 && GET(elements<float>(more[2]))[0] == 4);
    span<const float> joined = GET(elements<float>(out[1]));
    CHECK(joined.size() == 3 && joined[0] == 1 && joined[2] == 3);
    CHECK(STATUS(net.run({tensor(a, {2}), tensor(x, {1})})) == CAMEO_E_TYPE);
}

static void test_maps() {
    built m;
    cameo_string words[2] = {to_string("cat"), to_string("dog")};
    m.type("counts", CAMEO_KIND_MAP, CAMEO_FLOAT, {});
    m.node("DictVectorizer", {"counts"}, {"y"}, "ai.onnx.ml");
    m.attr("string_vocabulary", words);
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    const cameo_string keys[2] = {to_string("dog"), to_string("cow")};
    const float counts[2] = {3, 5};
    const cameo_value both[2] = {tensor(keys, {2}), tensor(counts, {2})};
    cameo::outputs out = GET(net.run({cameo::map(both)}));
    span<const float> y = GET(elements<float>(out[0]));
    CHECK(y.size() == 2 && y[0] == 0 && y[1] == 3);
}

static void test_optionals() {
    built m;
    m.type("o", CAMEO_KIND_OPTIONAL, CAMEO_FLOAT, {-1});
    m.node("OptionalHasElement", {"o"}, {"y"});
    cameo::host net = GET(cameo::host::load(m.bytes(), m.options()));
    const float a[1] = {1};
    const cameo_value item = tensor(a, {1});
    cameo::outputs out = GET(net.run({cameo::some(item)}));
    CHECK(GET(elements<bool>(out[0]))[0]);
    RUN(net.run({cameo::none()}, out));
    CHECK(!GET(elements<bool>(out[0]))[0]);
}

/* ---- model, session, plan, run ---- */

static const float a4[4] = {1, 2, 3, 4}, b4[4] = {10, 20, 30, 40};

static void run_in_slices(cameo::run &r) {
    const cameo_value in[2] = {tensor(a4, {4}), tensor(b4, {4})};
    cameo_value out[1] = {};
    cameo_budget budget{};
    budget.size = sizeof budget;
    budget.tasks = 1;
    RUN(r.begin(in, out));
    while (GET(r.advance(budget)) == CAMEO_PAUSED) {}
    RUN(r.end());
    CHECK(GET(elements<float>(out[0]))[3] == 44 && r.stats().tasks > 0);
    RUN(r.begin(in, out));
    r.cancel();
    CHECK(STATUS(r.advance()) == CAMEO_E_CANCELLED);
    out[0] = cameo_value{};
    RUN(r.all(in, out));
    CHECK(GET(elements<float>(out[0]))[0] == 11);
    CHECK(STATUS(r.all({in, 1}, out)) == CAMEO_E_MISSING && STATUS(r.end()) == CAMEO_E_ARG);
}

static void test_exact() {
    adding m;
    cameo::byte_view bytes = m.bytes();
    cameo_options options = m.options();
    long before = n_allocations;
    cameo::model model = GET(cameo::model::create(bytes, options));
    CHECK(n_allocations == before + 2 && model.info().n_nodes == 1);
    cameo::session session = GET(cameo::session::create(model, options));
    CHECK(n_allocations == before + 4 && session.info().n_symbols >= 1);
    cameo::plan plan = GET(cameo::plan::create(session, {}));
    CHECK(n_allocations == before + 6);
    cameo::run any = GET(cameo::run::create(plan, options)); /* free dims: on its heap */
    CHECK(n_allocations == before + 7);
    run_in_slices(any);
    std::string symbol(session.symbol(0));
    plan = cameo::plan();
    CHECK(STATUS(cameo::plan::create(session, {cameo::dim("no such dim", 4)})) == CAMEO_E_ARG);
    any = cameo::run();

    /* In memory of the caller's, to the byte. */
    cameo::model::sizes sizes = GET(cameo::model::measure(bytes, options));
    cameo::memory m_model = GET(cameo::memory::create(sizes.model)), m_work = GET(cameo::memory::create(1 << 20));
    CHECK(m_model.size() == sizes.model && reinterpret_cast<std::uintptr_t>(cameo_memory(m_model).base) % 64 == 0);
    before = n_allocations;
    cameo_memory less = m_model;
    less.size--;
    CHECK(STATUS(cameo::model::create(less, m_work, bytes, options)) == CAMEO_E_NOMEM);
    cameo::model second = GET(cameo::model::create(m_model, m_work, bytes, options));
    cameo::prepared prepared = GET(cameo::prepared::measure(second, m_work, options));
    CHECK(n_allocations == before);
    cameo::memory m_session = GET(cameo::memory::create(prepared.session_bytes()));
    less = m_session;
    less.size--;
    CHECK(STATUS(cameo::session::create(less, prepared)) == CAMEO_E_NOMEM);
    cameo::session other = GET(cameo::session::create(m_session, prepared));
    std::size_t plan_bytes = GET(cameo::plan::measure(other, {}, m_work));
    cameo::memory m_plan = GET(cameo::memory::create(plan_bytes));
    cameo::plan exact = GET(cameo::plan::create(m_plan, other, {}, m_work));
    cameo_run_needs needs = GET(cameo::run::measure(exact));
    cameo::memory m_run = GET(cameo::memory::create(needs.planned_bytes + 4096));
    cameo::run r = GET(cameo::run::create(m_run, exact, options));
    run_in_slices(r);
    cameo::run moved = std::move(r);
    run_in_slices(moved);
    CHECK(r.get() == nullptr);

    /* On threads. */
    cameo::threads pool = GET(cameo::threads::create(2)), same;
    CHECK(pool.n_workers() == 2);
    same = std::move(pool);
    cameo::run two = GET(cameo::run::create(exact, options, same.get()));
    run_in_slices(two);
    CHECK(STATUS(cameo::threads::create(1u << 20)) == CAMEO_E_ARG);
    two = cameo::run(); /* before its pool */

    /* Moved sessions work on; assigned ones give back what they had. */
    cameo::session third = std::move(session);
    CHECK(session.get() == nullptr && third.get() != nullptr);
    third = GET(cameo::session::create(model, options));
    cameo::model moved_model = std::move(model);
    CHECK(model.get() == nullptr && moved_model.info().n_nodes == 1);
}

static void test_exact_errors() {
    adding m;
    cameo::byte_view bytes = m.bytes();
    cameo_options options = m.options();
    CHECK(STATUS(cameo::model::create(std::string("no model"), options)) == CAMEO_E_MALFORMED);
    CHECK(STATUS(cameo::model::measure(std::string("no model"), options)) == CAMEO_E_MALFORMED);
    cameo::model model = GET(cameo::model::create(bytes, options));
    cameo_options without_ops{};
    CHECK(STATUS(cameo::session::create(model, without_ops)) == CAMEO_E_ARG);
    /* Work that the limit does not allow. */
    cameo_limits limits{};
    limits.memory_bytes = 1000;
    options.limits = &limits;
    CHECK(STATUS(cameo::session::create(model, options)) == CAMEO_E_NOMEM);
    options = m.options();
    cameo::session session = GET(cameo::session::create(model, options));
    cameo::plan plan = GET(cameo::plan::create(session, {}));
    /* Every allocation that fails, one after the other. */
    for (long n = 0;; n++) {
        n_allowed = n;
        cameo_status status = STATUS(cameo::model::create(bytes, options));
        if (status == CAMEO_OK) status = STATUS(cameo::session::create(model, options));
        if (status == CAMEO_OK) status = STATUS(cameo::plan::create(session, {}));
        if (status == CAMEO_OK) status = STATUS(cameo::run::create(plan, options));
        if (status == CAMEO_OK) {
            CHECK(n == 7);
            break;
        }
        CHECK(status == CAMEO_E_NOMEM);
    }
    n_allowed = -1;
    /* Empty objects. */
    cameo::run empty;
    CHECK(STATUS(cameo::session::create(cameo::model_view(), options)) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::session::create(cameo_memory{}, cameo::prepared())) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::prepared::measure(cameo::model_view(), cameo_memory{}, options)) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::plan::create(cameo::session(), {})) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::plan::measure(cameo::session(), {}, cameo_memory{})) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::run::create(cameo::plan(), options)) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::run::measure(cameo::plan())) == CAMEO_E_ARG);
    CHECK(STATUS(empty.all({}, {})) == CAMEO_E_ARG && STATUS(empty.begin({}, {})) == CAMEO_E_ARG);
    CHECK(STATUS(empty.advance()) == CAMEO_E_ARG && STATUS(empty.end()) == CAMEO_E_ARG);
    empty.cancel();
}

/* ---- models that are made and changed, nodes of one's own ---- */

/* y = Twice(x) of the domain "mine", x float [n]; as many metadata as wanted. */
static cameo::memory twice_model(int n_metadata = 0) {
    return GET(cameo::build([&](cameo_builder *b) {
        const std::int64_t dims[1] = {-1};
        cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 1, dims);
        (void)cameo_builder_opset(b, "", 21);
        (void)cameo_builder_opset(b, "mine", 1);
        for (int i = 0; i < n_metadata; i++)
            (void)cameo_builder_metadata(b, std::to_string(i).c_str(), "a text that takes some room in the model");
        (void)cameo_builder_value(b, &x);
        (void)cameo::add(b, cameo::node("Twice", {"x"}, {"y"}, "mine"));
        (void)cameo::add(b, cameo::attribute("times", 3));
        (void)cameo::add(b, cameo::attribute("scale", 0.5f));
        (void)cameo::add(b, cameo::attribute("text", "abc"));
        (void)cameo::add(b, cameo::attribute("list", {1, 2}));
    }));
}

static const float x3[3] = {1, -2, 3};

/* The model computes 2*x with these options. */
static bool gives_twice(cameo::byte_view bytes, const cameo_options &options) {
    cameo::host host = GET(cameo::host::load(bytes, options));
    cameo::outputs out = GET(host.run({tensor(x3, {3})}));
    span<const float> y = GET(elements<float>(out[0]));
    return y.size() == 3 && y[0] == 2 && y[1] == -4 && y[2] == 6;
}

/* x + x in the place of a node, whose attributes are those that twice_model gives it. */
static cameo_status import_twice(cameo_op_context *node, cameo_builder *b) {
    std::int64_t times = 0;
    float scale = 0;
    cameo_string text{};
    const std::int64_t *list = nullptr;
    std::size_t n = 0;
    CHECK(cameo_op_attr_int(node, "times", &times) && times == 3);
    CHECK(cameo_op_attr_float(node, "scale", &scale) && scale == 0.5f);
    CHECK(cameo_op_attr_string(node, "text", &text) && cameo::text(text) == "abc");
    CHECK(cameo_op_attr_ints(node, "list", &list, &n) && n == 2 && list[0] == 1 && list[1] == 2);
    (void)cameo_builder_opset(b, "", 21);
    return cameo::add(b, cameo::node("Add", {"in0", "in0"}, {"out0"}));
}

static void test_importer() {
    cameo::memory bytes = twice_model();
    int calls = 0;
    auto counting = [&calls](cameo_op_context *node, cameo_builder *b) {
        calls++;
        return import_twice(node, b);
    };
    auto declining = [](cameo_op_context *, cameo_builder *) { return CAMEO_DECLINED; };
    const cameo_importer first = cameo::importer("mine", nullptr, declining);
    const cameo_importer second = cameo::importer("mine", "Twice", counting);
    const cameo_importer *importers[] = {&first, &second};
    cameo_options options = cameo::default_options();
    options.importers = importers;
    options.n_importers = 2;
    CHECK(gives_twice(bytes.bytes(), options) && calls > 0);
    auto failing = [](cameo_op_context *node, cameo_builder *) {
        return cameo_op_fail(node, CAMEO_E_UNSUPPORTED, "not today");
    };
    const cameo_importer refusing = cameo::importer("mine", "Twice", failing);
    importers[0] = &refusing;
    options.n_importers = 1;
    cameo::error e = ERROR_OF(cameo::host::load(bytes.bytes(), options));
    CHECK(e.status() == CAMEO_E_UNSUPPORTED && contains(e.what(), "not today"));
#if CAMEO_EXCEPTIONS
    auto throwing = [](cameo_op_context *, cameo_builder *) { throw std::runtime_error("out of ideas"); };
    const cameo_importer thrower = cameo::importer("mine", "Twice", throwing);
    importers[0] = &thrower;
    e = ERROR_OF(cameo::host::load(bytes.bytes(), options));
    CHECK(e.status() == CAMEO_E_DEVICE && contains(e.what(), "out of ideas"));
#endif
}

static void test_rewrite() {
    /* Log(Exp(x)) becomes x + x, which tells that the rewrite was applied. */
    cameo::memory bytes = GET(cameo::build([](cameo_builder *b) {
        const std::int64_t dims[1] = {-1};
        cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 1, dims);
        (void)cameo_builder_opset(b, "", 21);
        (void)cameo_builder_value(b, &x);
        (void)cameo::add(b, cameo::node("Exp", {"x"}, {"e"}));
        return cameo::add(b, cameo::node("Log", {"e"}, {"y"}));
    }));
    const char *const x[] = {"a"}, *const e[] = {"b"}, *const y[] = {"c"};
    const cameo_node pattern[] = {cameo::node("Exp", x, e), cameo::node("Log", e, y)};
    auto doubled = [](cameo_partition *, const cameo_match &match, cameo_builder *b) {
        CHECK(match.n_nodes == 2 && match.n_inputs == 1);
        (void)cameo_builder_opset(b, "", 21);
        (void)cameo::add(b, cameo::node("Add", {"a", "a"}, {"c"}));
    };
    const cameo_rewrite rewrite = cameo::rewrite("log_exp", pattern, doubled);
    const cameo_rewrite *rewrites[] = {&rewrite};
    cameo_options options = cameo::default_options();
    options.rewrites = rewrites;
    options.n_rewrites = 1;
    CHECK(gives_twice(bytes.bytes(), options));
}

static void test_edit() {
    cameo::memory bytes = twice_model();
    cameo::model model = GET(cameo::model::create(bytes.bytes(), cameo::default_options()));
    cameo_options options = cameo::default_options();
    int calls = 0;
    /* What is put in grows beyond the memory that edit() begins with: it calls again. */
    const auto change = [&](cameo_editor *d) {
        const char *const in[] = {"x", "x"};
        cameo_node add{};
        calls++;
        add.op_type = "Add";
        add.domain = "";
        add.inputs = in;
        add.n_inputs = 2;
        (void)cameo_editor_set_node(d, 0, &add);
        for (const char *name : {"times", "scale", "text", "list"}) (void)cameo_editor_remove_attr(d, 0, name);
        for (int i = 0; i < 2000; i++) (void)cameo_editor_set_metadata(d, std::to_string(i).c_str(), "a text");
    };
    cameo::memory changed = GET(cameo::edit(model, change));
    CHECK(calls > 1 && gives_twice(changed.bytes(), options));
    cameo::model again = GET(cameo::model::create(changed.bytes(), options));
    CHECK(again.metadata("1999") == "a text" && again.metadata("2000").data() == nullptr);
    cameo::memory same = GET(cameo::edit(model, [](cameo_editor *) {}));
    CHECK(same.size() == bytes.size() && std::memcmp(same.bytes().data(), bytes.bytes().data(), same.size()) == 0);

    /* The editor's own failure counts, also where the callable goes on. */
    const auto mistaken = [](cameo_editor *d) { (void)cameo_editor_remove_attr(d, 0, "none"); };
    cameo::error e = ERROR_OF(cameo::edit(model, mistaken));
    CHECK(e.status() == CAMEO_E_ARG && contains(e.what(), "none"));
    CHECK(STATUS(cameo::edit(model, [](cameo_editor *) { return CAMEO_E_IO; })) == CAMEO_E_IO);
    CHECK(STATUS(cameo::edit(cameo::model_view(), [](cameo_editor *) {})) == CAMEO_E_ARG);
    CHECK(STATUS(cameo::build([](cameo_builder *b) { return cameo_builder_end(b); })) == CAMEO_E_ARG);
#if CAMEO_EXCEPTIONS
    e = ERROR_OF(cameo::edit(model, [](cameo_editor *) { throw std::runtime_error("changed my mind"); }));
    CHECK(e.status() == CAMEO_E_DEVICE && contains(e.what(), "changed my mind"));
    CHECK(STATUS(cameo::build([](cameo_builder *) { throw 1; })) == CAMEO_E_DEVICE);
    e = ERROR_OF(cameo::edit(model, [](cameo_editor *) { (void)cameo::host::load_file("no such file"); }));
    CHECK(e.status() == CAMEO_E_IO && contains(e.what(), "no such file"));
#else
    e = ERROR_OF(cameo::edit(model, [](cameo_editor *) { return cameo::host::load_file("no such file"); }));
    CHECK(e.status() == CAMEO_E_IO && contains(e.what(), "no such file"));
#endif
    /* Every allocation that fails, one after the other. */
    for (long n = 0;; n++) {
        n_allowed = n;
        cameo_status status = STATUS(cameo::edit(model, [](cameo_editor *) {}));
        if (status == CAMEO_OK) {
            CHECK(n == 2);
            break;
        }
        CHECK(status == CAMEO_E_NOMEM);
    }
    n_allowed = -1;
}

/* ---- operators of one's own ---- */

static cameo_status twice_shape(cameo_op_context *c, const void *) {
    cameo_tensor x{};
    if (!cameo_op_input(c, 0, &x)) return cameo_op_fail(c, CAMEO_E_TYPE, "no tensor");
    const std::int64_t dim = CAMEO_DIM_OF(0, 0);
    return cameo_op_set_output(c, 0, x.dtype, 1, &dim);
}

static cameo_status twice_setup(cameo_op_context *, const void *, cameo_op_tasks *tasks) {
    tasks->n_phases = 1;
    tasks->phase[0].n_tasks = 3;
    return CAMEO_OK;
}

static cameo_status twice_run(cameo_op_context *c, const void *) {
    cameo_tensor x{}, y{};
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    std::uint32_t i = cameo_op_task(c);
#if CAMEO_EXCEPTIONS
    if (static_cast<const float *>(x.data)[i] == 7) throw std::runtime_error("no sevens");
#endif
    if (static_cast<const float *>(x.data)[i] == 8) return cameo_op_fail(c, CAMEO_E_SHAPE, "no eights");
    static_cast<float *>(y.data)[i] = 2 * static_cast<const float *>(x.data)[i];
    return CAMEO_OK;
}

static void test_operator() {
    cameo::memory bytes = twice_model();
    cameo_op op{};
    op.size = sizeof op;
    op.domain = "mine";
    op.op_type = "Twice";
    op.shape = cameo::guarded<twice_shape>;
    op.run = cameo::guarded<twice_run>;
    op.setup = cameo::guarded<twice_setup>;
    const cameo_op *ops[] = {&op};
    cameo_options options = cameo::default_options();
    options.custom_ops = ops;
    options.n_custom_ops = 1;
    CHECK(gives_twice(bytes.bytes(), options));
    cameo::host host = GET(cameo::host::load(bytes.bytes(), options));
    float wrong[3] = {1, 2, 8};
    cameo::error e = ERROR_OF(host.run({tensor(wrong, {3})}));
    CHECK(e.status() == CAMEO_E_SHAPE && contains(e.what(), "no eights"));
#if CAMEO_EXCEPTIONS
    wrong[2] = 7;
    e = ERROR_OF(host.run({tensor(wrong, {3})}));
    CHECK(e.status() == CAMEO_E_DEVICE && contains(e.what(), "no sevens"));
#endif
}

/* x, two floats: an optional of the first, if that is above 0; a map from words to both. */
static cameo_status pack_shape(cameo_op_context *c, const void *) {
    cameo_status s = cameo_op_set_optional(c, 0, CAMEO_FLOAT);
    return s != CAMEO_OK ? s : cameo_op_set_map(c, 1, CAMEO_STRING, CAMEO_FLOAT);
}

static cameo_status pack_run(cameo_op_context *c, const void *) {
    cameo_tensor x{};
    void *data = nullptr;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    const auto *from = static_cast<const float *>(x.data);
    const std::int64_t one = 1, two = 2;
    const cameo_string words[2] = {to_string("a"), to_string("word")};
    cameo_status s = from[0] > 0 ? cameo_op_give(c, 0, 1, &one, &data) : CAMEO_OK;
    if (s == CAMEO_OK && data != nullptr) *static_cast<float *>(data) = from[0];
    if (s == CAMEO_OK) s = cameo_op_give_strings(c, 1, 1, &two, words);
    if (s == CAMEO_OK) s = cameo_op_give(c, 1, 1, &two, &data);
    for (int i = 0; s == CAMEO_OK && i < 2; i++) static_cast<float *>(data)[i] = from[i];
    return s;
}

static void test_operator_boxes() {
    built m;
    (void)cameo_builder_opset(m.b, "mine", 1);
    m.type("x", CAMEO_KIND_TENSOR, CAMEO_FLOAT, {2});
    m.node("Pack", {"x"}, {"first", "words"}, "mine");
    cameo_op op{};
    op.size = sizeof op;
    op.domain = "mine";
    op.op_type = "Pack";
    op.shape = cameo::guarded<pack_shape>;
    op.run = cameo::guarded<pack_run>;
    op.gives = 1;
    const cameo_op *ops[] = {&op};
    cameo_options options = m.options();
    options.custom_ops = ops;
    options.n_custom_ops = 1;
    cameo::host net = GET(cameo::host::load(m.bytes(), options));
    for (float first : {3.0f, -3.0f}) {
        const float x[2] = {first, 5};
        cameo::outputs out = GET(net.run({tensor(x, {2})}));
        span<const cameo_value> one = cameo::items(out[0]), both = cameo::items(out[1]);
        CHECK(out[0].kind == CAMEO_KIND_OPTIONAL && one.size() == (first > 0 ? 1u : 0u));
        if (one.size() == 1) CHECK(GET(elements<float>(one[0]))[0] == first);
        CHECK(out[1].kind == CAMEO_KIND_MAP && both.size() == 2);
        span<const cameo_string> keys = GET(elements<cameo_string>(both[0]));
        span<const float> values = GET(elements<float>(both[1]));
        CHECK(keys.size() == 2 && text(keys[1]) == "word" && values.size() == 2 && values[0] == first);
    }
}

int TEST_NAME() {
    test_values();
    test_host();
    test_host_errors();
    test_strings();
    test_sequences();
    test_maps();
    test_optionals();
    test_exact();
    test_exact_errors();
    test_importer();
    test_rewrite();
    test_edit();
    test_operator();
    test_operator_boxes();
    return n_failed;
}
