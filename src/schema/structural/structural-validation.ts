import {
  type FieldError,
  fieldErrorText,
  forbiddenField,
  invalid,
  quoted,
  typeInvalid,
} from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { isGoInteger } from '../../api/values/go-number.ts';
import { isKnownFormat, isOfFormat } from './string-formats.ts';
import type { StructuralSchema } from './structural.ts';
import { describesMembers } from './structural-pruning.ts';
import { ValidationBudget } from './validation-budget.ts';
import { enumErrors, missingMembers, numberErrors, shownPath, sizeErrors, textErrors } from './value-keywords.ts';

/**
 * Validates a value against the schema of its definition and returns errors with the real server's messages, in its
 * order and each once. `path` is empty for the object itself.
 * @param isDefault whether the value is a default: int-or-string accepts any type, and formats of all names have a type
 */
export function validateStructure(
  value: unknown,
  schema: StructuralSchema,
  path = '',
  isDefault = false,
): FieldError[] {
  const errors = new Map(
    judge(value, structuralNode(schema, isDefault), path, new ValidationBudget()).errors.map((error) => [
      fieldErrorText(error),
      error,
    ]),
  );
  return [...errors.values()];
}

/** A schema for validation: a structural one, or a part of allOf, anyOf, oneOf or not. */
interface Node {
  readonly isDefault: boolean;
  /** Empty when any type is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly props: JSONSchemaProps;
  readonly items: Node | undefined;
  /** Whether any member has a schema. */
  readonly hasMembers: boolean;
  /** Returns the schema of a member; undefined when every value is allowed. */
  member(key: string): Node | undefined;
}

const nodes = new WeakMap<StructuralSchema, Node>();

/** Returns the node of a schema. Cached for values, but not for defaults, which are validated once. */
function structuralNode(schema: StructuralSchema, isDefault: boolean): Node {
  const known = isDefault ? undefined : nodes.get(schema);
  if (known) return known;
  const node = readStructuralNode(schema, isDefault);
  if (!isDefault) nodes.set(schema, node);
  return node;
}

const readStructuralNode = (schema: StructuralSchema, isDefault: boolean): Node => ({
  isDefault,
  types: schema.intOrString && !isDefault ? ['integer', 'string'] : schema.props.type ? [schema.props.type] : [],
  nullable: schema.nullable,
  props: schema.props,
  items: schema.items && structuralNode(schema.items, isDefault),
  hasMembers: describesMembers(schema),
  member(key) {
    const child = schema.properties.get(key) ?? schema.additionalProperties;
    return child === undefined || child === true ? undefined : structuralNode(child, isDefault);
  },
});

/** Parts are plain JSON schemas without extensions. */
const partNode = (props: JSONSchemaProps): Node => ({
  isDefault: false,
  types: props.type ? [props.type] : [],
  nullable: props.nullable === true,
  props,
  items: isRecord(props.items) ? partNode(props.items as JSONSchemaProps) : undefined,
  hasMembers: props.properties !== undefined,
  member(key) {
    const child = props.properties?.[key];
    return child && partNode(child);
  },
});

/** The errors of a value, and the number of its passed checks. If all alternatives fail, the best one is reported. */
interface Judgement {
  readonly errors: readonly FieldError[];
  readonly passed: number;
}

const NO_ERRORS: readonly FieldError[] = [];

const joined = (judgements: readonly Judgement[]): Judgement => ({
  errors: judgements.some(({ errors }) => errors.length > 0) ? judgements.flatMap(({ errors }) => errors) : NO_ERRORS,
  passed: judgements.reduce((sum, { passed }) => sum + passed, 0),
});

/** Checks a value in the order of the real server's validators. Each check counts, regardless of its outcome. */
function judge(value: unknown, node: Node, path: string, budget: ValidationBudget): Judgement {
  const { props } = node;
  const ofType = judgeType(value, node, path);
  if (value === null)
    return joined([ofType, { errors: node.nullable ? [] : enumErrors(value, props, path), passed: 0 }]);
  const checks: Judgement[] = [];
  if (node.types.length > 0 || props.format) checks.push(ofType);
  checks.push(judgeLogic(value, props, path, budget));
  if (typeof value === 'string') checks.push({ errors: textErrors(value, props, path, budget), passed: 0 });
  if (typeof value === 'string' && props.format && isKnownFormat(props.format))
    checks.push(judgeFormat(value, props.format, path));
  if (typeof value === 'number' || typeof value === 'bigint')
    checks.push({ errors: numberErrors(value, props, path), passed: 1 });
  if (Array.isArray(value)) checks.push(judgeList(value, node, path, budget));
  checks.push({ errors: enumErrors(value, props, path), passed: 0 });
  if (isRecord(value)) checks.push(judgeMembers(value, node, path, budget));
  const all = joined(checks);
  return { ...all, passed: all.passed + checks.length };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  // Go does not treat a whole number beyond 64 bits as an integer.
  if (typeof value === 'number') return isGoInteger(value) ? 'integer' : 'number';
  if (typeof value === 'bigint') return 'integer';
  return typeof value;
}

function judgeType(value: unknown, { types, nullable, props, isDefault }: Node, path: string): Judgement {
  const wrong = (wanted: string, actual: string): Judgement => ({
    errors: [typeInvalid(shownPath(path), actual, `${path} in body must be of type ${wanted}: ${quoted(actual)}`)],
    passed: 0,
  });
  const right: Judgement = { errors: [], passed: 1 };
  if (value === null) return nullable || types.length === 0 ? right : wrong(types.join(','), 'null');
  const actual = typeOf(value);
  const format = props.format && (isDefault || isKnownFormat(props.format)) ? props.format : '';
  const isUntyped = types.length === 0 && (format === '' || format === FORMATS_OF_TYPES[actual]);
  const fits = isUntyped || types.includes(actual) || (actual === 'integer' && types.includes('number'));
  if (fits) return right;
  if (format === '') return wrong(types.join(','), actual);
  // A format implies its type. The real server also names formats of numbers.
  if (typeof value === 'string' || Array.isArray(value)) {
    return types.includes('integer') || types.includes('number') ? wrong(types.join(','), actual) : right;
  }
  return wrong(format, FORMATS_OF_TYPES[actual] ?? '');
}

