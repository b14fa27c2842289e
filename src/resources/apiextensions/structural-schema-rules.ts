import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, fieldErrorText, forbiddenField, invalid, required } from '../../api/field-error.ts';
import { validateJunctors } from './schema-junctors.ts';
import { type JsonSchema, propertiesOf, schemaIn, textOf } from './schema-walk.ts';

/** The position of a schema, as the message for a missing type names it. */
type Level = 'root' | 'item' | 'field';
const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Returns the violations of the rules for structural schemas, sorted by their text like the real server's. */
export function validateStructuralRules(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const errors = [...new StructuralRules(dialect).errorsOf(schema, 'root', field), ...undeclared(schema, field)];
  return errors.toSorted((left, right) => (fieldErrorText(left) < fieldErrorText(right) ? -1 : 1));
}

class StructuralRules {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  errorsOf(schema: JsonSchema, level: Level, field: string): FieldError[] {
    return [
      ...this.#childErrors(schema, level, field),
      ...this.#extensionErrors(schema, field),
      ...validateJunctors(schema, field, this.#dialect),
      ...this.#typeErrors(schema, level, field),
      ...this.#envelopeErrors(schema, level, field),
    ];
  }

  #name(extension: string): string {
    return this.#dialect.rename(kubernetesName(`x-kubernetes-${extension}`));
  }

  #has(schema: JsonSchema, extension: string): boolean {
    return schema[this.#name(extension)] === true;
  }

  #childErrors(schema: JsonSchema, level: Level, field: string): FieldError[] {
    const items = schemaIn(schema.items);
    const additional = schemaIn(schema.additionalProperties);
    const isMap = schema.additionalProperties !== undefined;
    return [
      ...(schema.type === 'array' && !items ? [required(`${field}.items`, 'must be specified')] : []),
      ...(items ? this.errorsOf(items, 'item', `${field}.items`) : []),
      ...propertiesOf(schema).flatMap(([name, child]) => this.errorsOf(child, 'field', `${field}.properties[${name}]`)),
      ...(isMap && level === 'root'
        ? [forbiddenField(`${field}.additionalProperties`, 'must not be used at the root')]
        : []),
      ...(additional ? this.errorsOf(additional, 'field', `${field}.additionalProperties`) : []),
    ];
  }

  #extensionErrors(schema: JsonSchema, field: string): FieldError[] {
    if (!this.#has(schema, 'int-or-string')) return [];
    const detail = `must be false if ${this.#name('int-or-string')} is true`;
    return ['preserve-unknown-fields', 'embedded-resource']
      .filter((extension) => this.#has(schema, extension))
      .map((extension) => invalid(`${field}.${this.#name(extension)}`, true, detail));
  }

  #typeErrors(schema: JsonSchema, level: Level, field: string): FieldError[] {
    const type = textOf(schema.type);
    const isEmbedded = this.#has(schema, 'embedded-resource');
    const extension = this.#name('embedded-resource');
    const errors: FieldError[] = [];
    if (isEmbedded && type !== 'object') {
      const detail = `must be object if ${extension} is true`;
      errors.push(type === '' ? required(`${field}.type`, detail) : invalid(`${field}.type`, type, detail));
    } else if (type === '' && !this.#has(schema, 'int-or-string') && !this.#has(schema, 'preserve-unknown-fields')) {
      errors.push(required(`${field}.type`, MISSING_TYPE[level]));
    }
    if (isEmbedded && schema.additionalProperties !== undefined) {
      errors.push(forbiddenField(`${field}.additionalProperties`, `must not be used if ${extension} is set`));
    }
    if (level === 'root' && type !== '' && type !== 'object') {
      errors.push(invalid(`${field}.type`, type, 'must be object at the root'));
    }
    return errors;
  }

  /** The server owns apiVersion, kind and metadata of every object and of embedded ones. */
  #envelopeErrors(schema: JsonSchema, level: Level, field: string): FieldError[] {
    const isEmbedded = this.#has(schema, 'embedded-resource');
    const properties = propertiesOf(schema);
    const errors: FieldError[] = [];
    if (isEmbedded && !this.#has(schema, 'preserve-unknown-fields') && properties.length === 0) {
      const [extension, preserve] = [this.#name('embedded-resource'), this.#name('preserve-unknown-fields')];
      errors.push(required(`${field}.properties`, `must not be empty if ${extension} is true without ${preserve}`));
    }
    if (level !== 'root' && !isEmbedded) return errors;
    for (const [name, property] of properties) {
      const wanted = name === 'metadata' ? 'object' : name === 'kind' || name === 'apiVersion' ? 'string' : undefined;
      if (wanted === undefined) continue;
      const path = `${field}.properties[${name}]`;
      if (property.type !== wanted) errors.push(invalid(`${path}.type`, textOf(property.type), `must be ${wanted}`));
      if (name === 'metadata' && level === 'root') errors.push(...rootMetadataErrors(property, path));
    }
    return errors;
  }
}

const METADATA_MEMBERS = ['type', 'properties', 'default'];

/** A schema may only restrict the name of an object. */
function rootMetadataErrors(metadata: JsonSchema, field: string): FieldError[] {
  const names = propertiesOf(metadata).map(([name]) => name);
  const isOpen = Object.keys(metadata).every((member) => METADATA_MEMBERS.includes(member));
  if (isOpen && names.every((name) => name === 'name' || name === 'generateName')) return [];
  const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [forbiddenField(field, detail)];
}

/** Returns errors for fields that only allOf, anyOf, oneOf or not of the root mention. */
const undeclared = (schema: JsonSchema, field: string): FieldError[] => undeclaredIn(schema, schema, field, field);

function undeclaredIn(part: JsonSchema, schema: JsonSchema, field: string, partField: string): FieldError[] {
  const lists = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((junctor) =>
    (Array.isArray(part[junctor]) ? part[junctor] : []).map((inner: unknown, index: number) => ({
      inner: schemaIn(inner),
      path: `${partField}.${junctor}[${index}]`,
    })),
  );
  const all = [...lists, { inner: schemaIn(part.not), path: `${partField}.not` }];
  return all.flatMap(({ inner, path }) => (inner ? undeclaredMembers(inner, schema, field, path) : []));
}

function undeclaredMembers(part: JsonSchema, schema: JsonSchema, field: string, partField: string): FieldError[] {
  const declared = new Map(propertiesOf(schema));
  const members: [JsonSchema | undefined, JsonSchema | undefined, string][] = [
    [schemaIn(part.items), schemaIn(schema.items), 'items'],
    ...propertiesOf(part).map(([name, inner]): [JsonSchema, JsonSchema | undefined, string] => [
      inner,
      declared.get(name),
      `properties[${name}]`,
    ]),
  ];
  return [
    ...undeclaredIn(part, schema, field, partField),
    ...members.flatMap(([inner, own, member]) => {
      if (!inner) return [];
      if (own) return undeclaredMembers(inner, own, `${field}.${member}`, `${partField}.${member}`);
      return [required(`${field}.${member}`, `because it is defined in ${partField}.${member}`)];
    }),
  ];
}
