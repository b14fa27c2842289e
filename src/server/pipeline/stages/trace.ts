import { isClusterComponent } from '../../../api/cluster-component.ts';
import { DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { TracedStage } from '../../../api/debug/request-trace.ts';
import { stopwatch, uuid } from '../../../api/environment.ts';
import type { Call } from '../../context/call.ts';
import { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import type { Stage } from './stage.ts';

/** The header that, with the value `true`, requests a trace for a request whose trace would otherwise not be kept. */
const WANTED = 'tabplane-trace';

/**
 * Traces a request. In bursts, only some requests of in-process controllers are traced, because recording takes a
 * quarter of the time of a write.
 */
export function beginTrace(call: Call): void {
  const { traces, clock } = call.server;
  if (!traces || (isOfComponent(call) && !isWanted(call) && !traces.hasRoomForComponent(call.startedAt))) return;
  call.trace = new TraceRecorder(identityOf(call), clock.now(), call.startedAt);
}

/** Returns the stage that records how long the stages before it took. */
export const passed =
  (name: TracedStage['name']): Stage =>
  (call, next) => {
    call.trace?.passed(name, stopwatch(call.server.clock));
    return next(call);
  };

/**
 * Keeps the trace of every write, denial, request with the header and request with console output. Keeps all traces
 * while reads are followed.
 */
export function keepTrace(call: Call, recorder: TraceRecorder, code: number, milliseconds: number): void {
  const { traces } = call.server;
  if (recorder.hasPrinted || isKept(call, code, recorder.stepCount > 0))
    traces?.add(recorder.trace(call, code, milliseconds));
}

/** Reports whether the host vouches for a cluster component. Other clients are unknown before authentication. */
const isOfComponent = ({ connection }: Call): boolean => isClusterComponent(connection.user?.username ?? '');

const isWanted = ({ request }: Call): boolean => request.headers.get(WANTED) === 'true';

/** The server's own audit ID is a unique trace name; one chosen by the client may not be. */
const identityOf = ({ auditId, server: { random } }: Call): { name: string; auditID: string } => ({
  name: auditId.isChosen ? uuid(random) : auditId.text,
  auditID: auditId.text,
});

const WRITES = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Unauthorized, Forbidden (by authorization or admission), Too Many Requests. */
const REFUSED = new Set([401, 403, 429]);
/** Conflicts of controllers are routine: they race each other and retry. */
const CONFLICT = 409;
/** Creating one of these stores nothing. */
const REVIEWS = /reviews$/;

function isKept(call: Call, code: number, isAdmitted: boolean): boolean {
  const { info, user, trace: recorder, server } = call;
  if (isWanted(call)) return true;
  if (info.group === DEBUG_GROUP) return false;
  if (REFUSED.has(code) || server.traces?.areReadsFollowed) return true;
  if (code === CONFLICT && isClusterComponent((recorder?.impersonatedBy ?? user).username)) return false;
  // Connections also go through admission, and need not be writes.
  return info.isResourceRequest && (isAdmitted || WRITES.has(info.verb)) && !REVIEWS.test(info.resource);
}