const FORMATS_OF_TYPES: Readonly<Record<string, string>> = { integer: 'int64', number: 'float64' };

const judgeFormat = (value: string, format: string, path: string): Judgement => ({
  errors: isOfFormat(value, format)
    ? []
    : [typeInvalid(shownPath(path), value, `${path} in body must be of type ${format}: ${quoted(value)}`)],
  passed: 1,
});

function judgeList(value: readonly unknown[], { items, props }: Node, path: string, budget: ValidationBudget) {
  const inside = items
    ? judgeEach(value.entries(), budget, ([index, item]) => judge(item, items, `${path}[${index}]`, budget))
    : [];
  const errors = sizeErrors(value.length, props.minItems, props.maxItems, 'items', path);
  return joined([...inside, { errors, passed: 1 }]);
}

/** Checks values until there are enough errors. */
function judgeEach<T>(values: Iterable<T>, budget: ValidationBudget, judgeOne: (value: T) => Judgement | undefined) {
  const judgements: Judgement[] = [];
  const errors: FieldError[] = [];
  for (const value of values) {
    const judgement = judgeOne(value);
    if (!judgement) continue;
    judgements.push(judgement);
    for (const error of judgement.errors) errors.push(error);
    if (budget.isEnough(errors)) break;
  }
  return judgements;
}

function judgeMembers(value: Record<string, unknown>, node: Node, path: string, budget: ValidationBudget): Judgement {
  const { props } = node;
  const inside = judgeEach(node.hasMembers ? Object.keys(value) : [], budget, (key) => {
    const child = value[key] === undefined ? undefined : node.member(key);
    // The path of an additional member begins with a dot even at the root.
    const memberPath = path === '' && props.properties?.[key] ? key : `${path}.${key}`;
    return child && judge(value[key], child, memberPath, budget);
  });
  const errors = sizeErrors(sizeOf(value), props.minProperties, props.maxProperties, 'properties', path);
  return joined([{ errors, passed: 0 }, ...inside, { errors: missingMembers(value, props, path), passed: 0 }]);
}

/** Returns the number of members that are not undefined. */
function sizeOf(value: Record<string, unknown>): number {
  let size = 0;
  for (const key in value) if (value[key] !== undefined) size += 1;
  return size;
}

const withoutPath = (message: string): FieldError => invalid('<nil>', '', message);

/** allOf, anyOf, oneOf and not. */
function judgeLogic(value: unknown, props: JSONSchemaProps, path: string, budget: ValidationBudget): Judgement {
  const { anyOf, oneOf, allOf, not: refuting } = props;
  if (!anyOf && !oneOf && !allOf && !refuting) return NO_LOGIC;
  const count = [anyOf, oneOf, allOf].reduce((sum, parts) => sum + (parts?.length ?? 0), refuting ? 1 : 0);
  if (!budget.spendAlternatives(count)) return { errors: [forbiddenField(shownPath(path), TOO_MANY)], passed: 0 };
  const judged = (parts: readonly JSONSchemaProps[] | undefined) =>
    (parts ?? []).map((part) => judge(value, partNode(part), path, budget));
  const isRefuted = refuting && judge(value, partNode(refuting), path, budget).errors.length === 0;
  const not = isRefuted ? [withoutPath(`${quoted(path)} must not validate the schema (not)`)] : [];
  const all = joined([
    judgeAnyOf(judged(anyOf), path),
    judgeOneOf(judged(oneOf), path),
    judgeAllOf(judged(allOf), path),
    { errors: not, passed: 0 },
  ]);
  return { ...all, passed: all.passed + 1 };
}

const NO_LOGIC: Judgement = { errors: [], passed: 1 };
const TOO_MANY = 'trying the alternatives of the schema on all values exceeds the budget of a request';

const NOTHING: Judgement = { errors: [], passed: 0 };
const isValid = ({ errors }: Judgement): boolean => errors.length === 0;

/** Returns the alternative that passed the most checks; of equal ones, the first. */
const best = (results: readonly Judgement[]): Judgement =>
  results.reduce((found, next) => (next.passed > found.passed ? next : found));

function judgeAnyOf(results: readonly Judgement[], path: string): Judgement {
  if (results.length === 0 || results.some(isValid)) return NOTHING;
  const message = withoutPath(`${quoted(path)} must validate at least one schema (anyOf)`);
  return joined([{ errors: [message], passed: 0 }, best(results)]);
}

function judgeOneOf(results: readonly Judgement[], path: string): Judgement {
  const valid = results.filter(isValid).length;
  if (results.length === 0 || valid === 1) return NOTHING;
  const text = `${quoted(path)} must validate one and only one schema (oneOf). Found`;
  if (valid > 0) return { errors: [withoutPath(`${text} ${valid} valid alternatives`)], passed: 0 };
  return joined([{ errors: [withoutPath(`${text} none valid`)], passed: 0 }, best(results)]);
}

function judgeAllOf(results: readonly Judgement[], path: string): Judgement {
  const valid = results.filter(isValid).length;
  if (valid === results.length) return joined(results);
  const text = `${quoted(path)} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`;
  return joined([...results, { errors: [withoutPath(text)], passed: 0 }]);
}
