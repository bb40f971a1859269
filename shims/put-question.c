#include "put-question.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "print.h"
#include "socket.h"
#include "waiting.h"

#define START_AGAIN "end this agent and start it again with guard run"
/* seccomp filters, as man has one, and other confinements. */
#define FORBIDDEN \
  "guard cannot be asked: the sandbox of the program that started this forbids sockets; run the command outside of it"

static enum verdict deny(const char *reason, const char *rule) {
  print_denial(&(struct denial){.reason = reason, .rule = rule});
  return VERDICT_DENY;
}

static enum verdict deny_unreachable(int problem) {
  if (problem == ENOENT || problem == ECONNREFUSED)
    return deny("the guard daemon of this session is gone; " START_AGAIN, "guard.no-daemon");
  bool forbidden = problem == ENOSYS || problem == EPERM || problem == EACCES;
  print_denial(&(struct denial){
      .reason = forbidden ? FORBIDDEN : "the guard daemon of this session cannot be reached; " START_AGAIN,
      .detail = strerror(problem),
      .rule = forbidden ? "guard.no-socket" : "guard.no-daemon",
  });
  return VERDICT_DENY;
}

static enum verdict deny_unusable(void) {
  return deny("the answer of the guard daemon cannot be read; " START_AGAIN, "guard.bad-answer");
}

static enum verdict judge_answer(const struct frame *frame, enum question_kind kind) {
  struct answer answer;
  enum answer_kind wanted = kind == QUESTION_NOTE ? ANSWER_NOTED : ANSWER_ALLOW;
  enum answer_kind got = read_answer(frame, &answer);
  if (got == wanted && strcmp(answer.id, QUESTION_ID) == 0) return VERDICT_ALLOW;
  if (got != ANSWER_DENY) return deny_unusable();
  print_denial(&(struct denial){
      .reason = answer.reason != NULL ? answer.reason : "no reason was given",
      .rule = answer.rule,
      .check = answer.check,
      .instead = answer.instead,
  });
  return VERDICT_DENY;
}

/* The answer is read over the question: that has been sent. */
static enum verdict talk(int connection, struct frame *frame, enum question_kind kind) {
  enum receipt receipt = RECEIPT_CLOSED;
  if (send_frame(connection, frame)) {
    if (kind == QUESTION_TYPED) wait_in_sight(connection);
    receipt = receive_frame(connection, frame);
  }
  switch (receipt) {
    case RECEIPT_WHOLE:
      return judge_answer(frame, kind);
    case RECEIPT_UNUSABLE:
      return deny_unusable();
    case RECEIPT_CLOSED:
      break;
  }
  return deny("the guard daemon ended the connection without an answer; if it does so again, " START_AGAIN,
              "guard.no-answer");
}

void begin_question(struct frame *question, const char *op) {
  begin_frame(question);
  add_field(question, "op", op);
  add_field(question, "id", QUESTION_ID);
}

enum verdict put_question(const char *socket_path, struct frame *question, enum question_kind kind) {
  if (question->too_long)
    return deny("the command is longer than guard can check (1 MiB); give fewer or shorter arguments",
                "guard.too-long");
  end_frame(question);
  int connection = connect_to(socket_path);
  if (connection < 0) return deny_unreachable(errno);
  enum verdict verdict = talk(connection, question, kind);
  close(connection);
  return verdict;
}

int deny_without_session(void) {
  deny("guard's session cannot be found from here; " START_AGAIN, "guard.no-session");
  return EXIT_DENIED;
}

int deny_without_folder(void) {
  deny("the current folder is gone or cannot be named; cd to another one first", "guard.no-folder");
  return EXIT_DENIED;
}
