/* What a person at a prompt sees while the answer is not there yet. The answer itself is read elsewhere. */
#ifndef GUARD_WAITING_H
#define GUARD_WAITING_H

/*
 * Waits until something can be read from `connection`. After a second it says so below the typed text, once, and waits
 * on; when the wait ends it takes its words away: the screen is as the shell left it.
 */
void wait_in_sight(int connection);

#endif
