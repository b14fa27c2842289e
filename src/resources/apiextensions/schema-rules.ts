import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  quoted,
  required,
  verbatim,
} from '../../api/field-error.ts';
import { type CompiledRule, compileRules } from '../../cel/rules/compile-rules.ts';
import { readFieldPath } from '../../cel/rules/rule-field-path.ts';
import { MAXIMUM_REQUEST, minimumSize, typeOfSchema } from '../../cel/rules/schema-type.ts';
import type { StructuralSchema, ValidationRule } from '../../schema/structural/structural.ts';

const VALIDATIONS_EXTENSION = kubernetesName('x-kubernetes-validations');

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
/** The limit of the estimated cost of one expression, and of all expressions of a schema together. */
const RULE_LIMIT = 10_000_000;
const SCHEMA_LIMIT = 100_000_000;
/** How many of the most expensive rules are listed, if they use a significant part of the limit. */
const SHOWN_EXPENSIVE = 4;
const SHOWN_COST = SCHEMA_LIMIT / 100;

/** Validates the rules of a schema. `compiles` is false when the schema is invalid and its rules cannot be compiled. */
export function validateSchemaRules(
  schema: StructuralSchema,
  field: string,
  dialect: Dialect,
  compiles: boolean,
): FieldError[] {
  const validation = new RuleValidation(compiles, dialect.rename(VALIDATIONS_EXTENSION));
  validation.visit(schema, { field, count: 1, uncorrelatable: undefined, isResource: true });
  return [...validation.plainErrors, ...validation.expressionErrors, ...validation.costErrors(field)];
}

/** The position of a schema within the root schema. */
interface Place {
  readonly field: string;
  /** The maximum number of its values; undefined when it is unbounded. */
  readonly count: number | undefined;
  /** The schema above it whose old and new values cannot be correlated. */
  readonly uncorrelatable: string | undefined;
  readonly isResource: boolean;
}

class RuleValidation {
  readonly plainErrors: FieldError[] = [];
  readonly expressionErrors: FieldError[] = [];
  readonly #compiles: boolean;
  /** The name of the extension that holds the rules. */
  readonly #extension: string;
  readonly #costs: { readonly field: string; readonly cost: number }[] = [];

  constructor(compiles: boolean, extension: string) {
    this.#compiles = compiles;
    this.#extension = extension;
  }

  /** Children come first, because their errors prevent the rules above them from compiling. */
  visit(schema: StructuralSchema, place: Place): void {
    const before = this.plainErrors.length;
    for (const [child, childPlace] of childrenOf(schema, place)) this.visit(child, childPlace);
    schema.validations.forEach((rule, index) => {
      this.plainErrors.push(...plainErrors(rule, schema, `${place.field}.${this.#extension}[${index}]`));
    });
    if (this.#compiles && this.plainErrors.length === before && schema.validations.length > 0)
      this.#compile(schema, place);
  }

  #compile(schema: StructuralSchema, place: Place): void {
    const type = typeOfSchema(schema, place.isResource || schema.isEmbeddedResource);
    if (!type) return;
    const count = place.count ?? Math.floor(MAXIMUM_REQUEST / (minimumSize(schema) + 1));
    compileRules(schema, type).forEach((rule, index) => {
      this.#checkRule(rule, `${place.field}.${this.#extension}[${index}]`, count, place.uncorrelatable);
    });
  }

  #checkRule(compiled: CompiledRule, field: string, count: number, uncorrelatable: string | undefined): void {
    const { rule, test, message, isTransition } = compiled;
    const shown = verbatim(ruleText(rule));
    this.#weigh(`${field}.rule`, compiled.cost * count, 'estimated rule cost');
    if (test.error !== undefined) this.expressionErrors.push(invalid(`${field}.rule`, shown, test.error));
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

function childrenOf(schema: StructuralSchema, { field, count, uncorrelatable }: Place): [StructuralSchema, Place][] {
  const { properties, additionalProperties, items, props } = schema;
  const ofMembers = uncorrelatable ?? (schema.mapType === 'atomic' ? field : undefined);
  const ofItems = uncorrelatable ?? (schema.listType === 'map' ? undefined : field);
  const times = (maximum: number | undefined) =>
    count === undefined || maximum === undefined ? undefined : count * maximum;
  const children: [StructuralSchema, Place][] = [...properties].map(([name, child]) => [
    child,
    { field: `${field}.properties[${name}]`, count, uncorrelatable: ofMembers, isResource: false },
  ]);
  if (typeof additionalProperties === 'object') {
    const place = { field: `${field}.additionalProperties`, count: times(props.maxProperties), isResource: false };
    children.push([additionalProperties, { ...place, uncorrelatable: ofMembers }]);
  }
  if (items) {
    const place = { field: `${field}.items`, count: times(props.maxItems), isResource: false };
    children.push([items, { ...place, uncorrelatable: ofItems }]);
  }
  return children;
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

function plainErrors(
  { rule = '', message = '', messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  schema: StructuralSchema,
  field: string,
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
  if (readFieldPath(fieldPath, schema) === undefined) {
    errors.push(invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must be a valid path'));
  }
  return errors;
}

/** Formats a rule like Go prints its struct. */
function ruleText({ rule = '', message = '', messageExpression = '', reason, fieldPath = '' }: ValidationRule): string {
  const shownReason = `(*apiextensions.FieldValueErrorReason)(${reason === undefined ? 'nil' : '0xc000000000'})`;
  const texts = `Rule:${quoted(rule)}, Message:${quoted(message)}, MessageExpression:${quoted(messageExpression)}`;
  return `apiextensions.ValidationRule{${texts}, Reason:${shownReason}, FieldPath:${quoted(fieldPath)}}`;
}

function costText(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  return `${what} exceeds budget by factor of ${shown} ${advice}`;
}
