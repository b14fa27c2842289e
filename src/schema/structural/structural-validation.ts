import { RE2JS } from '@bufbuild/re2';
import { errorText } from '../../api/error-text.ts';
import {
  type FieldError,
  invalid,
  notSupported,
  quoted,
  required,
  tooMany,
  typeInvalid,
  verbatim,
} from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { goValue } from '../decoding/decode-custom.ts';
import { isOfFormat } from './string-formats.ts';
import type { StructuralSchema } from './structural.ts';

/**
 * Validates a value against the schema of its definition and returns errors with the real server's messages. `path` is
 * empty for the object itself.
 */
export function validateStructure(value: unknown, schema: StructuralSchema, path = ''): FieldError[] {
  const types = schema.intOrString ? ['integer', 'string'] : schema.props.type ? [schema.props.type] : [];
  if (value === null) {
    if (schema.nullable) return [];
    return types.length > 0 ? [wrongType(path, types, 'null')] : [];
  }
  const actual = typeOf(value);
  if (types.length > 0 && !types.includes(actual) && !(actual === 'integer' && types.includes('number'))) {
    return [wrongType(path, types, actual)];
  }
  return [
    ...validateLogic(value, schema.props, path),
    ...validateKeywords(value, schema.props, path),
    ...validateChildren(value, schema, path),
  ];
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  // Go does not treat a whole number beyond 64 bits as an integer.
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'integer' : 'number';
  return typeof value;
}

const wrongType = (path: string, types: readonly string[], actual: string): FieldError =>
  typeInvalid(shown(path), actual, `${path} in body must be of type ${types.join(',')}: ${quoted(actual)}`);

/** Returns the field of an error; the object itself has no path. */
const shown = (path: string): string => (path === '' ? '<nil>' : path);

const breach = (path: string, value: unknown, words: string): FieldError =>
  invalid(shown(path), verbatim(goValue(value)), `${path} in body ${words}`);

const withoutPath = (message: string): FieldError => invalid('<nil>', '', message);

function validateChildren(value: unknown, schema: StructuralSchema, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => validateStructure(item, items, `${path}[${index}]`)) : [];
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const child = schema.properties.get(key) ?? schema.additionalProperties;
    if (child === undefined || child === true || member === undefined) return [];
    return validateStructure(member, child, memberPath(path, key));
  });
}

const memberPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function validateKeywords(value: unknown, props: JSONSchemaProps, path: string): FieldError[] {
  const ofType =
    typeof value === 'string'
      ? validateText(value, props, path)
      : typeof value === 'number'
        ? validateNumber(value, props, path)
        : Array.isArray(value)
          ? validateSize(value.length, props.minItems, props.maxItems, 'items', path)
          : isRecord(value)
            ? validateMembers(value, props, path)
            : [];
  return [...ofType, ...validateEnum(value, props, path)];
}

function validateText(value: string, { maxLength, minLength, pattern, format }: JSONSchemaProps, path: string) {
  const errors: FieldError[] = [];
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    errors.push({
      reason: 'FieldValueTooLong',
      field: shown(path),
      message: `Too long: may not be longer than ${maxLength}`,
    });
  }
  if (minLength !== undefined && length < minLength)
    errors.push(breach(path, value, `should be at least ${minLength} chars long`));
  const mismatch = pattern ? mismatchOf(value, pattern) : undefined;
  if (mismatch !== undefined) errors.push(breach(path, value, `should match '${mismatch}'`));
  if (format && !isOfFormat(value, format)) {
    errors.push(typeInvalid(shown(path), value, `${path} in body must be of type ${format}: ${quoted(value)}`));
  }
  return errors;
}

/** Compiled patterns; a text says why a pattern is invalid. */
const patterns = new Map<string, RE2JS | string>();

/**
 * Returns the pattern when it matches no part of a value, with the reason when it is invalid; undefined when it matches.
 * Takes linear time.
 */
function mismatchOf(value: string, pattern: string): string | undefined {
  const expression = patterns.get(pattern) ?? compiled(pattern);
  patterns.set(pattern, expression);
  if (typeof expression === 'string') return `${pattern}, but pattern is invalid: ${expression}`;
  return expression.test(value) ? undefined : pattern;
}

function compiled(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return errorText(error);
  }
}

