import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import {
  type FieldError,
  forbiddenField,
  internalFieldError,
  invalid,
  notSupported,
  required,
} from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { type CompiledRule, compileRules } from '../../cel/rules/compile-rules.ts';
import { readFieldPath } from '../../cel/rules/rule-field-path.ts';
import { MAXIMUM_REQUEST, minimumSize, typeOfSchema } from '../../cel/rules/schema-type.ts';
import type { StructuralSchema, ValidationRule } from '../../schema/structural/structural.ts';
import { structuralSchema } from '../../schema/structural/structural-schema.ts';
import { goSyntax } from './go-types.ts';
import { type JsonSchema, unsupportedKeyword } from './schema-walk.ts';

/** Kubernetes name of the extension that holds the rules of a schema. */
export const VALIDATIONS_EXTENSION = kubernetesName('x-kubernetes-validations');

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
/** The limit of the estimated cost of one expression, and of all expressions of a schema together. */
const RULE_LIMIT = 10_000_000;
const SCHEMA_LIMIT = 100_000_000;
/**
 * Maximum number of the most expensive rules in an error. Only rules that use a significant part of the limit are
 * listed.
 */
const SHOWN_EXPENSIVE = 4;
const SHOWN_COST = SCHEMA_LIMIT / 100;

/**
 * Compiles the rules of a structural schema.
 * @param isFaulty reports whether a schema has other errors, so that its own rules are not compiled
 */
export function validateSchemaRules(
  schema: StructuralSchema,
  field: string,
  dialect: Dialect,
  isFaulty: (field: string) => boolean,
): FieldError[] {
  const validation = new RuleValidation(isFaulty, dialect.rename(VALIDATIONS_EXTENSION));
  validation.visit(schema, { field, count: 1, uncorrelatable: undefined, isResource: true, isTyped: () => true });
  return [...validation.expressionErrors, ...validation.costErrors(field)];
}

/** Returns the errors of a schema's own rules that do not depend on their expressions. */
export function validateRuleTexts(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const extension = dialect.rename(VALIDATIONS_EXTENSION);
  if (schema[extension] === undefined) return [];
  const structural = structuralSchema(schema as JSONSchemaProps, dialect);
  return structural.validations.flatMap((rule, index) =>
    plainErrors(rule, `${field}.${extension}[${index}]`, unsupportedKeyword(schema) ? undefined : structural),
  );
}

/** The position of a schema within the root schema. */
interface Place {
  readonly field: string;
  /** The maximum number of its values; undefined when it is unbounded. */
  readonly count: number | undefined;
  /** The enclosing schema whose old and new values cannot be correlated. */
  readonly uncorrelatable: string | undefined;
  readonly isResource: boolean;
  /** Whether expressions can access the values of all schemas above it. */
  readonly isTyped: () => boolean;
}

class RuleValidation {
  readonly expressionErrors: FieldError[] = [];
  readonly #isFaulty: (field: string) => boolean;
  /** The name of the extension that holds the rules. */
  readonly #extension: string;
  readonly #costs: { readonly field: string; readonly cost: number }[] = [];

  constructor(isFaulty: (field: string) => boolean, extension: string) {
    this.#isFaulty = isFaulty;
    this.#extension = extension;
  }

  visit(schema: StructuralSchema, place: Place): void {
    let isTyped: boolean | undefined;
    const typed = (): boolean => {
      isTyped ??= place.isTyped() && typeOfSchema(schema, false) !== undefined;
      return isTyped;
    };
    for (const [child, childPlace] of childrenOf(schema, place))
      this.visit(child, { ...childPlace, isResource: false, isTyped: typed });
    if (schema.validations.length > 0 && !this.#isFaulty(place.field)) this.#compile(schema, place);
  }

  #compile(schema: StructuralSchema, place: Place): void {
    const type = typeOfSchema(schema, place.isResource || schema.isEmbeddedResource);
    if (!type || !place.isTyped()) {
      const problem = `internal error: failed to construct type information for ${this.#extension} rules`;
      const detail = `${problem}: unable to convert structural schema to CEL declarations`;
      this.expressionErrors.push(internalFieldError(`${place.field}.${this.#extension}`, detail));
      return;
    }
    const count = place.count ?? Math.floor(MAXIMUM_REQUEST / (minimumSize(schema) + 1));
    compileRules(schema, type).forEach((rule, index) => {
      this.#checkRule(rule, `${place.field}.${this.#extension}[${index}]`, count, place.uncorrelatable);
    });
  }

