/* Decimal digits without stdio: printf alone would double the program's size. */
#ifndef GUARD_NUMBER_TEXT_H
#define GUARD_NUMBER_TEXT_H

#define NUMBER_ROOM 24

/* The text lies somewhere in `room`. */
const char *number_text(unsigned long value, char room[NUMBER_ROOM]);

#endif
