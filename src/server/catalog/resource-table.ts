import type { Dialect } from '../../api/dialect.ts';
import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import type { ResourceBehavior } from '../../resources/resource-definition.ts';
import { canonical } from '../../schema/canonical.ts';
import { groupRows, type ResourceRow, resourceRows } from '../../schema/kind-tables.ts';
import type { StructSchema } from '../../schema/schema.ts';
import type { SchemaRegistry } from '../../schema/schema-registry.ts';
import { compareVersions } from './compare-versions.ts';
import type { ServedResource, ServedSubresource } from './served-resource.ts';

export interface ServedGroup {
  readonly group: string;
  /** Served versions, the preferred one first. */
  readonly versions: readonly string[];
  readonly preferred: string;
}

/** Reports whether a resource of a group and version is served, by Kubernetes names. */
export type IsServed = (group: string, version: string, resource: string) => boolean;

/** All served resources, found by path or by kind. */
export class ResourceTable {
  #groups: readonly ServedGroup[] = [];
  #resources: readonly ServedResource[] = [];
  readonly #builtIn: readonly ServedResource[];
  /** Served resources of each custom resource definition, by the definition's name. */
  readonly #custom = new Map<string, readonly ServedResource[]>();
  readonly #dialect: Dialect;
  #byGroup: ReadonlyMap<string, ServedGroup> = new Map();
  #firstOfGroup: ReadonlyMap<string, ServedResource> = new Map();
  /** By group, version and name: nested, because lookups are frequent and joining a key is slower. */
  #byPath: NestedMap<ReadonlyMap<string, ServedResource>> = new Map();
  /** By group and name. */
  #preferred: NestedMap<ServedResource> = new Map();
  #byKind: ReadonlyMap<string, ServedResource> = new Map();

  /** @param origin a table whose built-in resources this one shares */
  constructor(
    dialect: Dialect,
    schemas: SchemaRegistry,
    behaviors: readonly ResourceBehavior[],
    isServed: IsServed,
    origin?: ResourceTable,
  ) {
    this.#dialect = dialect;
    this.#builtIn = origin ? origin.#builtIn : servedResources(dialect, schemas, behaviors, isServed);
    if (origin && origin.#custom.size === 0) {
      this.#groups = origin.#groups;
      this.#byGroup = origin.#byGroup;
      this.#firstOfGroup = origin.#firstOfGroup;
      this.#resources = origin.#resources;
      this.#byPath = origin.#byPath;
      this.#preferred = origin.#preferred;
      this.#byKind = origin.#byKind;
    } else this.#index();
  }

  get groups(): readonly ServedGroup[] {
    return this.#groups;
  }

  get resources(): readonly ServedResource[] {
    return this.#resources;
  }

  /** Replaces the served resources of a custom resource definition. An empty list removes them. */
  serveCustom(definition: string, resources: readonly ServedResource[]): void {
    if (resources.length > 0) this.#custom.set(definition, resources);
    else this.#custom.delete(definition);
    this.#index();
  }

