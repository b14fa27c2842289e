import { isCancellationError } from 'monaco-editor/esm/vs/base/common/errors.js';

/**
 * Keeps an unhandled rejection off the console when it only says that Monaco cancelled a task. Monaco cancels what a
 * closed editor still waits for, and some of its own callers do not handle the rejection.
 */
export function quietCancellation(event: Pick<PromiseRejectionEvent, 'reason' | 'preventDefault'>): void {
  if (isCancellationError(event.reason)) event.preventDefault();
}
