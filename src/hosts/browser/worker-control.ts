import type { Fetch } from '../../api/environment.ts';
import { ApiError } from '../../client/api-error.ts';
import { ANSWERED_BY, CONTROL_HEADER } from '../page/worker-messages.ts';
import type { ControlAnswer, ControlCall } from './control-call.ts';
import { PACKAGE_VERSION } from './package-version.ts';

/** Milliseconds before a call is retried that reached a worker just as a newer one took over. */
const ASK_AGAIN = 1000;

/** The versions of the worker and the page differ. */
export class VersionMismatch extends Error {
  readonly version: string;

  constructor(version: string, advice: string) {
    super(`This page uses tabplane ${PACKAGE_VERSION}, but its worker is of tabplane ${version}. ${advice}`);
    this.name = 'VersionMismatch';
    this.version = version;
  }
}

/** The response did not come from the worker: the worker does not receive this page's requests. */
export class WorkerSilent extends Error {
  constructor() {
    super('The service worker does not answer this page. Reload the page.');
    this.name = 'WorkerSilent';
  }
}

/** Calls methods of a cluster in the worker. */
export type CallWorker = (method: string, ...parameters: readonly unknown[]) => Promise<unknown>;

/** Returns a function that calls methods of a cluster in the worker whose script has this URL. */
export function workerControl(fetch: Fetch, script: URL, cluster: string): CallWorker {
  return async (method, ...parameters) => {
    // JSON would turn undefined into null.
    const given = parameters.filter((parameter) => parameter !== undefined);
    const call: ControlCall = { version: PACKAGE_VERSION, cluster, method, arguments: given };
    const headers = { 'content-type': 'application/json', [CONTROL_HEADER]: method };
    for (;;) {
      const response = await fetch(new Request(script, { method: 'POST', headers, body: JSON.stringify(call) }));
      if (response.headers.get(ANSWERED_BY) !== 'worker') throw new WorkerSilent();
      if (response.status !== 503) return resultOf((await response.json()) as ControlAnswer);
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  };
}

function resultOf(answer: ControlAnswer): unknown {
  if ('version' in answer) throw new VersionMismatch(answer.version, 'Reload the page.');
  if (!('error' in answer)) return answer.result;
  const { message, status } = answer.error;
  throw status ? new ApiError({ ...status, message }) : new Error(message);
}
