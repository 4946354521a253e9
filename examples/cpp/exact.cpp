/* exact.cpp — a model in memory of known size, through cameo.hpp, without exceptions and without operator new: a
 * vertical stroke, read by examples/digits.
 *
 *     c++ -std=c++17 -fno-exceptions -Iinclude examples/cpp/exact.cpp build/libcameo.a -lpthread -o build/exact
 *     build/exact examples/digits/digits.onnx
 *
 * Every object lies in a piece of one static array. Exits with 0 if the answer is a one. */
#include <cameo.hpp>

#include <cstdio>

namespace {

alignas(CAMEO_MEMORY_ALIGN) unsigned char ram[1 << 20], work_memory[1 << 20], file[16384];
std::size_t used = 0;

/* The next `size` bytes of ram; too small a piece, which is then refused, where they are used up. */
cameo_memory piece(std::size_t size) {
    cameo_memory m = {ram + used, size <= sizeof ram - used ? size : 0};
    used += (m.size + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    return m;
}

int fail(const cameo::error &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
}

int read_stroke(cameo::byte_view bytes) {
    const cameo_options options = cameo::default_options();
    const cameo_memory work = {work_memory, sizeof work_memory};

    auto sizes = cameo::model::measure(bytes, options);
    if (!sizes) return fail(sizes.error());
    auto model = cameo::model::create(piece(sizes->model), work, bytes, options);
    if (!model) return fail(model.error());

    auto prepared = cameo::prepared::measure(*model, work, options);
    if (!prepared) return fail(prepared.error());
    auto session = cameo::session::create(piece(prepared->session_bytes()), *prepared);
    if (!session) return fail(session.error());

    const cameo_dim_binding dims[] = {cameo::dim("batch", 1)};
    auto plan_bytes = cameo::plan::measure(*session, dims, work);
    if (!plan_bytes) return fail(plan_bytes.error());
    auto plan = cameo::plan::create(piece(*plan_bytes), *session, dims, work);
    if (!plan) return fail(plan.error());

    auto needs = cameo::run::measure(*plan);
    if (!needs) return fail(needs.error());
    auto run = cameo::run::create(piece(needs->planned_bytes), *plan, options);
    if (!run) return fail(run.error());

    float image[8][8] = {}, probability[10];
    for (int row = 1; row < 7; row++) image[row][4] = 1.0f;
    const cameo_value input[] = {cameo::tensor(CAMEO_FLOAT, image, sizeof image, {1, 1, 8, 8})};
    cameo_value output[] = {cameo::buffer(probability)};
    auto done = run->all(input, output);
    if (!done) return fail(done.error());

    int best = 0;
    for (int i = 1; i < 10; i++) best = probability[i] > probability[best] ? i : best;
    std::printf("a vertical stroke looks like a %d; %zu bytes for all objects\n", best, used);
    return best == 1 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "examples/digits/digits.onnx";
    std::FILE *f = std::fopen(path, "rb");
    std::size_t n = f == nullptr ? 0 : std::fread(file, 1, sizeof file, f);
    if (f != nullptr) std::fclose(f);
    return read_stroke({file, n});
}
