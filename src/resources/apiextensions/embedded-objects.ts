import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import { isDns1035Label, nameIsPathSegment } from '../../api/names.ts';
import { isRecord } from '../../api/object.ts';
import type { StructuralSchema } from '../../schema/structural/structural.ts';
import { mayEmbedResources } from '../../schema/structural/structural-pruning.ts';
import { validateObjectMeta } from '../object-meta.ts';

/** Returns the errors of the embedded objects in a value, which may itself be one according to its schema. */
export function validateEmbeddedObjects(value: unknown, schema: StructuralSchema, path: string): FieldError[] {
  if (!mayEmbedResources(schema)) return [];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => validateEmbeddedObjects(item, items, `${path}[${index}]`)) : [];
  }
  if (!isRecord(value)) return [];
  const own = schema.isEmbeddedResource ? objectErrors(value, path) : [];
  const members = Object.entries(value).flatMap(([key, member]) => {
    const property = schema.properties.get(key);
    if (property) return validateEmbeddedObjects(member, property, childPath(path, key));
    const { additionalProperties } = schema;
    if (additionalProperties === undefined || additionalProperties === true) return [];
    return validateEmbeddedObjects(member, additionalProperties, `${path}[${key}]`);
  });
  return [...own, ...members];
}

const childPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function objectErrors(value: Record<string, unknown>, path: string): FieldError[] {
  const missing = ['apiVersion', 'kind'].filter((member) => value[member] === undefined);
  const { apiVersion, kind, metadata } = value;
  return [
    ...missing.map((member) => required(childPath(path, member), 'must not be empty')),
    ...(apiVersion === undefined ? [] : versionErrors(apiVersion, childPath(path, 'apiVersion'))),
    ...(kind === undefined ? [] : kindErrors(kind, childPath(path, 'kind'))),
    ...(isRecord(metadata) ? metadataErrors(metadata, childPath(path, 'metadata')) : []),
  ];
}

function versionErrors(apiVersion: unknown, field: string): FieldError[] {
  if (typeof apiVersion !== 'string') return [invalid(field, apiVersion, 'must be a string')];
  if (apiVersion === '') return [invalid(field, apiVersion, 'must not be empty')];
  const isMalformed = apiVersion !== '/' && apiVersion.split('/').length > 2;
  return isMalformed ? [invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)] : [];
}

function kindErrors(kind: unknown, field: string): FieldError[] {
  if (typeof kind !== 'string') return [invalid(field, kind, 'must be a string')];
  if (kind === '') return [invalid(field, kind, 'must not be empty')];
  const problems = isDns1035Label(kind.toLowerCase());
  if (problems.length === 0) return [];
  return [invalid(field, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}

/** Returns the errors of an embedded object's metadata. Its name may be missing. */
function metadataErrors(metadata: Record<string, unknown>, path: string): FieldError[] {
  const meta = metadata as ObjectMeta;
  const rules = { namespaced: Boolean(meta.namespace), validateName: nameIsPathSegment, path, anyFinalizer: true };
  return validateObjectMeta({ ...meta, name: meta.name || 'fakename' }, rules);
}
