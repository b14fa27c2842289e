import { kubernetesName } from '../../../api/dialect.ts';
import { type Classification, FlowController, widestRequest } from '../../../flow-control/flow-controller.ts';
import type { InFlightLimit } from '../../../flow-control/in-flight-limit.ts';
import { listSeats } from '../../../flow-control/work-estimate.ts';
import { keyOf } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { textResponse } from '../../http/responses.ts';
import { isLongRunning } from '../long-running.ts';
import type { Stage } from './stage.ts';

const SCHEMA_HEADER = kubernetesName('x-kubernetes-pf-flowschema-uid');
const LEVEL_HEADER = kubernetesName('x-kubernetes-pf-prioritylevel-uid');

/** Adds the headers that name the flow schema and the priority level of a request. */
export const flowHeaders: Stage = async (call, next) => {
  const response = await next();
  const { flow, server } = call;
  if (flow) {
    response.headers.set(server.dialect.rename(SCHEMA_HEADER), flow.flowSchema.uid);
    response.headers.set(server.dialect.rename(LEVEL_HEADER), flow.levelUid);
  }
  return response;
};

/**
 * Executes, queues or rejects a request by API priority and fairness, or by the plain limits when that is off. Long
 * running requests are not limited; a watch occupies a seat only until it has started.
 */
export const flowControl: Stage = async (call, next) => {
  if (isLongRunning(call.info) && call.info.verb !== 'watch') return next();
  const { flows } = call.server;
  return flows instanceof FlowController ? fairly(call, next, flows.classify(call)) : limited(call, next, flows);
};

async function fairly(
  call: Call,
  next: () => Promise<Response>,
  classification: Classification | undefined,
): Promise<Response> {
  if (!classification) return next();
  call.flow = classification;
  const { level, flowSchema, distinguisher } = classification;
  const seats = call.info.verb === 'list' ? await seatsOfList(call, classification) : 1;
  const entered = level.enter({ flowSchema: flowSchema.name, distinguisher, seats, signal: call.request.signal });
  const outcome = entered instanceof Promise ? await entered : entered;
  if (!outcome.executes) return tooManyRequests(outcome.retryAfter);
  try {
    return await next();
  } finally {
    outcome.release();
  }
}

const READS = new Set(['get', 'list', 'watch']);

async function limited(call: Call, next: () => Promise<Response>, limit: InFlightLimit): Promise<Response> {
  if (call.info.verb === 'watch') return next();
  const leave = limit.enter(READS.has(call.info.verb) ? 'reads' : 'writes');
  // Administrators must be able to repair an overloaded cluster.
  if (!leave && !call.user.groups?.includes('system:masters')) return tooManyRequests(1);
  try {
    return await next();
  } finally {
    leave?.();
  }
}

async function seatsOfList({ info, url, server }: Call, { level }: Classification): Promise<number> {
  const resource = server.resources.find(info.group, info.version, info.resource);
  if (!resource) return 1;
  const query = url.searchParams;
  const { objects, remaining } = await server.objects.list(keyOf(resource, info.namespace), { limit: 1 });
  return listSeats({
    stored: objects.length + remaining,
    limit: Number(query.get('limit') ?? 0) || 0,
    isFiltered: Boolean(query.get('labelSelector') || query.get('fieldSelector')),
    fromCache: query.get('resourceVersion') === '0',
    widest: widestRequest(level),
  });
}

/** `retryAfter`: seconds. */
const tooManyRequests = (retryAfter: number): Response =>
  textResponse(429, 'Too many requests, please try again later.\n', { 'retry-after': String(retryAfter) });