function validateNumber(value: number, props: JSONSchemaProps, path: string): FieldError[] {
  const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum } = props;
  const errors: FieldError[] = [];
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    errors.push(breach(path, value, `should be a multiple of ${multipleOf}`));
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    errors.push(breach(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`));
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    errors.push(breach(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`));
  return errors;
}

function validateSize(
  size: number,
  minimum: number | undefined,
  maximum: number | undefined,
  what: string,
  path: string,
): FieldError[] {
  // The real server shows 0 as the value when there are too few.
  if (minimum !== undefined && size < minimum) return [breach(path, 0, `should have at least ${minimum} ${what}`)];
  return maximum !== undefined && size > maximum ? [tooMany(shown(path), size, maximum)] : [];
}

function validateMembers(value: Record<string, unknown>, props: JSONSchemaProps, path: string): FieldError[] {
  const size = Object.values(value).filter((member) => member !== undefined).length;
  const ofSize = validateSize(size, props.minProperties, props.maxProperties, 'properties', path);
  if (ofSize.length > 0) return ofSize;
  const missing = (props.required ?? []).filter((name) => value[name] === undefined);
  return missing.map((name) => required(memberPath(path, name)));
}

function validateEnum(value: unknown, { enum: allowed }: JSONSchemaProps, path: string): FieldError[] {
  const values = (allowed ?? []) as readonly unknown[];
  if (values.length === 0 || values.some((item) => JSON.stringify(item) === JSON.stringify(value))) return [];
  const texts = values.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  return [notSupported(shown(path), typeof value === 'string' ? value : verbatim(goValue(value)), texts)];
}

/** allOf, anyOf, oneOf and not. */
function validateLogic(value: unknown, props: JSONSchemaProps, path: string): FieldError[] {
  const check = (part: JSONSchemaProps): FieldError[] => validatePart(value, part, path);
  return [
    ...validateAnyOf((props.anyOf ?? []).map(check), path),
    ...validateOneOf((props.oneOf ?? []).map(check), path),
    ...validateAllOf((props.allOf ?? []).map(check), path),
    ...(props.not && check(props.not).length === 0
      ? [withoutPath(`${quoted(path)} must not validate the schema (not)`)]
      : []),
  ];
}

function validateAnyOf(results: readonly FieldError[][], path: string): FieldError[] {
  if (results.length === 0 || results.some((errors) => errors.length === 0)) return [];
  return [withoutPath(`${quoted(path)} must validate at least one schema (anyOf)`), ...(results[0] ?? [])];
}

function validateOneOf(results: readonly FieldError[][], path: string): FieldError[] {
  if (results.length === 0) return [];
  const valid = results.filter((errors) => errors.length === 0).length;
  if (valid === 1) return [];
  const text = `${quoted(path)} must validate one and only one schema (oneOf). Found`;
  if (valid > 0) return [withoutPath(`${text} ${valid} valid alternatives`)];
  return [withoutPath(`${text} none valid`), ...(results[0] ?? [])];
}

function validateAllOf(results: readonly FieldError[][], path: string): FieldError[] {
  const valid = results.filter((errors) => errors.length === 0).length;
  if (valid === results.length) return [];
  const text = `${quoted(path)} must validate all the schemas (allOf).${valid === 0 ? ' None validated' : ''}`;
  return [...results.flat(), withoutPath(text)];
}

/** Validates against a part of `allOf`, `anyOf`, `oneOf` or `not`, which is a plain JSON schema without extensions. */
function validatePart(value: unknown, props: JSONSchemaProps, path: string): FieldError[] {
  const types = props.type ? [props.type] : [];
  const actual = value === null ? 'null' : typeOf(value);
  if (types.length > 0 && !types.includes(actual) && !(actual === 'integer' && types.includes('number'))) {
    return [wrongType(path, types, actual)];
  }
  return [
    ...validateLogic(value, props, path),
    ...validateKeywords(value, props, path),
    ...validatePartMembers(value, props, path),
  ];
}

function validatePartMembers(value: unknown, props: JSONSchemaProps, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const items = props.items as JSONSchemaProps | undefined;
    return items ? value.flatMap((item, index) => validatePart(item, items, `${path}[${index}]`)) : [];
  }
  if (!isRecord(value)) return [];
  return Object.entries(props.properties ?? {}).flatMap(([key, part]) =>
    value[key] === undefined ? [] : validatePart(value[key], part, memberPath(path, key)),
  );
}
