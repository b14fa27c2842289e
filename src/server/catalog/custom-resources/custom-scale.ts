import { type FieldError, invalid } from '../../../api/field-error.ts';
import type { Scale } from '../../../api/kinds/autoscaling-v1.generated.ts';
import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import { internalError } from '../../../api/status.ts';
import { goKind, goText, goType } from '../../../schema/go-format.ts';
import type { ScalePaths } from '../served-resource.ts';

/** @throws StatusError 500 when the object has no spec replicas */
export function requireReplicas({ specReplicas }: ScalePaths, object: ApiObject): void {
  if (goKind(valueAt(object, specReplicas)) === 'int64') return;
  throw internalError(`the spec replicas field ".${specReplicas.join('.')}" does not exist`);
}

/** Returns the number of replicas at a path as a Scale has it: its lower 32 bits; 0 when there is none. */
function countAt(object: ApiObject, path: readonly string[]): number {
  const count = valueAt(object, path);
  return goKind(count) === 'int64' ? Number(BigInt.asIntN(32, BigInt(count as number))) : 0;
}

/** Returns the Scale of a custom resource. Missing replicas are left out. */
export function customScale(paths: ScalePaths, object: ApiObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = countAt(object, paths.specReplicas);
  const selector = paths.selector && valueAt(object, paths.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: countAt(object, paths.statusReplicas),
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

/** Returns the errors of the fields that make up the spec of a Scale. */
export const validateScaleSpec = ({ specReplicas }: ScalePaths, object: ApiObject): FieldError[] =>
  replicasErrors(object, specReplicas);

/** Returns the errors of the fields that make up the status of a Scale. */
export const validateScaleStatus = ({ statusReplicas, selector }: ScalePaths, object: ApiObject): FieldError[] => [
  ...replicasErrors(object, statusReplicas),
  ...(selector ? wrongTypeErrors(object, selector, 'string', '') : []),
];

const MAXIMUM_INT32 = 2 ** 31 - 1;

function replicasErrors(object: ApiObject, path: readonly string[]): FieldError[] {
  const replicas = valueAt(object, path);
  if (goKind(replicas) !== 'int64') return wrongTypeErrors(object, path, 'int64', 0);
  const count = replicas as number;
  const problem = (detail: string): FieldError[] => [invalid(fieldOf(path), replicas, detail)];
  if (count < 0) return problem('should be a non-negative integer');
  return count > MAXIMUM_INT32 ? problem(`should be less than or equal to ${MAXIMUM_INT32}`) : [];
}

/**
 * Returns the error when the value at a path has another type or a parent is not an object. Like the real server, the
 * error shows the zero value.
 */
function wrongTypeErrors(object: ApiObject, path: readonly string[], type: 'int64' | 'string', zero: unknown) {
  let value: unknown = object;
  for (const [index, member] of path.entries()) {
    if (value === undefined || value === null) return [];
    if (!isRecord(value)) return [accessorError(path, value, zero, path.slice(0, index + 1), 'map[string]interface{}')];
    value = value[member];
  }
  if (value === undefined || goKind(value) === type) return [];
  return [accessorError(path, value, zero, path, type)];
}

function accessorError(
  path: readonly string[],
  value: unknown,
  zero: unknown,
  accessed: readonly string[],
  type: string,
): FieldError {
  const found = `${goText(value)} is of the type ${goType(value)}`;
  return invalid(fieldOf(path), zero, `${fieldOf(accessed)} accessor error: ${found}, expected ${type}`);
}

const fieldOf = (path: readonly string[]): string => `.${path.join('.')}`;

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
