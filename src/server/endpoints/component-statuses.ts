import type { ApiObject } from '../../api/object.ts';
import { plainError } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { representList, representObject } from '../representation.ts';

/** The parts whose health the server tells: what keeps its data. */
const COMPONENTS = ['etcd-0'];

const componentStatus = (name: string): ApiObject & Record<string, unknown> => ({
  kind: 'ComponentStatus',
  apiVersion: 'v1',
  metadata: { name },
  conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }],
});

export const getComponentStatus: Endpoint = async (call) => {
  if (!COMPONENTS.includes(call.info.name)) throw plainError(`Component not found: ${call.info.name}`);
  return representObject(call, 200, componentStatus(call.info.name));
};

export const listComponentStatuses: Endpoint = async (call) => representList(call, COMPONENTS.map(componentStatus));
