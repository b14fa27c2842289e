import { isPromise } from './realms.ts';
/** A value that may have to be waited for. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with a value, at once if it is there: every wait costs a turn, and most steps of a write need none. */
export const whenReady = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  isPromise(value) ? value.then(next) : next(value);
