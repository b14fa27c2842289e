import { DEBUG_GROUP } from '../../api/access-explanation.ts';
import { uuid } from '../../api/environment.ts';
import type { Call } from '../call.ts';
import { TraceRecorder } from '../traces/trace-recorder.ts';
import type { Stage } from './stage.ts';

/** Asks for a trace of a request that would not be kept otherwise, with the value `true`. */
const WANTED = 'tabplane-trace';

/** Keeps how the answer came about: of every write, of whatever was refused to somebody, and of what asks for it. */
export const trace: Stage = async (call, next) => {
  const { traces, random, clock } = call.server;
  if (!traces) return next();
  const recorder = new TraceRecorder(call.auditId ?? uuid(random));
  const startedAt = clock.now();
  call.trace = recorder;
  const response = await next();
  if (isKept(call, response.status, recorder.stepCount > 0))
    traces.add(recorder.trace(call, response.status, startedAt, clock.now() - startedAt));
  return response;
};

const WRITES = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Not authenticated, not authorized (or not admitted), too many. */
const REFUSED = new Set([401, 403, 429]);
/** What is created there is a question. */
const REVIEWS = /reviews$/;

function isKept({ info, request }: Call, code: number, isAdmitted: boolean): boolean {
  if (request.headers.get(WANTED) === 'true') return true;
  if (info.group === DEBUG_GROUP) return false;
  if (REFUSED.has(code)) return true;
  // Admission is asked about connections too, which need not be writes.
  return info.isResourceRequest && (isAdmitted || WRITES.has(info.verb)) && !REVIEWS.test(info.resource);
}
