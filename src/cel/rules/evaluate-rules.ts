import { utf8Length } from '../../api/encoding/utf8.ts';
import { duplicate, type FieldError, forbiddenField, invalid, required } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import type { StructuralSchema, ValidationRule } from '../../schema/structural/structural.ts';
import { OUT_OF_BUDGET } from '../admission/evaluate-match-conditions.ts';
import type { Program } from '../compile-expression.ts';
import type { Type } from '../typing/types.ts';
import { fromJson } from '../values/json-values.ts';
import { Failure, type Value } from '../values/values.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';
import { typeOfSchema } from './schema-type.ts';

/** Cost limit of all rules for one object. */
const COST_LIMIT = 10_000_000;
const MAXIMUM_MESSAGE_BYTES = 5 * 1024;

/** The rules of a schema and of its children. */
export interface RuleTree {
  readonly schema: StructuralSchema;
  /** Type of the values; undefined when there are no rules for them. */
  readonly type: Type | undefined;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additionalProperties: RuleTree | undefined;
  readonly items: RuleTree | undefined;
}

/** Compiles the rules of a whole schema; undefined when it has none. */
export function ruleTree(schema: StructuralSchema, isResource = false): RuleTree | undefined {
  const properties = new Map<string, RuleTree>();
  for (const [name, child] of schema.properties) {
    const tree = ruleTree(child);
    if (tree) properties.set(name, tree);
  }
  const { additionalProperties: additional, validations } = schema;
  const additionalProperties = typeof additional === 'object' ? ruleTree(additional) : undefined;
  const items = schema.items && ruleTree(schema.items);
  if (validations.length + properties.size === 0 && !additionalProperties && !items) return undefined;
  const type = validations.length > 0 ? typeOfSchema(schema, isResource || schema.isEmbeddedResource) : undefined;
  return { schema, type, rules: type ? compileRules(schema, type) : [], properties, additionalProperties, items };
}

/** Evaluates the rules for a value and returns their errors; `before` is the stored value, if any. */
export const evaluateRules = (tree: RuleTree, value: unknown, before: unknown): FieldError[] =>
  errorsOf(new RuleEvaluation(false), tree, value, before, '');

/** Evaluates the rules for a default, which is also its old value. Rules that do not compile are reported as errors. */
export const evaluateRulesOfDefault = (tree: RuleTree, value: unknown, path: string): FieldError[] =>
  errorsOf(new RuleEvaluation(true), tree, value, value, path);

function errorsOf(evaluation: RuleEvaluation, tree: RuleTree, value: unknown, before: unknown, path: string) {
  evaluation.visit(tree, value, before, path);
  return evaluation.errors;
}

class RuleEvaluation {
  readonly errors: FieldError[] = [];
  readonly #reportsCompilation: boolean;
  #remaining = COST_LIMIT;
  #isOver = false;

  constructor(reportsCompilation: boolean) {
    this.#reportsCompilation = reportsCompilation;
  }

  visit(tree: RuleTree, value: unknown, before: unknown, path: string): void {
    if (value === undefined || value === null || this.#isOver) return;
    this.#evaluate(tree, value, before, path);
    if (Array.isArray(value)) this.#visitItems(tree, value, before, path);
    else if (isRecord(value)) this.#visitMembers(tree, value, before, path);
  }

  #visitItems({ items, schema }: RuleTree, value: readonly unknown[], before: unknown, path: string): void {
    if (!items) return;
    value.forEach((item, index) => {
      const old = Array.isArray(before) ? correlated(item, before as readonly unknown[], schema) : undefined;
      this.visit(items, item, old, `${path}[${index}]`);
    });
  }