  #index(): void {
    const custom = [...this.#custom.keys()].sort().flatMap((name) => this.#custom.get(name) ?? []);
    this.#resources = [...this.#builtIn, ...custom];
    this.#byKind = new Map(this.#resources.map((one) => [`${one.group}/${one.version}/${one.kind}`, one]));
    this.#groups = servedGroups(this.#dialect, this.#resources);
    this.#byPath = pathsOf(this.#resources);
    this.#preferred = new Map(
      this.#groups.map(({ group, versions }) => [
        group,
        new Map(versions.toReversed().flatMap((version) => [...(this.#byPath.get(group)?.get(version) ?? [])])),
      ]),
    );
    this.#byGroup = new Map(this.#groups.map((one) => [one.group, one]));
    this.#firstOfGroup = new Map(this.#resources.toReversed().map((one) => [one.group, one]));
  }

  /** Reports whether the group only has custom resources. */
  isCustomGroup(group: string): boolean {
    return this.#firstOfGroup.get(group)?.isCustom === true;
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#byPath.get(group)?.get(version)?.get(resource);
  }

  /** Returns the resource in the preferred version of its group or, without one, in its stored version. */
  findAnyVersion(group: string, resource: string): ServedResource | undefined {
    return this.#preferred.get(group)?.get(resource);
  }

  findKind({ group, version, kind }: GroupVersionKind): ServedResource | undefined {
    return this.#byKind.get(`${group}/${version}/${kind}`);
  }

  /** Reports whether any resource of the group (and version) is served. */
  serves(group: string, version?: string): boolean {
    const served = this.#byGroup.get(group);
    return served !== undefined && (version === undefined || served.versions.includes(version));
  }

  /** Returns the resources of a group and version, sorted by name. */
  ofVersion(group: string, version: string): readonly ServedResource[] {
    return this.resources.filter((resource) => resource.group === group && resource.version === version);
  }
}

type NestedMap<Value> = ReadonlyMap<string, ReadonlyMap<string, Value>>;

function pathsOf(resources: readonly ServedResource[]): NestedMap<ReadonlyMap<string, ServedResource>> {
  const paths = new Map<string, Map<string, Map<string, ServedResource>>>();
  for (const one of resources) {
    const versions = paths.get(one.group) ?? new Map<string, Map<string, ServedResource>>();
    const named = versions.get(one.version) ?? new Map<string, ServedResource>();
    paths.set(one.group, versions.set(one.version, named.set(one.resource, one)));
  }
  return paths;
}

/** Subresource rows whose kind has another group (`Scale` of autoscaling) belong to the resource before them. */
function servedResources(
  dialect: Dialect,
  schemas: SchemaRegistry,
  behaviors: readonly ResourceBehavior[],
  isServed: IsServed,
): ServedResource[] {
  const byName = new Map(behaviors.map((behavior) => [`${behavior.group}/${behavior.resource}`, behavior]));
  const served: ServedResource[] = [];
  let subresources = new Map<string, ServedSubresource>();
  let parent: ResourceRow | undefined;
  for (const row of resourceRows) {
    const [plural = '', subresource] = row.name.split('/');
    if (subresource !== undefined) {
      if (parent?.name !== plural) continue;
      const kind = { group: dialect.renameText(row.group), version: row.version, kind: row.kind };
      subresources.set(subresource, { name: subresource, kind, verbs: new Set(row.verbs) });
      continue;
    }
    parent = undefined;
    if (!isServed(row.group, row.version, row.name)) continue;
    parent = row;
    subresources = new Map();
    const behavior = byName.get(`${row.group}/${row.name}`) ?? { group: row.group, resource: row.name };
    const schema = schemas.schemaOf({ group: dialect.renameText(row.group), version: row.version, kind: row.kind });
    if (!schema) throw new Error(`no definition of ${row.kind} in ${apiVersionOf(row.group, row.version)}`);
    const list = schemas.schemaOf({
      group: dialect.renameText(row.group),
      version: row.version,
      kind: `${row.kind}List`,
    });
    const omitsEmptyItems = list?.fields.get('items')?.empty === 'omitted';
    served.push({ ...servedResource(dialect, row, behavior, schema, subresources), omitsEmptyItems });
  }
  return served;
}

function servedResource(
  dialect: Dialect,
  row: ResourceRow,
  behavior: ResourceBehavior,
  schema: StructSchema,
  subresources: ReadonlyMap<string, ServedSubresource>,
): ServedResource {
  const conversion = behavior.conversions?.[row.version];
  const group = dialect.renameText(row.group);
  const apiVersion = apiVersionOf(group, row.version);
  // Behaviors use Kubernetes names only; converted objects get the dialect's names.
  const named = (object: ApiObject, version: string): ApiObject => ({ ...object, apiVersion: version });
  const storageVersion = conversion ? (behavior.storageVersion ?? row.version) : row.version;
  return {
    group,
    version: row.version,
    resource: row.name,
    singular: row.singularName,
    kind: row.kind,
    listKind: `${row.kind}List`,
    namespaced: row.namespaced,
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    verbs: new Set(row.verbs),
    subresources,
    behavior,
    schema,
    storageVersion,
    keyPrefix: `/registry/${behavior.storageName ?? row.name}/`,
    fromStorage: conversion
      ? (object) => canonical(named(conversion.fromStorage(object, dialect), apiVersion), schema) as ApiObject
      : (object) => object,
    toStorage: conversion ? (object) => conversion.toStorage(object, dialect) : (object) => object,
  };
}

function servedGroups(dialect: Dialect, resources: readonly ServedResource[]): ServedGroup[] {
  const rows = [{ group: '', versions: ['v1'], preferred: 'v1' }, ...groupRows];
  const builtIn = rows.flatMap((row) => {
    const group = dialect.renameText(row.group);
    const versions = row.versions.filter((version) =>
      resources.some((resource) => resource.group === group && resource.version === version),
    );
    const [first] = versions;
    return first ? [{ group, versions, preferred: versions.includes(row.preferred) ? row.preferred : first }] : [];
  });
  return [...builtIn, ...customGroups(resources, new Set(builtIn.map(({ group }) => group)))];
}

/** Returns groups that only have custom resources, sorted by name. They come after the built-in groups. */
function customGroups(resources: readonly ServedResource[], known: ReadonlySet<string>): ServedGroup[] {
  const custom = resources.filter(({ group }) => !known.has(group));
  const names = [...new Set(custom.map(({ group }) => group))].sort();
  return names.flatMap((group) => {
    const versions = [...new Set(custom.filter((each) => each.group === group).map(({ version }) => version))];
    const sorted = versions.sort(compareVersions);
    return sorted[0] === undefined ? [] : [{ group, versions: sorted, preferred: sorted[0] }];
  });
}
