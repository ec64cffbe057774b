#include <stdio.h>
#include "ring.h"

#define RING_SIZE 16
#define NEXT(i) (((i) + 1) % RING_SIZE)

typedef unsigned char byte;

typedef struct {
    int head;
    byte *data;
} ring_t;

struct reader {
    struct ring_t *ring;
    int (*on_byte)(int value);
    const char *name;
};

union word {
    int number;
    char bytes[4];
};

enum level { LEVEL_LOW, LEVEL_HIGH = 4 };

extern int verbose;
static const char *labels[] = {"low", "high"};
int total_reads = 0;

int ring_push(ring_t *ring, byte value);
static void report(const struct reader *reader);

static inline byte *ring_slot(ring_t *ring, int index) {
    return &ring->data[NEXT(index)];
}

int ring_push(ring_t *ring, byte value) {
    byte *slot = ring_slot(ring, ring->head);
    *slot = value;
    ring->head = NEXT(ring->head);
    return ring->head;
}

#ifdef WITH_READER
static int forward(struct reader *reader, int value) {
    if (reader->on_byte(value) < 0) {
        report(reader);
        return -1;
    }
    return 0;
}
#else
static int forward(struct reader *reader, int value) { return value; }
#endif

static void report(const struct reader *reader) {
    fprintf(stderr, "%s failed\n", reader->name);
}

static int count(int value) { return value + total_reads++; }

static struct reader counter = { .ring = NULL, .on_byte = count, .name = "counter" };
static int (*const handlers[])(int) = { count, verbose_count };

int main(void) {
    ring_t ring = { 0 };
    ring_push(&ring, 7);
    qsort(labels, 2, sizeof(char *), compare_labels);
    signal(SIGINT, on_interrupt);
    return forward(&counter, 1);
}
