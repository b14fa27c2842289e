import type { Dialect } from '../../../api/dialect.ts';
import { JsonPath } from '../../../api/json/json-path.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../../../api/kinds/apiextensions-v1.generated.ts';
import { apiVersionOf, parseApiVersion } from '../../../api/object.ts';
import type { ObjectConverter } from '../../../api/ports/object-converter.ts';
import type { SchemaRegistry } from '../../../schema/schema-registry.ts';
import { customKindSchema, structuralSchema } from '../../../schema/structural/structural-schema.ts';
import { compareVersions } from '../compare-versions.ts';
import type { ScalePaths, ServedResource, ServedSubresource } from '../served-resource.ts';
import { customBehavior } from './custom-behavior.ts';
import { customStorage, type DefinedVersions, type VersionSchemas } from './custom-storage.ts';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS: ReadonlySet<string> = new Set(['get', 'patch', 'update']);

/** The inputs of a definition's served resources other than the definition. */
export interface CustomSurroundings {
  readonly schemas: SchemaRegistry;
  readonly dialect: Dialect;
  /** Undefined for the conversion strategy None. */
  readonly converter: ObjectConverter | undefined;
  /** The revision at which the definition was established. */
  readonly since: number;
  /** The revision after which objects are written under the schemas of this definition. */
  readonly schemasSince: { revision: number };
}

/** Returns a served resource for each served version of a definition. */
export function customServedResources(
  definition: CustomResourceDefinition,
  surroundings: CustomSurroundings,
): ServedResource[] {
  const { spec } = definition;
  const versions = spec.versions ?? [];
  const storage = versions.find((version) => version.storage) ?? versions[0];
  if (!storage) return [];
  const metadata = surroundings.schemas.definition('meta.v1.ObjectMeta') ?? { kind: 'any' };
  const schemas = new Map(
    versions.map(({ name, schema }) => {
      const structural = structuralSchema(schema?.openAPIV3Schema ?? {}, surroundings.dialect);
      return [apiVersionOf(spec.group, name), { structural, schema: customKindSchema(structural, metadata) }];
    }),
  );
  const { converter, schemasSince } = surroundings;
  const stored = apiVersionOf(spec.group, storage.name);
  const defined = { schemas, stored, converter, since: schemasSince };
  return versions
    .filter(({ served }) => served)
    .map((version) => servedResource(definition, version, defined, surroundings.since));
}

function servedResource(
  definition: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  defined: DefinedVersions,
  since: number,
): ServedResource {
  const { spec, status } = definition;
  const { group } = spec;
  const names = { ...spec.names, ...(status?.acceptedNames?.plural ? status.acceptedNames : {}) };
  const { structural, schema } = requiredSchemas(defined, apiVersionOf(group, version.name));
  const scale = scalePathsOf(version);
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
    schema,
    storageVersion: parseApiVersion(defined.stored).version,
    isCustom: true,
    ...(version.deprecated ? { deprecationWarning: version.deprecationWarning ?? deprecationText(spec, version) } : {}),
    openAPIV3Schema: { ...version.schema?.openAPIV3Schema },
    since,
    isTerminating: definition.metadata.deletionTimestamp !== undefined,
    ...(scale ? { scale } : {}),
    customStorage: customStorage(defined, group, version.name),
    keyPrefix: `/registry/${group}/${names.plural}/`,
    fromStorage: (object) => object,
    toStorage: (object) => object,
  };
}

function requiredSchemas({ schemas }: DefinedVersions, apiVersion: string): VersionSchemas {
  const found = schemas.get(apiVersion);
  if (!found) throw new Error(`no schema of ${apiVersion}`);
  return found;
}

/** Returns the default warning of a deprecated version, which names the newest version that replaces it, if any. */
function deprecationText({ group, names, versions }: CustomResourceDefinitionSpec, { name }: { name: string }): string {
  const [newest] = (versions ?? [])
    .filter((other) => other.served && !other.deprecated && compareVersions(other.name, name) < 0)
    .map((other) => other.name)
    .sort(compareVersions);
  const text = `${group}/${name} ${names.kind} is deprecated`;
  return newest === undefined ? text : `${text}; use ${group}/${newest} ${names.kind}`;
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
