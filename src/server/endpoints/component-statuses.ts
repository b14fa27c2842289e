import type { ApiObject } from '../../api/object.ts';
import type { SwitchedController } from '../../api/ports/controller-switches.ts';
import { plainError } from '../../api/status.ts';
import { canonical } from '../../schema/canonical.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call, Endpoint } from '../context/call.ts';
import { readListQuery, selectionOf } from '../http/list-options.ts';
import { representList, representObject } from '../http/representation.ts';

/**
 * Health checks by component. The storage is healthy as long as the server answers, the others while at least one of
 * their loops runs. Controllers have service accounts; the scheduler and the simulation of nodes have users of their own.
 */
const COMPONENTS: Readonly<Record<string, (loops: readonly SwitchedController[]) => boolean>> = {
  'controller-manager': (loops) =>
    loops.some(({ isRunning, serviceAccount }) => isRunning && serviceAccount !== undefined),
  scheduler: (loops) => loops.some(({ name, isRunning }) => isRunning && name === 'kube-scheduler'),
  'etcd-0': () => true,
};

function componentStatus({ server, resource }: Call & { resource: ServedResource }, name: string): ApiObject {
  const isHealthy = COMPONENTS[name]?.(server.background.controllers?.list() ?? []) ?? false;
  const condition = isHealthy
    ? { type: 'Healthy', status: 'True', message: 'ok' }
    : { type: 'Healthy', status: 'False', message: `${name} does not run` };
  const object = { kind: 'ComponentStatus', apiVersion: 'v1', metadata: { name }, conditions: [condition] };
  return canonical(object, resource.schema) as ApiObject;
}

export const getComponentStatus: Endpoint = async (call) => {
  if (!Object.hasOwn(COMPONENTS, call.info.name)) throw plainError(`Component not found: ${call.info.name}`);
  return representObject(call, 200, componentStatus(call, call.info.name));
};

/** Component statuses have no labels and are listed by name only. */
export const listComponentStatuses: Endpoint = async (call) => {
  const { resource, server, url } = call;
  const selection = selectionOf(resource, readListQuery(url.searchParams, 'list', server));
  const objects = Object.keys(COMPONENTS).map((name) => componentStatus(call, name));
  return representList(
    call,
    objects.filter((object) => selection.matches({ object })),
  );
};
