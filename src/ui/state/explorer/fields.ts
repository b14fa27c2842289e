import { resolved, type Schema, type Schemas, typeText } from '../../../kubectl/explanation/schema-fields.ts';

/** A field as the explorer lists it. */
export interface ExplorerField {
  readonly name: string;
  /** As kubectl prints it: `[]Container`. */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly facts: readonly string[];
  /** Whether it has fields of its own. */
  readonly hasFields: boolean;
}

/** Texts say that a field is immutable in these words; OpenAPI has no keyword for it. */
const IMMUTABLE = /\b(?:cannot|can not|must not) change\b|\bimmutable\b/i;
/** The transition rule that makes a field of a custom resource immutable. */
const TRANSITION_RULE = /self\s*==\s*oldSelf/;

const isImmutable = (schema: Schema): boolean =>
  IMMUTABLE.test(schema.description ?? '') ||
  Object.entries(schema).some(
    ([key, rules]) => key.endsWith('-validations') && TRANSITION_RULE.test(JSON.stringify(rules)),
  );

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Returns what a schema says about its values beside the type: default, allowed values, limits, immutability. */
export function factsOf(schema: Schema): readonly string[] {
  const { default: value, enum: values, minimum, maximum, pattern } = schema;
  const facts: string[] = [];
  if (isImmutable(schema)) facts.push('Immutable');
  // Empty defaults stand for required fields.
  if (value !== undefined && value !== '' && !isEmptyObject(value)) facts.push(`Default: ${JSON.stringify(value)}`);
  if (values) facts.push(`One of ${values.map((each) => JSON.stringify(each)).join(', ')}`);
  if (minimum !== undefined) facts.push(`At least ${minimum}`);
  if (maximum !== undefined) facts.push(`At most ${maximum}`);
  if (pattern !== undefined) facts.push(`Pattern: ${pattern}`);
  return facts;
}

/** Returns the fields below a schema: required ones first, each part by name. */
export function fieldsBelow(schemas: Schemas, schema: Schema): readonly ExplorerField[] {
  const { properties = {}, required = [] } = resolved(schemas, schema);
  return Object.entries(properties)
    .map(([name, field]) => {
      const target = resolved(schemas, field);
      return {
        name,
        type: typeText(schemas, field),
        description: field.description ?? field.items?.description ?? target.description ?? '',
        isRequired: required.includes(name),
        facts: factsOf(field),
        hasFields: target.properties !== undefined,
      };
    })
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired) || a.name.localeCompare(b.name));
}

/** A field that a search can find. */
export interface FoundField {
  /** Plural and group: `deployments.apps`. */
  readonly resource: string;
  readonly kind: string;
  readonly path: string;
  readonly description: string;
}

/** Returns all fields of a kind, at every depth. A type inside itself is entered once. */
export function allFields(
  schemas: Schemas,
  root: Schema,
  { resource, kind }: Pick<FoundField, 'resource' | 'kind'>,
): readonly FoundField[] {
  const found: FoundField[] = [];
  const enter = (schema: Schema, above: string, around: readonly Schema[]): void => {
    const target = resolved(schemas, schema);
    if (around.includes(target)) return;
    for (const [name, field] of Object.entries(target.properties ?? {})) {
      const path = above === '' ? name : `${above}.${name}`;
      found.push({ resource, kind, path, description: field.description ?? field.items?.description ?? '' });
      enter(field, path, [...around, target]);
    }
  };
  enter(root, '', []);
  return found;
}

/** Returns the fields that have all words in their kind, path or description: the best matches first. */
export function searchFields(fields: readonly FoundField[], text: string): readonly FoundField[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return fields
    .map((field) => ({ field, score: scoreOf(field, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.field.path.length - b.field.path.length)
    .map(({ field }) => field);
}

/** Returns 0 when a word is missing. A word counts most as the name of the field, least in its description. */
function scoreOf({ kind, path, description }: FoundField, words: readonly string[]): number {
  const [where, name, about] = [
    `${kind}.${path}`.toLowerCase(),
    path.slice(path.lastIndexOf('.') + 1).toLowerCase(),
    description.toLowerCase(),
  ];
  let score = 0;
  for (const word of words) {
    if (name === word) score += 16;
    else if (name.includes(word)) score += 8;
    else if (where.includes(word)) score += 4;
    else if (about.includes(word)) score += 1;
    else return 0;
  }
  return score;
}
