import { isRecord } from '../../../api/object.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the text about a field: its name, its type, whether it is required, immutable or defaulted, and then its
 * description. The documents of the server do not say whether a field is immutable or has a default of its kind's
 * strategy, so the texts of the kinds do, in fixed words.
 */
export function factsOf(name: string, schema: Schema, isRequired: boolean): string {
  const text = typeof schema.description === 'string' ? schema.description : '';
  const facts = [
    typeText(schema),
    ...(isRequired || /(^|\. )Required[.;]/.test(text) ? ['required'] : []),
    ...(/cannot change( once set)?[.;]|cannot change$/i.test(text) ? ['immutable'] : []),
    ...defaultFact(schema, text),
  ];
  return [`\`${name}\`: ${facts.join(', ')}`, ...(text ? [text] : [])].join('\n\n');
}

function defaultFact(schema: Schema, text: string): readonly string[] {
  if (schema.default !== undefined && !isRecord(schema.default)) return [`defaults to ${String(schema.default)}`];
  return /\bdefaults? to\b/i.test(text) ? ['defaulted'] : [];
}

/** Returns the type of a field: `string`, `list of Container`, `map of string`, `integer or string`. */
function typeText(schema: Schema): string {
  const { type, format, items, additionalProperties, $ref, allOf, oneOf } = schema;
  if (typeof $ref === 'string') return shortName($ref);
  const [only] = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  if (only) return typeText(only);
  if (Array.isArray(oneOf)) return oneOf.filter(isRecord).map(typeText).join(' or ');
  if (format === 'int-or-string') return 'integer or string';
  if (type === 'array') return `list of ${isRecord(items) ? typeText(items) : 'any values'}`;
  if (isRecord(additionalProperties)) return `map of ${typeText(additionalProperties)}`;
  return typeof type === 'string' ? type : 'any value';
}

/** Returns the last segment: `DeploymentSpec` of `io.k8s.api.apps.v1.DeploymentSpec`. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Sentences that name values without saying that the field has them. */
const ASIDES =
  /^(Defaults? to|Needs|Required for|Empty|Not on|Only for|With )|such as|other than|\bfor `\w+` and `\w+`|`True`/;

/** Returns the values of a boolean, and those that the text of a string field, or of a list of strings, enumerates. */
export function valuesOf(schema: Schema): readonly (string | boolean)[] {
  const { type, items, description } = schema;
  if (type === 'boolean') return [true, false];
  if (schema.enum !== undefined) return [];
  const isText = type === 'string' || (type === 'array' && isRecord(items) && items.type === 'string');
  if (!isText || typeof description !== 'string') return [];
  const sentences = description.split(/(?<=[.;]) /).filter((sentence) => !ASIDES.test(sentence));
  const found = sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(/`([A-Z][A-Za-z0-9]*)`/g), ([, word]) => word ?? ''),
  );
  const values = [...new Set(found)];
  return values.length > 1 ? values : [];
}
