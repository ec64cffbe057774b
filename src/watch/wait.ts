/**
 * Waits until `wake` is called or the signal fires, and leaves no listener behind.
 * @param begin arranges for `wake` to be called; returns what undoes that
 */
export function waitUnlessAborted(signal: AbortSignal, begin: (wake: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      signal.removeEventListener("abort", finish);
      end();
      resolve();
    };
    const end = begin(finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}

/** Resolves after so many milliseconds, or when the signal fires. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return waitUnlessAborted(signal, (wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  });
}
