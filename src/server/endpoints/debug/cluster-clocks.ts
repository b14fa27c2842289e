import type { ClusterClock } from '../../../api/cluster-clock.ts';
import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { ClusterClockState } from '../../../api/debug/cluster-clock-state.ts';
import { microTimeText } from '../../../api/environment.ts';
import { isRecord } from '../../../api/object.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import { writeSetting } from '../../objects/cluster-settings.ts';
import type { DebugResource } from './debug-resource.ts';
import { readJsonBody } from './read-json-body.ts';

/** The time of the cluster, which can be paused, sped up and moved forward where the host allows it. */
export const clusterClocks: DebugResource = {
  name: 'clusterclocks',
  singularName: 'clusterclock',
  kind: 'ClusterClock',
  verbs: { list, get, update },
};

const NAME = 'cluster';
const FASTEST = 10_000;

async function list({ server }: Call): Promise<Response> {
  const items = server.clusterClock ? [stateOf(server.clusterClock)] : [];
  return jsonResponse(200, { kind: 'ClusterClockList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

async function get(call: Call): Promise<Response> {
  return jsonResponse(200, stateOf(clockOf(call)));
}

/** Changes the rate, and moves time forward to `status.time`. Both are optional. */
async function update(call: Call): Promise<Response> {
  const clock = clockOf(call);
  const { rate, time } = readClock(await readJsonBody(call));
  if (time !== undefined) {
    if (time < clock.now())
      throw badRequest('status.time lies in the past of the cluster, whose time only moves forward');
    await clock.advanceTo(time);
  }
  if (rate !== undefined) clock.setRate(rate);
  await writeSetting(call.server.objects.storage, 'clock', clock.setting);
  return jsonResponse(200, stateOf(clock));
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
  status: { time: microTimeText(clock.now()) },
});

/** @throws StatusError 400 */
function readClock({ spec, status }: Readonly<Record<string, unknown>>): { rate?: number; time?: number } {
  const rate = isRecord(spec) ? spec.rate : undefined;
  if (rate !== undefined && !(typeof rate === 'number' && rate >= 0 && rate <= FASTEST))
    throw badRequest(`spec.rate must be a number from 0 to ${FASTEST}`);
  const text = isRecord(status) ? status.time : undefined;
  const time = text === undefined ? undefined : Date.parse(String(text));
  if (time !== undefined && Number.isNaN(time))
    throw badRequest('status.time must be a time such as 2023-11-21T00:00:00Z');
  return { ...(rate === undefined ? {} : { rate }), ...(time === undefined ? {} : { time }) };
}
