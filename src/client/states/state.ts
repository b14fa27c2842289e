/** How a state is marked: by an icon and a color. */
export type Mark = 'success' | 'info' | 'warning' | 'danger';

/** The state of an object, in words. */
export interface State {
  /** One or two words: `Running`, `CrashLoopBackOff`. */
  readonly word: string;
  readonly mark: Mark;
  /** Why the object is in this state, as a sentence of the server where there is one. */
  readonly reason?: string | undefined;
}
