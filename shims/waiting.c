#include "waiting.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 1000, FOR_EVER = -1 };

#define WORDS "guard: waits for an answer: guard console (in another terminal); Ctrl-C gives up"
#define DOWN "\033[B"
#define UP "\033[A"
#define MAKE_TWO_ROWS "\033D\033D" UP UP
#define KEEP_CURSOR "\0337"
#define BACK_TO_CURSOR "\0338"
#define ERASE_REST "\033[J"

static bool is_readable(int connection, int timeout_ms) {
  struct pollfd wanted = {.fd = connection, .events = POLLIN};
  int ready;
  do ready = poll(&wanted, 1, timeout_ms);
  while (ready < 0 && errno == EINTR);
  return ready != 0;
}

/* Whether it arrives does not matter. */
static void put(int to, const char *text) {
  ssize_t written = write(to, text, strlen(text));
  (void)written;
}

static bool moves_cursor(void) {
  const char *term = getenv("TERM");
  return term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

/* Not stderr: the shells take that for guard's last word. Not blocking: Ctrl-S must not hold the answer back. */
static int open_terminal(void) { return open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC); }

/* Rows of the typed text below the cursor: fish cannot move it to the end first, and says how many there are. */
static int rows_below(void) {
  const char *rows = getenv("GUARD_ROWS_BELOW");
  if (rows == NULL || rows[0] < '1' || rows[0] > '9') return 0;
  if (rows[1] == '\0') return rows[0] - '0';
  return rows[1] >= '0' && rows[1] <= '9' && rows[2] == '\0' ? (rows[0] - '0') * 10 + rows[1] - '0' : 0;
}

static void put_times(int to, const char *text, int times) {
  for (int done = 0; done < times; done++) put(to, text);
}

/* The cursor has to stay where the shell has it: rows are made (a narrow terminal breaks the words), then filled. */
static void show_below(int terminal) {
  int rows = rows_below();
  put_times(terminal, DOWN, rows);
  put(terminal, MAKE_TWO_ROWS);
  put_times(terminal, UP, rows);
  put(terminal, KEEP_CURSOR);
  put_times(terminal, DOWN, rows);
  put(terminal, "\r\n" ERASE_REST WORDS BACK_TO_CURSOR);
}

/* Without rows below nothing is moved: after Ctrl-C the shell may have left the row already. */
static void erase_below(int terminal) {
  int rows = rows_below();
  if (rows == 0) {
    put(terminal, ERASE_REST);
    return;
  }
  put(terminal, KEEP_CURSOR);
  put_times(terminal, DOWN, rows);
  put(terminal, "\r\n" ERASE_REST BACK_TO_CURSOR);
}

/* Ctrl-C ends us as if there were no handler (SA_RESETHAND): only the words go first. */
static void erase_and_end(int number) {
  erase_below(open_terminal());
  raise(number);
}

static void erase_on_interrupt(void) {
  struct sigaction before, erasing = {.sa_handler = erase_and_end, .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigemptyset(&erasing.sa_mask);
  if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(SIGINT, &erasing, NULL);
}

void wait_in_sight(int connection) {
  if (is_readable(connection, PATIENCE_MS)) return;
  int terminal = open_terminal();
  bool erasable = terminal >= 0 && moves_cursor();
  if (erasable) erase_on_interrupt();
  if (terminal < 0) put(STDERR_FILENO, WORDS "\n");
  else if (erasable) show_below(terminal);
  else put(terminal, "\r\n" WORDS "\r\n");
  is_readable(connection, FOR_EVER);
  if (erasable) erase_below(terminal);
  if (terminal >= 0) close(terminal);
}
