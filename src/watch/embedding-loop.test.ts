import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { EmbeddingLoop } from "./embedding-loop.ts";

const nothingPending = { embedded: 0, failed: 0, unavailable: null };

describe("EmbeddingLoop", () => {
  it("embeds once for each time it is woken, and leaves no listener behind for any", async () => {
    const ending = new AbortController();
    let asked = 0;
    const loop = new EmbeddingLoop({
      embed: async () => {
        asked++;
        return nothingPending;
      },
      log: (message) => expect.fail(message),
      signal: ending.signal,
    });
    for (let round = 1; round <= 30; round++) {
      await nextTurn();
      expect(asked).toBe(round);
      expect(getEventListeners(ending.signal, "abort")).toHaveLength(1);
      loop.wake();
    }
    ending.abort();
    await loop.done;
    expect(getEventListeners(ending.signal, "abort")).toHaveLength(0);
  });

  it("tells once why it waits, and ends at once when told to, also while it waits for the server", async () => {
    const ending = new AbortController();
    const messages: string[] = [];
    const loop = new EmbeddingLoop({
      embed: async () => ({ embedded: 0, failed: 0, unavailable: "nobody answers" }),
      log: (message) => messages.push(message),
      signal: ending.signal,
    });
    await nextTurn();
    ending.abort();
    await loop.done;
    expect(messages).toEqual(["waiting for the embedding service: nobody answers"]);
  });

  it("goes on after a failure that is told", async () => {
    const ending = new AbortController();
    const messages: string[] = [];
    const loop = new EmbeddingLoop({
      embed: () => Promise.reject(new Error("no room")),
      log: (message) => messages.push(message),
      signal: ending.signal,
    });
    await nextTurn();
    ending.abort();
    await loop.done;
    expect(messages).toEqual(["no room"]);
  });
});
