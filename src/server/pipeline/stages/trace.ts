import { isClusterComponent } from '../../../api/cluster-component.ts';
import { DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import { uuid } from '../../../api/environment.ts';
import type { Call } from '../../context/call.ts';
import { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import type { Stage } from './stage.ts';

/** Asks for a trace of a request that would not be kept otherwise, with the value `true`. */
const WANTED = 'tabplane-trace';

/** Keeps how the answer came about: of every write, of whatever was refused to somebody, and of what asks for it. */
export const trace: Stage = async (call, next) => {
  const { traces, clock } = call.server;
  if (!traces) return next();
  const recorder = new TraceRecorder(identityOf(call));
  const startedAt = clock.now();
  call.trace = recorder;
  const response = await next();
  if (isKept(call, response.status, recorder.stepCount > 0))
    traces.add(recorder.trace(call, response.status, startedAt, clock.now() - startedAt));
  return response;
};

/** The server's own audit ID is a name that no other trace has; one that the client chose may be. */
function identityOf({ auditId, request, server: { random } }: Call): { name: string; auditID: string } {
  const isChosen = auditId !== undefined && request.headers.get('audit-id') === auditId;
  const name = auditId === undefined || isChosen ? uuid(random) : auditId;
  return { name, auditID: auditId ?? name };
}

const WRITES = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Not authenticated, not authorized (or not admitted), too many. */
const REFUSED = new Set([401, 403, 429]);
/** Controllers race each other and try again: that is no news. */
const CONFLICT = 409;
/** What is created there is a question. */
const REVIEWS = /reviews$/;

function isKept({ info, request, user, trace: recorder }: Call, code: number, isAdmitted: boolean): boolean {
  if (request.headers.get(WANTED) === 'true') return true;
  if (info.group === DEBUG_GROUP) return false;
  if (REFUSED.has(code)) return true;
  if (code === CONFLICT && isClusterComponent((recorder?.impersonatedBy ?? user).username)) return false;
  // Admission is asked about connections too, which need not be writes.
  return info.isResourceRequest && (isAdmitted || WRITES.has(info.verb)) && !REVIEWS.test(info.resource);
}
