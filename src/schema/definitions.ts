import type { Definition, WrittenDefinition } from './definition.ts';
import { groupVersions, writtenDefinitions } from './kind-tables.ts';

function read(name: string, { kinds, ...definition }: WrittenDefinition): Definition {
  if (kinds === undefined) return definition;
  const kind = name.slice(name.lastIndexOf('.') + 1);
  return {
    ...definition,
    kinds: typeof kinds === 'string' ? groupVersions.map((served) => [...served, kind]) : kinds,
  };
}

/** All definitions of the built-in API by name (`core.v1.Pod`), with Kubernetes names. */
export const definitions: Readonly<Record<string, Definition>> = Object.fromEntries(
  Object.entries(writtenDefinitions).map(([name, written]) => [name, read(name, written)]),
);
