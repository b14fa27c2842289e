import { Delayer } from 'monaco-editor/esm/vs/base/common/async.js';

const { cancel } = Delayer.prototype;

/**
 * Monaco 0.52 rejects the promise of a delayed task when it is cancelled. Its word highlighter and find widget do not
 * keep that promise, so disposing an editor within their delay caused an unhandled rejection, `Canceled`. Callers that
 * await the promise still see the cancellation, and failing tasks still fail.
 */
Delayer.prototype.cancel = function cancelQuietly() {
  this.completionPromise?.catch(() => undefined);
  cancel.call(this);
};
