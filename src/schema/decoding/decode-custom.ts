import { parseJson } from '../../api/encoding/exact-json.ts';
import { sortUtf8 } from '../../api/encoding/utf8.ts';
import { quoted, valueText, verbatim } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { finish, type Steps } from '../../api/steps.ts';
import { duplicateMembers } from '../json/duplicate-members.ts';
import type { Schema, StructSchema } from '../schema.ts';
import type { StructuralSchema } from '../structural/structural.ts';
import { mayEmbedResources, prune } from '../structural/structural-pruning.ts';
import { DecodeError, decodeValue, isTextOf } from './go-decoder.ts';

/** A decoded custom resource; see `DecodedObject` for its errors. */
interface DecodedCustom {
  readonly object: Record<string, unknown>;
  readonly strictErrors: readonly string[];
}

/**
 * Decodes a custom resource: any JSON object with typed metadata. Fields missing from the structural schema are
 * dropped; without one, all are kept. Strict errors list duplicate fields in order of appearance, then the unknown fields
 * of the metadata, of the object and of the metadata of embedded objects, each by name.
 * @throws DecodeError when the metadata of the object, or of an embedded object, is invalid
 */
export const decodeCustom = (text: string, schema: StructSchema, structural?: StructuralSchema): DecodedCustom =>
  finish(decodeCustomInSteps(text, schema, structural, parseJson(text)));

/** Like `decodeCustom`, in steps. @param parsed the value of the text, which becomes the result */
export function* decodeCustomInSteps(
  text: string,
  schema: StructSchema,
  structural: StructuralSchema | undefined,
  parsed: unknown,
): Steps<DecodedCustom> {
  const isExact = isTextOf(parsed, text);
  const repeated = isExact ? [] : duplicateMembers(text);
  yield;
  const object = isRecord(parsed) ? parsed : {};
  const metaSchema = schema.fields.get('metadata')?.schema ?? { kind: 'any' };
  const ofMetadata = sortUtf8(readMetadata(object, metaSchema, ''));
  yield;
  const removed = structural ? prune(object, structural, true) : [];
  yield;
  const ofEmbedded = structural ? sortUtf8(readEmbedded(object, structural, metaSchema, '')) : [];
  const unknown = [...ofMetadata, ...sortUtf8(removed.map((path) => `unknown field ${quoted(path)}`)), ...ofEmbedded];
  yield;
  const duplicates = repeated.map((path) => `duplicate field ${quoted(path)}`);
  return { object, strictErrors: [...new Set([...duplicates, ...unknown])] };
}

/** Replaces the metadata with its decoded form; returns its strict errors. */
function readMetadata(owner: Record<string, unknown>, schema: Schema, path: string): string[] {
  if (owner.metadata === undefined || owner.metadata === null) return [];
  const { value, strictErrors } = decodeValue(owner.metadata, schema);
  owner.metadata = value;
  const prefix = path === '' ? 'metadata' : `${path}.metadata`;
  return strictErrors.map((error) => error.replace(/^unknown field "/, `unknown field "${prefix}.`));
}

function readEmbedded(value: unknown, structural: StructuralSchema, metadata: Schema, path: string): string[] {
  if (!mayEmbedResources(structural)) return [];
  if (Array.isArray(value)) {
    const { items } = structural;
    return items ? value.flatMap((item, index) => readMember(item, items, metadata, `${path}[${index}]`)) : [];
  }
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const child = structural.properties.get(key) ?? structural.additionalProperties;
    if (child === undefined || child === true) return [];
    return readMember(value[key], child, metadata, path === '' ? key : `${path}.${key}`);
  });
}

function readMember(value: unknown, structural: StructuralSchema, metadata: Schema, path: string): string[] {
  const own = structural.isEmbeddedResource && isRecord(value) ? readEmbeddedMetadata(value, metadata, path) : [];
  return [...own, ...readEmbedded(value, structural, metadata, path)];
}

function readEmbeddedMetadata(value: Record<string, unknown>, metadata: Schema, path: string): string[] {
  const sent = value.metadata;
  try {
    return readMetadata(value, metadata, path);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(`${path}.metadata: Invalid value: ${goValue(sent)}: ${error.message}`);
  }
}

/** Returns an untyped value as Go's %#v formats it. */
export function goValue(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goValue).join(', ')}}`;
  if (!isRecord(value)) return value === null ? 'interface {}(nil)' : valueText(value);
  const members = sortUtf8(Object.keys(value))
    .filter((key) => value[key] !== undefined)
    .map((key) => `${quoted(key)}:${goValue(value[key])}`);
  return `map[string]interface {}{${members.join(', ')}}`;
}

export const goVerbatim = (value: unknown) => verbatim(goValue(value));
