// main.cpp — the program around a sketch: it turns once.
#include "Arduino.h"

#include <cstdio>

HardwareSerial Serial;

void HardwareSerial::begin(long) {}
void HardwareSerial::println(const char *text) { std::puts(text); }
void HardwareSerial::println(int number) { std::printf("%d\n", number); }
void delay(unsigned long) {}

int main() {
    setup();
    loop();
}
