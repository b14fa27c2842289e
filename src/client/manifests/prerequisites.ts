import { type ApiObject, isRecord, parseApiVersion } from '../../api/object.ts';

/** Fields that name a cluster-scoped object, and its kind. */
const REFERENCES: Readonly<Record<string, string>> = {
  priorityClassName: 'PriorityClass',
  runtimeClassName: 'RuntimeClass',
  storageClassName: 'StorageClass',
  ingressClassName: 'IngressClass',
};

/**
 * Returns the objects of `all` that `objects` depend on: their namespaces, custom resource definitions, and the cluster
 * roles and classes that they name, including transitive dependencies.
 */
export function prerequisitesOf(objects: readonly ApiObject[], all: readonly ApiObject[]): ApiObject[] {
  const known = new Map(all.filter(({ metadata }) => metadata.namespace === undefined).flatMap(keysOf));
  const found = new Set<ApiObject>();
  const visit = (object: ApiObject): void => {
    for (const key of needsOf(object)) {
      const needed = known.get(key);
      if (!needed || found.has(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  for (const object of objects) visit(object);
  return [...found];
}

/** Returns an object with each of the keys by which others refer to it. */
function keysOf(object: ApiObject): readonly (readonly [string, ApiObject])[] {
  const { kind, metadata } = object;
  const named = [keyOf(kind, metadata.name ?? ''), object] as const;
  const { spec } = object as { readonly spec?: unknown };
  if (kind !== 'CustomResourceDefinition' || !isRecord(spec) || !isRecord(spec.names)) return [named];
  return [named, [keyOf(String(spec.group), String(spec.names.kind)), object]];
}

function needsOf(object: ApiObject): string[] {
  const { apiVersion, kind, metadata, ...content } = object;
  const keys = [keyOf(parseApiVersion(apiVersion).group, kind)];
  if (metadata.namespace) keys.push(keyOf('Namespace', metadata.namespace));
  addReferences(content, keys);
  return keys;
}

function addReferences(value: unknown, keys: string[]): void {
  if (Array.isArray(value)) for (const item of value) addReferences(item, keys);
  if (!isRecord(value)) return;
  for (const [field, inner] of Object.entries(value)) {
    const kind = REFERENCES[field];
    if (kind && typeof inner === 'string') keys.push(keyOf(kind, inner));
    else if (field === 'roleRef' && isRecord(inner)) keys.push(keyOf(String(inner.kind), String(inner.name)));
    else addReferences(inner, keys);
  }
}

const keyOf = (...parts: readonly string[]): string => parts.join('/');
