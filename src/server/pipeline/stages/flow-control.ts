import { kubernetesName } from '../../../api/dialect.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { HeaderList } from '../../../api/messages/header-list.ts';
import { isPromise } from '../../../api/realms.ts';
import { type Classification, FlowController, widestRequest } from '../../../flow-control/flow-controller.ts';
import type { InFlightLimit } from '../../../flow-control/in-flight-limit.ts';
import type { Outcome } from '../../../flow-control/priority-level.ts';
import { listSeats } from '../../../flow-control/work-estimate.ts';
import { keyOf } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { requestKindOf } from '../../context/request-kind.ts';
import { textResponse } from '../../http/responses.ts';
import { isLongRunning } from '../long-running.ts';
import type { Handler, Stage } from './stage.ts';

const SCHEMA_HEADER = kubernetesName('x-kubernetes-pf-flowschema-uid');
const LEVEL_HEADER = kubernetesName('x-kubernetes-pf-prioritylevel-uid');

/** Adds the headers that name the flow schema and the priority level of a classified request. */
export function addFlowHeaders({ flow, server: { dialect } }: Call, headers: HeaderList): void {
  if (!flow) return;
  headers.set(dialect.rename(SCHEMA_HEADER), flow.flowSchema.uid);
  headers.set(dialect.rename(LEVEL_HEADER), flow.levelUid);
}

/**
 * Executes, queues or rejects a request by API priority and fairness, or by the plain limits when that is off. Long
 * running requests are not limited; a watch occupies a seat only until it has started.
 */
export const flowControl: Stage = (call, next) => {
  if (isLongRunning(call.info) && call.info.verb !== 'watch') return next(call);
  const { flows } = call.server;
  if (!(flows instanceof FlowController)) return limited(call, next, flows);
  return fairly(call, next, flows.classify(call, call.startedAt));
};

function fairly(
  call: Call,
  next: Handler,
  classification: Classification | undefined,
): Promise<ApiResponse> | ApiResponse {
  if (!classification) return next(call);
  call.flow = classification;
  const enter = (seats: number) => enterLevel(call, classification, seats);
  if (call.info.verb === 'list')
    return seatsOfList(call, classification)
      .then(enter)
      .then((outcome) => run(call, outcome, next));
  // Nearly every request executes immediately and should not pay for the requests that wait.
  const outcome = enter(1);
  return isPromise(outcome) ? outcome.then((entered) => run(call, entered, next)) : run(call, outcome, next);
}

function enterLevel({ request }: Call, { level, flowSchema, distinguisher }: Classification, seats: number) {
  return level.enter({ flowSchema: flowSchema.name, distinguisher, seats, request });
}

function run(call: Call, outcome: Outcome, next: Handler): Promise<ApiResponse> | ApiResponse {
  if (!outcome.executes) return tooManyRequests(outcome.retryAfter);
  call.leave = outcome.release;
  return next(call);
}

function limited(call: Call, next: Handler, limit: InFlightLimit): Promise<ApiResponse> | ApiResponse {
  if (call.info.verb === 'watch') return next(call);
  const leave = limit.enter(requestKindOf(call.info));
  // Administrators must be able to repair an overloaded cluster.
  if (!leave && !call.user.groups?.includes('system:masters')) return tooManyRequests(1);
  call.leave = leave;
  return next(call);
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
const tooManyRequests = (retryAfter: number): ApiResponse =>
  textResponse(429, 'Too many requests, please try again later.\n', { 'retry-after': String(retryAfter) });
