import definitions from './data/definitions.json' with { type: 'json' };
import groups from './data/groups.json' with { type: 'json' };
import generated from './data/kinds.generated.json' with { type: 'json' };
import resources from './data/resources.json' with { type: 'json' };
import type { WrittenDefinition } from './definition.ts';

/** A group that is served, its versions in their order. */
export interface GroupRow {
  readonly group: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}

/** A resource in one version, or (`name` with a slash) a subresource of the resource before it. */
export interface ResourceRow {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The output of `npm run generate` from the facts of kinds (`resources/kind-facts.ts`). */
interface GeneratedTables {
  /** Groups that are new or have a new version. */
  readonly groups: readonly GroupRow[];
  readonly resources: readonly ResourceRow[];
  readonly definitions: Readonly<Record<string, WrittenDefinition>>;
}

const {
  groups: newGroups,
  resources: newResources,
  definitions: newDefinitions,
} = generated as unknown as GeneratedTables;
const isNew = new Set(newGroups.map(({ group }) => group));
const known = new Set(groups.map(({ group }) => group));

/** Every named group in the order of discovery: new groups follow those of Kubernetes. */
export const groupRows: readonly GroupRow[] = [
  ...groups.map((row) => (isNew.has(row.group) ? (newGroups.find(({ group }) => group === row.group) ?? row) : row)),
  ...newGroups.filter(({ group }) => !known.has(group)),
];

/** Every group and version in the order of discovery, the core group first. */
export const groupVersions: readonly (readonly [group: string, version: string])[] = [
  ['', 'v1'],
  ...groupRows.flatMap(({ group, versions }) => versions.map((version) => [group, version] as const)),
];

const places = new Map(groupVersions.map((groupVersion, index) => [groupVersion.join('/'), index]));

/** Every resource and subresource: by version in the order of discovery, then by name. */
export const resourceRows: readonly ResourceRow[] = inOrder([...resources, ...newResources]);

function inOrder(rows: readonly ResourceRow[]): readonly ResourceRow[] {
  let place = 0;
  let parent = '';
  const placed = rows.map((row) => {
    if (!row.name.includes('/')) {
      place = places.get(`${row.group}/${row.version}`) ?? 0;
      parent = row.name;
    }
    return { row, place, parent };
  });
  const order = placed.sort((a, b) => a.place - b.place || (a.parent < b.parent ? -1 : a.parent > b.parent ? 1 : 0));
  return order.map(({ row }) => row);
}

/** Definitions as the tables write them, by name. */
export const writtenDefinitions: Readonly<Record<string, WrittenDefinition>> = {
  ...(definitions as unknown as Record<string, WrittenDefinition>),
  ...newDefinitions,
};
