import { Delayer } from 'monaco-editor/esm/vs/base/common/async.js';

const { cancel } = Delayer.prototype;

/**
 * Monaco 0.52 rejects the promise of a delayed task when it is cancelled. Its word highlighter and its find widget keep
 * no hold of that promise, so disposing an editor within their delay was an unhandled rejection, `Canceled`. Whoever does
 * wait for the promise still learns of the cancellation, and tasks that fail still fail.
 */
Delayer.prototype.cancel = function cancelQuietly() {
  this.completionPromise?.catch(() => undefined);
  cancel.call(this);
};
