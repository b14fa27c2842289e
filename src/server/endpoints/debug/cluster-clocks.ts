import { type ClusterClock, FASTEST_RATE, MoveEndedError } from '../../../api/cluster-clock.ts';
import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { ClusterClockState } from '../../../api/debug/cluster-clock-state.ts';
import { microTimeText } from '../../../api/environment.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isRecord } from '../../../api/object.ts';
import { badRequest, conflict, notFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import { moveStoredClock, storeClock } from '../../objects/stored-clock.ts';
import type { DebugResource } from './debug-resource.ts';
import { readJsonBody } from './read-json-body.ts';

/** The time of the cluster, which can be paused, sped up and moved forward if the host allows it. */
export const clusterClocks: DebugResource = {
  name: 'clusterclocks',
  singularName: 'clusterclock',
  kind: 'ClusterClock',
  verbs: { list, get, update },
};

const NAME = 'cluster';

async function list({ server }: Call): Promise<ApiResponse> {
  const items = server.clusterClock ? [stateOf(server.clusterClock)] : [];
  return jsonResponse(200, { kind: 'ClusterClockList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

async function get(call: Call): Promise<ApiResponse> {
  return jsonResponse(200, stateOf(clockOf(call)));
}

/**
 * Changes the rate, and moves time forward to `status.time`; the response is sent when that time is reached. Both are
 * optional. Any other write ends a move at the time reached.
 */
async function update(call: Call): Promise<ApiResponse> {
  const clock = clockOf(call);
  const { rate, time } = readClock(await readJsonBody(call));
  if (time !== undefined) await move(call, clock, time);
  else clock.endMoves();
  if (rate !== undefined) clock.setRate(rate);
  await storeClock(clock, call.server.objects.storage);
  return jsonResponse(200, stateOf(clock));
}

/** @throws StatusError 400 for a time that has passed, 409 when the move was ended */
async function move({ server, request }: Call, clock: ClusterClock, time: number): Promise<void> {
  if (time < clock.now())
    throw badRequest('status.time lies in the past of the cluster, whose time only moves forward');
  try {
    await moveStoredClock(clock, server.objects.storage, time, { signal: request.signal });
  } catch (error) {
    if (error instanceof MoveEndedError)
      throw conflict(
        { group: DEBUG_GROUP, resource: clusterClocks.name },
        NAME,
        `${error.message} Its time is ${microTimeText(clock.now())}.`,
      );
    // An aborted request needs no response.
    if (!request.signal.aborted) throw error;
  }
}

function clockOf({ info, server }: Call): ClusterClock {
  if (info.name !== NAME || !server.clusterClock)
    throw notFound({ group: DEBUG_GROUP, resource: clusterClocks.name }, info.name);
  return server.clusterClock;
}

const stateOf = (clock: ClusterClock): ClusterClockState => ({
  apiVersion: DEBUG_API_VERSION,
  kind: 'ClusterClock',
  metadata: { name: NAME },
  spec: { rate: clock.setting.rate },
  status: {
    time: microTimeText(clock.now()),
    ...(clock.target === undefined ? {} : { target: microTimeText(clock.target) }),
  },
});

/** @throws StatusError 400 */
function readClock({ spec, status }: Readonly<Record<string, unknown>>): { rate?: number; time?: number } {
  const rate = isRecord(spec) ? spec.rate : undefined;
  if (rate !== undefined && !(typeof rate === 'number' && rate >= 0 && rate <= FASTEST_RATE))
    throw badRequest(`spec.rate must be a number from 0 to ${FASTEST_RATE}`);
  const text = isRecord(status) ? status.time : undefined;
  const time = text === undefined ? undefined : Date.parse(String(text));
  if (time !== undefined && Number.isNaN(time))
    throw badRequest('status.time must be a time such as 2023-11-21T00:00:00Z');
  return { ...(rate === undefined ? {} : { rate }), ...(time === undefined ? {} : { time }) };
}
