#include <memory>
#include <vector>
#include "shapes/base.hpp"

using std::vector;
using namespace shapes::util;
namespace geo = shapes::geometry;

#define AREA_EPSILON 1e-9
#define SQUARE(x) ((x) * (x))

namespace shapes {

constexpr double kPi = 3.14159;
enum class Color : unsigned char { Red, Green };
using Points = std::vector<Point>;
typedef double Length;

template <typename T>
concept Drawable = requires(T shape) { shape.draw(); };

class Canvas;

class Shape : public Base, protected virtual Named<Shape> {
 public:
  explicit Shape(Color color) : Base(1), color_(color) { setUp(); }
  virtual ~Shape() = default;
  virtual double area() const = 0;
  Color color() const { return color_; }
  bool operator==(const Shape& other) const { return same(other); }
  static std::unique_ptr<Shape> make(Color color);

 private:
  void setUp();
  Color color_;
  std::vector<int> tags_;
};

struct Circle final : Shape {
  double radius = 1.0;
  double area() const override { return kPi * SQUARE(radius); }
};

template <typename T>
T largest(const std::vector<T>& values) {
  auto best = values.front();
  for (const T& value : values) best = std::max<T>(best, value);
  return best;
}

namespace detail::impl {
int hidden(int n);
}

}  // namespace shapes

std::unique_ptr<shapes::Shape> shapes::Shape::make(Color color) {
  auto circle = std::make_unique<Circle>(color);
  Canvas* canvas = new Canvas(2);
  canvas->draw(*circle);
  shapes::Circle second{};
  second.area();
  std::sort(tags.begin(), tags.end(), byLength);
  return circle;
}

void Shape::setUp() { tags_.push_back(detail::impl::hidden(3)); }

template <typename T>
void Box<T>::put(T value) { this->store(value); }

int main(int argc, char** argv) {
  auto twice = [](int n) { return scale(n, 2); };
  return twice(argc);
}
