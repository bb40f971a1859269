/*
 * slow-page WAY: a file system of the attacker's own whose file has pages that never come, and an execve that needs one.
 * arguments: they lie on such a page. program: the file is the program. code: it is, and only its instructions never come. Says "calls SERVER" before the execve, and waits until that is killed.
 */
#include "attack.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>

enum { FOLDER = 1, FILE_NODE = 2, FOR_LONG = 3600, PAGE = 4096, PAGES = 2, PLACE_IN_MEMORY = 0x10000000 };
#define PLACE "/mnt"

static void answer(int fuse, const struct fuse_in_header *in, int problem, const void *bytes, size_t length) {
  struct fuse_out_header out = {.len = (unsigned)(sizeof out + length), .error = -problem, .unique = in->unique};
  struct iovec parts[] = {{&out, sizeof out}, {(void *)bytes, length}};
  if (writev(fuse, parts, 2) < 0) exit(1);
}

static struct fuse_attr describe(unsigned long node) {
  return (struct fuse_attr){
      .ino = node, .size = PAGES * PAGE, .blocks = 16, .mode = node == FOLDER ? S_IFDIR | 0755 : S_IFREG | 0755, .nlink = 1, .blksize = PAGE};
}

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#else
enum { MACHINE = EM_AARCH64 };
#endif

/* The first page of a program whose instructions are on the second. */
static void answer_head(int fuse, const struct fuse_in_header *in) {
  struct {
    Elf64_Ehdr head;
    Elf64_Phdr code;
    char rest[PAGE - sizeof(Elf64_Ehdr) - sizeof(Elf64_Phdr)];
  } page = {
      .head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_EXEC, .e_machine = MACHINE,
               .e_version = EV_CURRENT, .e_entry = PLACE_IN_MEMORY, .e_phoff = sizeof(Elf64_Ehdr), .e_ehsize = sizeof(Elf64_Ehdr),
               .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1},
      .code = {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = PAGE, .p_vaddr = PLACE_IN_MEMORY, .p_filesz = PAGE,
               .p_memsz = PAGE, .p_align = PAGE},
  };
  const struct fuse_read_in *wanted = (const void *)(in + 1);
  if (wanted->offset == 0) answer(fuse, in, 0, &page, sizeof page);
}

/* Everything but what is in the file, or but its second page. */
static void serve(int fuse, int has_head) {
  static char bytes[1 << 17];
  for (const struct fuse_in_header *in = (void *)bytes; read(fuse, bytes, sizeof bytes) > 0;) {
    struct fuse_init_out init = {.major = FUSE_KERNEL_VERSION, .minor = 31, .max_write = PAGE, .time_gran = 1};
    struct fuse_entry_out entry = {.nodeid = FILE_NODE, .entry_valid = FOR_LONG, .attr_valid = FOR_LONG, .attr = describe(FILE_NODE)};
    struct fuse_attr_out attr = {.attr_valid = FOR_LONG, .attr = describe(in->nodeid)};
    struct fuse_open_out opened = {.open_flags = 0};
    switch (in->opcode) {
      case FUSE_INIT: answer(fuse, in, 0, &init, sizeof init); break;
      case FUSE_LOOKUP: answer(fuse, in, 0, &entry, sizeof entry); break;
      case FUSE_GETATTR: answer(fuse, in, 0, &attr, sizeof attr); break;
      case FUSE_OPEN: answer(fuse, in, 0, &opened, sizeof opened); break;
      case FUSE_READ:
        if (has_head) answer_head(fuse, in);
        break;
      case FUSE_FORGET: break;
      default: answer(fuse, in, ENOSYS, NULL, 0);
    }
  }
}

static int mount_own(void) {
  char options[128];
  int fuse = open("/dev/fuse", O_RDWR);
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", fuse);
  if (fuse < 0 || unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("slow-page", PLACE, "fuse", 0, options) != 0)
    exit(tell("mount", -1));
  return fuse;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int fuse = mount_own();
  pid_t server = fork();
  if (server == 0) {
    serve(fuse, strcmp(argv[1], "code") == 0);
    return 1;
  }
  close(fuse); /* so that the server's end is the end of it */
  int fd = open(PLACE "/file", O_RDONLY);
  char *page = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd < 0 || page == MAP_FAILED) return tell("file", -1);
  printf("calls %d\n", (int)server);
  fflush(stdout);
  if (strcmp(argv[1], "arguments") != 0) return tell("execve", execl(PLACE "/file", "file", (char *)NULL));
  return tell("execve", execl("/bin/true", page, (char *)NULL));
}
