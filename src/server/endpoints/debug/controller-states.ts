import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { ControllerState } from '../../../api/debug/controller-state.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isRecord } from '../../../api/object.ts';
import type { ControllerSwitches, SwitchedController } from '../../../api/ports/controller-switches.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import { writeSetting } from '../../objects/cluster-settings.ts';
import type { DebugResource } from './debug-resource.ts';
import { readJsonBody } from './read-json-body.ts';

/** The controllers that the host runs, each of which can be stopped and started. */
export const controllerStates: DebugResource = {
  name: 'controllerstates',
  singularName: 'controllerstate',
  kind: 'ControllerState',
  verbs: { list, get, update },
};

const listed = ({ server }: Call): readonly SwitchedController[] => server.background.controllers?.list() ?? [];

async function list(call: Call): Promise<ApiResponse> {
  const items = listed(call).map(stateOf);
  return jsonResponse(200, { kind: 'ControllerStateList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

async function get(call: Call): Promise<ApiResponse> {
  return jsonResponse(200, stateOf(requested(call)));
}

async function update(call: Call): Promise<ApiResponse> {
  const { name } = requested(call);
  const { spec } = await readJsonBody(call);
  if (!isRecord(spec) || typeof spec.isRunning !== 'boolean') throw badRequest('spec.isRunning must be true or false');
  const switches = call.server.background.controllers as ControllerSwitches;
  await switches.set(name, spec.isRunning);
  const stopped = switches.list().filter(({ isRunning }) => !isRunning);
  const names = stopped.map((controller) => controller.name);
  await writeSetting(call.server.objects.storage, 'stopped-controllers', names);
  return jsonResponse(200, stateOf(requested(call)));
}

function requested(call: Call): SwitchedController {
  const found = listed(call).find(({ name }) => name === call.info.name);
  if (!found) throw notFound({ group: DEBUG_GROUP, resource: controllerStates.name }, call.info.name);
  return found;
}

const stateOf = ({ name, serviceAccount, isRunning }: SwitchedController): ControllerState => ({
  apiVersion: DEBUG_API_VERSION,
  kind: 'ControllerState',
  metadata: { name },
  spec: { isRunning },
  status: serviceAccount === undefined ? {} : { serviceAccount },
});
