import { isPromise } from './realms.ts';

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Calls `next` with a value, synchronously if the value is not a promise: every `await` costs a turn, and most steps of
 * a write need none.
 */
export const whenReady = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  isPromise(value) ? value.then(next) : next(value);

/** Visits items in turn. Waits only for visits that return a promise. */
export function inTurn<T>(items: readonly T[], visit: (item: T) => MaybePromise<void>, start = 0): MaybePromise<void> {
  for (let place = start; place < items.length; place++) {
    const visited = visit(items[place] as T);
    if (isPromise(visited)) return visited.then(() => inTurn(items, visit, place + 1));
  }
  return undefined;
}

/** Does work, and returns what `recover` makes of an error, whether it is thrown or the reason of a rejection. */
export function orElse<T>(work: () => MaybePromise<T>, recover: (error: unknown) => T): MaybePromise<T> {
  try {
    const result = work();
    return isPromise(result) ? result.catch(recover) : result;
  } catch (error) {
    return recover(error);
  }
}
