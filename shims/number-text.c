#include "number-text.h"

const char *number_text(unsigned long value, char room[NUMBER_ROOM]) {
  char *at = room + NUMBER_ROOM - 1;
  *at = '\0';
  do {
    *--at = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  return at;
}
