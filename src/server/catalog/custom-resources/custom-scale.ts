import { type FieldError, invalid } from '../../../api/field-error.ts';
import type { Scale } from '../../../api/kinds/autoscaling-v1.generated.ts';
import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import { internalError } from '../../../api/status.ts';
import type { ScalePaths } from '../served-resource.ts';

/** @throws StatusError 500 when the object has no spec replicas */
export function requireReplicas({ specReplicas }: ScalePaths, object: ApiObject): void {
  if (typeof valueAt(object, specReplicas) === 'number') return;
  throw internalError(`the spec replicas field ".${specReplicas.join('.')}" does not exist`);
}

/** Returns the Scale of a custom resource. Missing replicas are left out. */
export function customScale(paths: ScalePaths, object: ApiObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = valueAt(object, paths.specReplicas);
  const observed = valueAt(object, paths.statusReplicas);
  const selector = paths.selector && valueAt(object, paths.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: typeof replicas === 'number' && replicas !== 0 ? { replicas } : {},
    status: {
      replicas: typeof observed === 'number' ? observed : 0,
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

/** Returns the errors of the object's replicas fields. */
export function validateReplicas({ specReplicas }: ScalePaths, object: ApiObject): FieldError[] {
  const replicas = valueAt(object, specReplicas);
  if (typeof replicas !== 'number' || replicas >= 0) return [];
  return [invalid(`.${specReplicas.join('.')}`, replicas, 'should be a non-negative integer')];
}

/** Returns the object with other replicas. */
export function withCustomReplicas(paths: ScalePaths, live: ApiObject, replicas: number): ApiObject {
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
