// Arduino.h — what a sketch finds where this computer is the board: a serial port that prints.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct HardwareSerial {
    void begin(long baud);
    void println(const char *text);
    void println(int number);
};
extern HardwareSerial Serial;

void delay(unsigned long ms);
void setup();
void loop();
