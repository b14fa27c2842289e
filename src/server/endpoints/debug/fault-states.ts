import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { FaultSetting, FaultState, WebhookFault } from '../../../api/debug/fault-state.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isRecord } from '../../../api/object.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';
import { readJsonBody } from './read-json-body.ts';

/** The faults of the API and of webhooks, which users switch on and off. */
export const faultStates: DebugResource = {
  name: 'faultstates',
  singularName: 'faultstate',
  kind: 'FaultState',
  verbs: { list, get, update },
};

const NAME = 'cluster';

async function list({ server }: Call): Promise<ApiResponse> {
  const items = [stateOf(server.faults.setting)];
  return jsonResponse(200, { kind: 'FaultStateList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

async function get(call: Call): Promise<ApiResponse> {
  checkName(call);
  return jsonResponse(200, stateOf(call.server.faults.setting));
}

/** Changes the members of the spec that are sent. */
async function update(call: Call): Promise<ApiResponse> {
  checkName(call);
  const { faults } = call.server;
  const { spec } = await readJsonBody(call);
  await faults.set({ ...faults.setting, ...readSpec(isRecord(spec) ? spec : {}) });
  return jsonResponse(200, stateOf(faults.setting));
}

function checkName({ info: { name } }: Call): void {
  if (name !== NAME) throw notFound({ group: DEBUG_GROUP, resource: faultStates.name }, name);
}

const stateOf = (spec: FaultSetting): FaultState => ({
  apiVersion: DEBUG_API_VERSION,
  kind: 'FaultState',
  metadata: { name: NAME },
  spec,
});

/** @throws StatusError 400 */
function readSpec({ apiErrorShare, webhooks }: Readonly<Record<string, unknown>>): Partial<FaultSetting> {
  if (apiErrorShare !== undefined && !(typeof apiErrorShare === 'number' && apiErrorShare >= 0 && apiErrorShare <= 1))
    throw badRequest('spec.apiErrorShare must be a number from 0 to 1');
  const isValid = isRecord(webhooks) && Object.values(webhooks).every((fault) => FAULTS.has(fault));
  if (webhooks !== undefined && !isValid)
    throw badRequest('spec.webhooks must have unreachable or hanging for each name');
  return {
    ...(apiErrorShare === undefined ? {} : { apiErrorShare }),
    ...(webhooks === undefined ? {} : { webhooks: webhooks as Readonly<Record<string, WebhookFault>> }),
  };
}

const FAULTS: ReadonlySet<unknown> = new Set<WebhookFault>(['unreachable', 'hanging']);
