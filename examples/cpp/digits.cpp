/* digits.cpp — reads the handwritten digits of examples/digits through cameo.hpp, the interface for C++17.
 *
 *     c++ -std=c++17 -Iinclude examples/cpp/digits.cpp build/libcameo.a -lpthread -o build/digits_cpp
 *     build/digits_cpp examples/digits
 *
 * Prints what the model takes and gives, and how many of the 50 images it reads right. Exits with 1 where a file cannot
 * be read, with 2 where the answers are not those of ONNX Runtime (digits_expected.bin). */
#include <cameo.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr std::size_t n_pixels = 64, n_digits = 10, n_images = 50, record = n_pixels + 1;

std::vector<char> read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/* "image: float32 [batch, 1, 8, 8]" */
void print_type(const char *what, const cameo_type &type) {
    std::string_view name = cameo::text(type.name);
    std::printf("%s %.*s: %s [", what, static_cast<int>(name.size()), name.data(), cameo_dtype_name(type.dtype));
    for (std::uint32_t i = 0; i < type.rank; i++) {
        std::string_view param = cameo::text(type.dim_params[i]);
        std::string dim = type.dims[i] >= 0 ? std::to_string(type.dims[i]) : std::string(param);
        std::printf("%s%s", i == 0 ? "" : ", ", dim.c_str());
    }
    std::printf("]\n");
}

int read_digits(const std::string &folder) {
    std::vector<char> tests = read(folder + "/digits_test.bin"), bytes = read(folder + "/digits_expected.bin");
    std::vector<float> expected(n_images * n_digits);
    if (tests.size() != n_images * record || bytes.size() != expected.size() * sizeof(float)) {
        std::fprintf(stderr, "digits_test.bin or digits_expected.bin is not there or has another size\n");
        return 1;
    }
    std::memcpy(expected.data(), bytes.data(), bytes.size());

    cameo::host net = cameo::host::load_file((folder + "/digits.onnx").c_str());
    print_type("input", net.model().input(0));
    print_type("output", net.model().output(0));

    cameo::outputs out; /* used again by every run: the second and later ones allocate nothing */
    int n_right = 0;
    float difference = 0;
    for (std::size_t i = 0; i < n_images; i++) {
        std::array<float, n_pixels> image;
        const char *pixels = tests.data() + i * record;
        std::transform(pixels, pixels + n_pixels, image.begin(), [](char c) { return static_cast<float>(c) / 16.0f; });

        net.run({cameo::tensor(image, {1, 1, 8, 8})}, out);
        cameo::span<const float> p = cameo::elements<float>(out[0]);

        n_right += std::max_element(p.begin(), p.end()) - p.begin() == pixels[n_pixels];
        for (std::size_t k = 0; k < p.size(); k++)
            difference = std::max(difference, std::fabs(p[k] - expected[i * n_digits + k]));
    }
    std::printf("%d of %zu read right\n", n_right, n_images);
    return difference < 1e-5f ? 0 : 2;
}

} // namespace

int main(int argc, char **argv) {
    try {
        return read_digits(argc > 1 ? argv[1] : "examples/digits");
    } catch (const cameo::error &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
