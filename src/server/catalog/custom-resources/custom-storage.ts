import { copyOf } from '../../../api/debug/changes-between.ts';
import { type ApiObject, apiVersionOf, asRecord } from '../../../api/object.ts';
import type { ObjectConverter } from '../../../api/ports/object-converter.ts';
import { plainError } from '../../../api/status.ts';
import { canonical } from '../../../schema/canonical.ts';
import type { StructSchema } from '../../../schema/schema.ts';
import type { StructuralSchema } from '../../../schema/structural/structural.ts';
import { fillDefaults } from '../../../schema/structural/structural-defaulting.ts';
import { fits } from '../../../schema/structural/structural-fit.ts';
import { prune } from '../../../schema/structural/structural-pruning.ts';
import type { CustomStorage, StoredState } from '../served-resource.ts';

/** The schemas of one version. */
export interface VersionSchemas {
  readonly structural: StructuralSchema;
  readonly schema: StructSchema;
}

/** The versions of a definition, by apiVersion, and the conversion between them. */
export interface DefinedVersions {
  readonly schemas: ReadonlyMap<string, VersionSchemas>;
  /** The apiVersion in which objects are written. */
  readonly stored: string;
  /** Undefined for the strategy None, which only changes the apiVersion. */
  readonly converter: ObjectConverter | undefined;
  /** Objects of later revisions were written under these schemas. */
  readonly since: { revision: number };
}

/** Returns how objects of one version of a definition are stored. */
export function customStorage(versions: DefinedVersions, group: string, version: string): CustomStorage {
  const { schemas, stored, converter, since } = versions;
  const own = apiVersionOf(group, version);
  const isOwn = ({ apiVersion }: StoredState): boolean => apiVersion === own;

  const convert = async (objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> => {
    for (const object of objects) requireVersion(schemas, object.apiVersion, 'from');
    requireVersion(schemas, apiVersion, 'to');
    if (!converter || objects.every(isEmpty)) return objects.map((object) => ({ ...object, apiVersion }));
    return converter.convert(objects, apiVersion);
  };
  const converted = async (objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> => {
    if (objects.every((object) => object.apiVersion === apiVersion)) return objects;
    const answers = await convert(objects, apiVersion);
    return answers.map((answer, index) =>
      answer === objects[index] ? answer : pruned(answer, schemas.get(apiVersion)?.structural),
    );
  };
  return {
    isCurrent: (state) => isOwn(state) && state.revision > since.revision,
    isExternal: (state) => converter !== undefined && !isOwn(state),
    decode: (objects) => converted(objects.map(adapted), own),
    async encode(object) {
      if (own === stored) return object;
      const [encoded = object] = await converted([object], stored);
      const { schema } = schemas.get(stored) ?? {};
      return schema ? (canonical(encoded, schema) as ApiObject) : encoded;
    },
    convert,
  };

  /** Applies the current schema of its version to a stored object, which may have been written under an older one. */
  function adapted(object: ApiObject): ApiObject {
    const structural = schemas.get(object.apiVersion)?.structural;
    if (!structural || fits(object, structural, true)) return object;
    const copy = pruned(object, structural);
    fillDefaults(copy, structural);
    return copy;
  }
}

function pruned(object: ApiObject, structural: StructuralSchema | undefined): ApiObject {
  const copy = copyOf(object);
  if (structural) prune(copy, structural, true);
  return copy;
}

/** Field manager tracking starts from empty objects. They are not sent to webhooks, which need not support them. */
const isEmpty = (object: ApiObject): boolean =>
  Object.keys(asRecord(object)).every((member) => member === 'apiVersion' || member === 'kind');

/** @throws StatusError 500 for a version that the definition does not have */
function requireVersion(schemas: DefinedVersions['schemas'], apiVersion: string, direction: 'from' | 'to'): void {
  if (schemas.has(apiVersion)) return;
  throw plainError(`request to convert CR ${direction} an invalid group/version: ${apiVersion}`);
}
