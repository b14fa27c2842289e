import { isPromise } from './realms.ts';
/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Calls `next` with a value, synchronously if the value is not a promise: every `await` costs a turn, and most steps of
 * a write need none.
 */
export const whenReady = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  isPromise(value) ? value.then(next) : next(value);
