import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { PriorityLevelState } from '../../../api/debug/priority-level-state.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { FlowController } from '../../../flow-control/flow-controller.ts';
import type { PriorityLevel } from '../../../flow-control/priority-level.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';

/** The seats, queues and totals of every priority level; none when priority and fairness is off. */
export const priorityLevelStates: DebugResource = {
  name: 'prioritylevelstates',
  singularName: 'prioritylevelstate',
  kind: 'PriorityLevelState',
  verbs: { list },
};

async function list({ server: { flows } }: Call): Promise<ApiResponse> {
  const items = flows instanceof FlowController ? flows.levels.map(stateOf) : [];
  return jsonResponse(200, { kind: 'PriorityLevelStateList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

function stateOf(level: PriorityLevel): PriorityLevelState {
  const { nominal, minimum, maximum } = level.limits;
  return {
    apiVersion: DEBUG_API_VERSION,
    kind: 'PriorityLevelState',
    metadata: { name: level.name },
    status: {
      isExempt: level.isExempt,
      seats: {
        nominal,
        minimum,
        maximum,
        current: level.currentLimit,
        inUse: level.seatsInUse,
      },
      executing: level.executing,
      waiting: level.waiting,
      queues: level.queues().map(({ waiting }) => waiting),
      flowSchemas: flowSchemasOf(level),
    },
  };
}

function flowSchemasOf({ dispatchedBySchema, rejectedBySchema }: PriorityLevel) {
  const names = [...new Set([...dispatchedBySchema.keys(), ...rejectedBySchema.keys()])].sort();
  return names.map((name) => ({
    name,
    executed: dispatchedBySchema.get(name) ?? 0,
    rejected: rejectedBySchema.get(name) ?? {},
  }));
}
