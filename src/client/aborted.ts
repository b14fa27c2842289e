/** One promise for each signal, because platforms warn about many listeners. */
const promises = new WeakMap<AbortSignal, Promise<void>>();

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const known = promises.get(signal);
  if (known) return known;
  const promise = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  promises.set(signal, promise);
  return promise;
}
