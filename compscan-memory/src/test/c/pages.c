/*
 * A process whose pages are known: pages [-m] [-p] [-f] [-s] [-c] [-x] COUNTxSEED...
 *
 * Each COUNTxSEED is an area of COUNT private pages whose bytes follow from SEED and the number of the page; xZ is zeros, and x=SEED the
 * same page COUNT times. -m advises the areas to be merged, -p does so for the whole process, -f forks a child that has the same memory,
 * -s makes the areas shared memory, -c changes the first area all the time, -x executes itself once with other pages when a line comes.
 * It says "ready PID [CHILD]" and ends when its standard input does.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#ifndef PR_SET_MEMORY_MERGE
#define PR_SET_MEMORY_MERGE 67
#endif

static void fill(unsigned char *page, uint64_t seed) {
  uint64_t x = seed * 0x9E3779B97F4A7C15ull + 1;
  for (int i = 0; i < PAGE; i += 8) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    memcpy(page + i, &x, 8);
  }
}

int main(int argc, char **argv) {
  int merge = 0, shared = 0, forks = 0, change = 0, again = 0, option;
  while ((option = getopt(argc, argv, "mpfscx")) != -1) {
    switch (option) {
      case 'm': merge = 1; break;
      case 'p': if (prctl(PR_SET_MEMORY_MERGE, 1, 0, 0, 0)) return 3; break;
      case 'f': forks = 1; break;
      case 's': shared = 1; break;
      case 'c': change = 1; break;
      case 'x': again = 1; break;
      default: return 2;
    }
  }
  unsigned char *first = NULL;
  for (int i = optind; i < argc; i++) {
    char *x = strchr(argv[i], 'x');
    if (!x) return 2;
    size_t count = strtoull(argv[i], NULL, 10);
    int zeros = x[1] == 'Z', same = x[1] == '=';
    uint64_t seed = zeros ? 0 : strtoull(x + 1 + same, NULL, 10);
    unsigned char *area = mmap(NULL, count * PAGE, PROT_READ | PROT_WRITE,
        (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) return 4;
    madvise(area, count * PAGE, MADV_NOHUGEPAGE);
    if (merge && madvise(area, count * PAGE, MADV_MERGEABLE)) return 5;
    for (size_t p = 0; p < count; p++) {
      if (zeros) memset(area + p * PAGE, 0, PAGE);
      else fill(area + p * PAGE, same ? seed : seed * 1000003 + p);
    }
    if (!first) first = area;
  }
  pid_t child = forks ? fork() : -1;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pause();
    _exit(0);
  }
  char line[256];
  int length = child > 0 ? snprintf(line, sizeof line, "ready %d %d\n", getpid(), child)
                         : snprintf(line, sizeof line, "ready %d\n", getpid());
  if (write(1, line, length) != length) return 6;
  if (change) {
    struct pollfd in = {.fd = 0, .events = POLLIN};
    for (unsigned i = 0; poll(&in, 1, 1) == 0; i++) first[i % PAGE]++;
  }
  while (read(0, line, 1) == 1) {
    if (again && line[0] == '\n') {
      execl("/proc/self/exe", "pages", "32x99", NULL);
      return 7;
    }
  }
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  return 0;
}
