/** The Monaco internals that the editor patches; the package has no types for them. */
declare module 'monaco-editor/esm/vs/base/common/async.js' {
  /** Runs the task that was triggered last, after a delay. */
  export class Delayer<T> {
    completionPromise: Promise<T> | null;
    constructor(milliseconds: number);
    trigger(task: () => T | Promise<T>): Promise<T>;
    cancel(): void;
    dispose(): void;
  }
}