  #checkRule(compiled: CompiledRule, field: string, count: number, uncorrelatable: string | undefined): void {
    const { rule, test, message, isTransition } = compiled;
    if (!rule.rule?.trim()) return;
    const shown = goSyntax('ValidationRule', rule);
    this.#weigh(`${field}.rule`, compiled.cost * count, 'estimated rule cost');
    if (test.error !== undefined) {
      this.expressionErrors.push(invalid(`${field}.rule`, shown, test.error));
      return;
    }
    if (message?.error !== undefined) {
      this.expressionErrors.push(invalid(`${field}.messageExpression`, shown, message.error));
    } else if (message) {
      this.#weigh(`${field}.messageExpression`, compiled.messageCost, 'estimated messageExpression cost');
    }
    if (isTransition && uncorrelatable !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
      this.expressionErrors.push(invalid(`${field}.rule`, rule.rule, detail));
    }
  }

  #weigh(field: string, cost: number, what: string): void {
    if (cost > RULE_LIMIT) this.expressionErrors.push(forbiddenField(field, costText(what, cost, RULE_LIMIT)));
    this.#costs.push({ field, cost });
  }

  costErrors(field: string): FieldError[] {
    const total = this.#costs.reduce((sum, { cost }) => sum + cost, 0);
    if (total <= SCHEMA_LIMIT) return [];
    const expensive = this.#costs
      .filter(({ cost }) => cost >= SHOWN_COST)
      .toSorted((left, right) => right.cost - left.cost)
      .slice(0, SHOWN_EXPENSIVE);
    const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const whole = `${this.#extension} estimated rule cost total for entire OpenAPIv3 schema`;
    return [
      ...expensive.map((each) => forbiddenField(each.field, contributed)),
      forbiddenField(field, costText(whole, total, SCHEMA_LIMIT)),
    ];
  }
}

type ChildPlace = Pick<Place, 'field' | 'count' | 'uncorrelatable'>;

function childrenOf(
  schema: StructuralSchema,
  { field, count, uncorrelatable }: Place,
): [StructuralSchema, ChildPlace][] {
  const { properties, additionalProperties, items, props } = schema;
  const ofMembers = uncorrelatable ?? (schema.mapType === 'atomic' ? field : undefined);
  const ofItems = uncorrelatable ?? (schema.listType === 'map' ? undefined : field);
  const times = (maximum: number | undefined) =>
    count === undefined || maximum === undefined ? undefined : count * Number(maximum);
  const children: [StructuralSchema, ChildPlace][] = [];
  if (typeof additionalProperties === 'object') {
    const place = { field: `${field}.additionalProperties`, count: times(props.maxProperties) };
    children.push([additionalProperties, { ...place, uncorrelatable: ofMembers }]);
  }
  for (const [name, child] of properties) {
    const place = { field: `${field}.properties[${name}]`, count };
    children.push([child, { ...place, uncorrelatable: ofMembers }]);
  }
  if (items) {
    const place = { field: `${field}.items`, count: times(props.maxItems) };
    children.push([items, { ...place, uncorrelatable: ofItems }]);
  }
  return children;
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

function plainErrors(
  { rule = '', message = '', messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  field: string,
  schema: StructuralSchema | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  if (rule.trim() === '') errors.push(required(`${field}.rule`, 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    errors.push(invalid(`${field}.message`, message, 'message must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    errors.push(invalid(`${field}.message`, message, 'message must not contain line breaks'));
  } else if (hasLineBreak(rule.trim()) && message.trim() === '') {
    errors.push(required(`${field}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(`${field}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${field}.reason`, reason, REASONS));
  if (fieldPath === '') return errors;
  if (fieldPath.trim() === '') {
    errors.push(invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must be non-empty if specified'));
  }
  if (hasLineBreak(fieldPath)) {
    errors.push(invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must not contain line breaks'));
  }
  if (schema && readFieldPath(fieldPath, schema) === undefined) {
    errors.push(invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must be a valid path'));
  }
  return errors;
}

function costText(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  return `${what} exceeds budget by factor of ${shown} ${advice}`;
}
