import type { ApiObject } from '../../api/object.ts';
import { plainError } from '../../api/status.ts';
import { canonical } from '../../schema/canonical.ts';
import type { StructSchema } from '../../schema/schema.ts';
import type { Endpoint } from '../context/call.ts';
import { readListQuery, selectionOf } from '../http/list-options.ts';
import { representList, representObject } from '../http/representation.ts';

/** Components whose health the server reports. They share its lifetime, so any response means that they are healthy. */
const COMPONENTS = ['controller-manager', 'scheduler', 'etcd-0'];

const componentStatus = (name: string, schema: StructSchema): ApiObject =>
  canonical(
    {
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name },
      conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }],
    },
    schema,
  ) as ApiObject;

export const getComponentStatus: Endpoint = async (call) => {
  if (!COMPONENTS.includes(call.info.name)) throw plainError(`Component not found: ${call.info.name}`);
  return representObject(call, 200, componentStatus(call.info.name, call.resource.schema));
};

/** Component statuses have no labels and are listed by name only. */
export const listComponentStatuses: Endpoint = async (call) => {
  const { resource, server, url } = call;
  const selection = selectionOf(resource, readListQuery(url.searchParams, 'list', server));
  const objects = COMPONENTS.map((name) => componentStatus(name, resource.schema));
  return representList(
    call,
    objects.filter((object) => selection.matches({ object })),
  );
};
