/** The Monaco internals that the editor and its tests use; the package has no types for them. */
declare module 'monaco-editor/esm/vs/base/common/errors.js' {
  /** Reports whether an error says that a task was cancelled. */
  export function isCancellationError(error: unknown): boolean;
}

declare module 'monaco-editor/esm/vs/base/common/async.js' {
  /** Runs the task that was triggered last, after a delay. */
  export class Delayer<T> {
    constructor(milliseconds: number);
    trigger(task: () => T | Promise<T>): Promise<T>;
    dispose(): void;
  }
}
