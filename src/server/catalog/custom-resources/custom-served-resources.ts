import type { Dialect } from '../../../api/dialect.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../../api/kinds/apiextensions-v1.generated.ts';
import { type ApiObject, apiVersionOf } from '../../../api/object.ts';
import { JsonPath } from '../../../schema/json/json-path.ts';
import type { SchemaRegistry } from '../../../schema/schema-registry.ts';
import type { StructuralSchema } from '../../../schema/structural/structural.ts';
import { prune } from '../../../schema/structural/structural-pruning.ts';
import { customKindSchema, structuralSchema } from '../../../schema/structural/structural-schema.ts';
import type { ScalePaths, ServedResource, ServedSubresource } from '../served-resource.ts';
import { customBehavior } from './custom-behavior.ts';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS: ReadonlySet<string> = new Set(['get', 'patch', 'update']);

/**
 * Returns a served resource for each served version of a definition. `since`: the revision at which it was established.
 */
export function customServedResources(
  definition: CustomResourceDefinition,
  schemas: SchemaRegistry,
  dialect: Dialect,
  since: number,
): ServedResource[] {
  const { spec } = definition;
  const versions = spec.versions ?? [];
  const storage = versions.find((version) => version.storage) ?? versions[0];
  if (!storage) return [];
  return versions
    .filter(({ served }) => served)
    .map((version) => servedResource(definition, version, storage, schemas, dialect, since));
}

function servedResource(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  storage: CustomResourceDefinitionVersion,
  schemas: SchemaRegistry,
  dialect: Dialect,
  since: number,
): ServedResource {
  const { spec, status } = definition;
  const { group } = spec;
  const names = { ...spec.names, ...(status?.acceptedNames?.plural ? status.acceptedNames : {}) };
  const structural = structuralSchema(version.schema?.openAPIV3Schema ?? {}, dialect);
  const inStorage = structuralSchema(storage.schema?.openAPIV3Schema ?? {}, dialect);
  const scale = scalePathsOf(version);
  const isStored = version.name === storage.name;
  const convert = (object: ApiObject, to: string, schema: StructuralSchema): ApiObject => {
    const converted = structuredClone({ ...object, apiVersion: apiVersionOf(group, to) });
    prune(converted, schema, true);
    return converted;
  };
  return {
    group,
    version: version.name,
    resource: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    namespaced: spec.scope === 'Namespaced',
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    verbs: new Set(VERBS),
    subresources: subresourcesOf(version, { group, version: version.name, kind: names.kind }),
    behavior: customBehavior(definition, version, structural, scale),
    schema: customKindSchema(structural, schemas.definition('meta.v1.ObjectMeta') ?? { kind: 'any' }),
    storageVersion: storage.name,
    isCustom: true,
    ...(version.deprecated
      ? { deprecationWarning: version.deprecationWarning ?? `${group}/${version.name} ${names.kind} is deprecated` }
      : {}),
    openAPIV3Schema: { ...version.schema?.openAPIV3Schema },
    since,
    isTerminating: definition.metadata.deletionTimestamp !== undefined,
    ...(scale ? { scale } : {}),
    keyPrefix: `/registry/${group}/${names.plural}/`,
    fromStorage: (object) =>
      object.apiVersion === apiVersionOf(group, version.name) ? object : convert(object, version.name, structural),
    toStorage: (object) => (isStored ? object : convert(object, storage.name, inStorage)),
  };
}

function subresourcesOf(
  { subresources }: CustomResourceDefinitionVersion,
  kind: ServedSubresource['kind'],
): ReadonlyMap<string, ServedSubresource> {
  const found = new Map<string, ServedSubresource>();
  if (subresources?.status) found.set('status', { name: 'status', kind, verbs: SUBRESOURCE_VERBS });
  if (subresources?.scale) {
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    found.set('scale', { name: 'scale', kind: scale, verbs: SUBRESOURCE_VERBS });
  }
  return found;
}

function scalePathsOf({ subresources }: CustomResourceDefinitionVersion): ScalePaths | undefined {
  if (!subresources?.scale) return undefined;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources.scale;
  const members = (path: string): readonly string[] => new JsonPath(path).members ?? [];
  const selector = labelSelectorPath ? members(labelSelectorPath) : undefined;
  return { specReplicas: members(specReplicasPath), statusReplicas: members(statusReplicasPath), selector };
}