  #visitMembers(tree: RuleTree, value: Readonly<Record<string, unknown>>, before: unknown, path: string): void {
    const old = isRecord(before) && tree.schema.mapType !== 'atomic' ? before : {};
    for (const [key, member] of Object.entries(value)) {
      const child = tree.properties.get(key);
      if (child) this.visit(child, member, old[key], path === '' ? key : `${path}.${key}`);
      else if (tree.additionalProperties && !tree.schema.properties.has(key)) {
        this.visit(tree.additionalProperties, member, old[key], `${path}[${key}]`);
      }
    }
  }

  #evaluate({ rules, type, schema }: RuleTree, value: unknown, before: unknown, path: string): void {
    if (!type) return;
    const values: Readonly<Record<string, Value | undefined>> = {
      self: fromJson(value, type),
      oldSelf: before === undefined || before === null ? undefined : fromJson(before, type),
    };
    const activation = (name: string): Value | undefined => values[name];
    let place = path;
    for (const compiled of rules) {
      if (this.#isOver || (compiled.isTransition && values.oldSelf === undefined)) continue;
      const addError = (detail: string): void => {
        this.errors.push(invalid(shown(place), schema.props.type ?? '', detail));
      };
      if (this.#reportsCompilation && compiled.test.error !== undefined && compiled.rule.rule?.trim())
        addError(`rule compile error: ${compiled.test.error}`);
      const result = this.#run(compiled.test.program, activation, addError);
      if (result === undefined || result === true) continue;
      if (result instanceof Failure) {
        addError(failureText(result.message, ruleName(compiled.rule)));
        if (isCostFailure(result.message)) this.#isOver = true;
        continue;
      }
      // The path also applies to the rules that follow, as in the real server.
      if (compiled.fieldPath !== '') place = place === '' ? compiled.fieldPath : `${place}.${compiled.fieldPath}`;
      const message = compiled.message?.program && this.#run(compiled.message.program, activation, addError);
      if (this.#isOver) continue;
      this.errors.push(
        ruleError(compiled.rule, shown(place), schema.props.type ?? '', messageOf(message, compiled.rule)),
      );
    }
  }

  /** Returns undefined without a program or remaining budget. */
  #run(
    program: Program | undefined,
    activation: (name: string) => Value | undefined,
    addError: (detail: string) => void,
  ): Value | undefined {
    if (!program) return undefined;
    const { value, cost } = program.evaluate(activation);
    this.#remaining -= cost;
    if (this.#remaining >= 0) return value;
    this.#isOver = true;
    addError(OUT_OF_BUDGET);
    return undefined;
  }
}

/** Returns the old value of an element; only elements of keyed lists can be correlated. */
function correlated(item: unknown, before: readonly unknown[], { listType, listMapKeys }: StructuralSchema): unknown {
  if (listType !== 'map' || !isRecord(item)) return undefined;
  return before.find((old) => isRecord(old) && listMapKeys.every((key) => old[key] === item[key]));
}

const shown = (path: string): string => (path === '' ? '<nil>' : path);

const ruleName = ({ rule, message }: ValidationRule): string => (message ? message.trim() : rule.trim());

const isCostFailure = (message: string): boolean =>
  message.startsWith('operation cancelled: actual cost limit exceeded');

function failureText(message: string, rule: string): string {
  if (isCostFailure(message)) {
    return `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`;
  }
  if (message.startsWith('no such overload')) {
    return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
  }
  return `${message} evaluating rule: ${rule}`;
}

/**
 * Returns the result of the message expression if it can be shown, otherwise the message of the rule, or the rule
 * itself.
 */
function messageOf(evaluated: Value | undefined, rule: ValidationRule): string {
  const text = typeof evaluated === 'string' ? evaluated.trim() : '';
  const isShowable = text !== '' && !/[\n\r]/.test(text) && utf8Length(text) <= MAXIMUM_MESSAGE_BYTES;
  if (isShowable) return text;
  return rule.message ? rule.message.trim() : `failed rule: ${rule.rule.trim()}`;
}

function ruleError({ reason }: ValidationRule, field: string, type: string, message: string): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbiddenField(field, message);
    case 'FieldValueRequired':
      return required(field, message);
    case 'FieldValueDuplicate':
      return duplicate(field, type);
    default:
      return invalid(field, type, message);
  }
}
