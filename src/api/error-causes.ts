/** An error of any class and realm: browsers have classes of their own for some errors of IndexedDB, and so has Dexie. */
export interface ErrorCause {
  readonly name: string;
  readonly message: string;
  /** The code of an error of the operating system or of a library. */
  readonly code?: unknown;
  readonly inner?: unknown;
  readonly cause?: unknown;
}

/** The longest chain that is followed, because an error may be its own cause. */
const MOST_CAUSES = 5;

/** Returns an error and those that it wraps, in Dexie's way or with `cause`, the outermost first. */
export function causesOf(error: unknown): readonly ErrorCause[] {
  const causes: ErrorCause[] = [];
  for (let cause = error; isNamed(cause) && causes.length < MOST_CAUSES; cause = cause.inner ?? cause.cause)
    causes.push(cause);
  return causes;
}

const isNamed = (error: unknown): error is ErrorCause =>
  typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string';
