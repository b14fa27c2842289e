import { invalid } from '../../api/field-error.ts';
import type { Scale } from '../../api/kinds/autoscaling-v1.generated.ts';
import { type ApiObject, asRecord, isRecord } from '../../api/object.ts';
import { internalError, invalidObject } from '../../api/status.ts';
import type { ScalePaths, ServedResource } from '../served-resource.ts';

/** The Scale of a custom resource. @throws StatusError 500 when it says no replicas */
export function customScale(paths: ScalePaths, object: ApiObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = valueAt(object, paths.specReplicas);
  if (typeof replicas !== 'number') {
    throw internalError(`the spec replicas field ".${paths.specReplicas.join('.')}" does not exist`);
  }
  const observed = valueAt(object, paths.statusReplicas);
  const selector = paths.selector && valueAt(object, paths.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: typeof observed === 'number' ? observed : 0,
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

/** The object with other replicas. @throws StatusError 422 when they are negative */
export function withCustomReplicas(
  resource: ServedResource,
  paths: ScalePaths,
  live: ApiObject,
  replicas: number,
): ApiObject {
  if (replicas < 0) {
    const field = `.${paths.specReplicas.join('.')}`;
    throw invalidObject(resource, live.metadata.name ?? '', [
      invalid(field, replicas, 'should be a non-negative integer'),
    ]);
  }
  const changed = structuredClone(live);
  let parent = asRecord(changed);
  for (const member of paths.specReplicas.slice(0, -1)) {
    const child = isRecord(parent[member]) ? parent[member] : {};
    parent[member] = child;
    parent = child;
  }
  parent[paths.specReplicas.at(-1) ?? ''] = replicas;
  return changed;
}

const valueAt = (object: ApiObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, member) => (isRecord(value) ? value[member] : undefined), object);
