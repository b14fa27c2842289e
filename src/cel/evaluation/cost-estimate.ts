import { isBytes } from '../../api/realms.ts';
import type { Program } from '../compile-expression.ts';
import { ACCUMULATOR, type Call, type Comprehension, type Expression } from '../syntax/ast.ts';
import type { Type } from '../typing/types.ts';
import { LIST_COST, MAP_COST } from './costs.ts';

const READING = 0.1;
const PATTERN = 0.25;
/** Types whose values have size 1. */
const SCALARS = ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'];

/**
 * Returns the maximum cost of an expression, based on the value sizes in the schema; Infinity where the schema sets no
 * limit. `declared` contains the types of its variables.
 */
export const estimateCost = ({ expression, checked }: Program, declared: ReadonlyMap<string, Type>): number =>
  new Estimate(checked.types, declared).cost(expression);

class Estimate {
  readonly #types: ReadonlyMap<Expression, Type>;
  /** Schema types of variables and of fold elements. */
  readonly #declared: Map<string, Type | undefined>;
  readonly #sizes = new Map<Expression, number>();

  constructor(types: ReadonlyMap<Expression, Type>, declared: ReadonlyMap<string, Type>) {
    this.#types = types;
    this.#declared = new Map(declared);
  }

  cost(expression: Expression): number {
    switch (expression.kind) {
      case 'constant':
      case 'message':
        return 0;
      case 'identifier':
        return 1;
      case 'select':
        return this.cost(expression.operand) + 1;
      case 'call':
        return this.#call(expression);
      case 'list':
        return LIST_COST + this.#sum(expression.elements);
      case 'map':
        return MAP_COST + this.#sum(expression.entries.flatMap(({ key, value }) => [key, value]));
      case 'comprehension':
        return this.#fold(expression);
    }
  }

  #sum(expressions: readonly Expression[]): number {
    return expressions.reduce((total, expression) => total + this.cost(expression), 0);
  }

  #fold(expression: Comprehension): number {
    const { range, initial, variable, condition, step, result } = expression;
    const before = this.cost(range) + this.cost(initial);
    const outer = new Map(this.#declared);
    this.#declared.set(variable, elementOf(this.#schemaType(range)));
    this.#declared.delete(ACCUMULATOR);
    const each = this.cost(condition) + this.cost(step);
    this.#declared.clear();
    for (const [name, type] of outer) this.#declared.set(name, type);
    const count = this.#size(range);
    this.#sizes.set(expression, count);
    return before + this.cost(result) + times(count, each);
  }

  #call(expression: Call): number {
    const { function: name, target, args } = expression;
    const operands = target ? [target, ...args] : args;
    const costs = operands.map((operand) => this.cost(operand));
    if (name === '_?_:_') {
      this.#sizes.set(expression, Math.max(...args.slice(1).map((argument) => this.#size(argument))));
      return (costs[0] ?? 0) + Math.max(costs[1] ?? 0, costs[2] ?? 0);
    }
    const given = costs.reduce((total, cost) => total + cost, 0);
    return given + this.#own(expression, operands);
  }

  /** Returns the cost of the call itself and records the size of its result. */
  #own(expression: Call, operands: readonly Expression[]): number {
    const [first = 0, second = 0, third = 0] = operands.map((operand) => this.#size(operand));
    const element = operands[0] && this.#element(operands[0]);
    switch (expression.function) {
      case '_&&_':
      case '_||_':
        return 0;
      case '_+_':
        return this.#addition(expression, first + second);
      case '@in':
        return this.#typeIs(operands[1], 'list') ? second : 1;
      case 'startsWith':
      case 'endsWith':
        return reading(second);
      case 'contains':
        return times(reading(first), reading(second));
      case 'matches':
        return times(reading(first + 1), Math.ceil(second * PATTERN));
      case 'find':
      case 'findAll':
        this.#sizes.set(expression, first);
        return times(reading(first + 1), Math.ceil(second * PATTERN));
      case '_==_':
      case '_!=_':
        return reading(Math.min(first, second));
      case '_<_':
      case '_<=_':
      case '_>_':
      case '_>=_':
        return this.#typeIs(operands[0], 'string', 'bytes') ? reading(Math.min(first, second)) : 1;
      case 'isSorted':
      case 'sum':
      case 'max':
      case 'min':
      case 'indexOf':
      case 'lastIndexOf':
        return element ? times(first, 1 + (element.isText ? reading(element.size) : 0)) : reading(first);
      case 'url':
      case 'lowerAscii':
      case 'upperAscii':
      case 'substring':
      case 'trim':
        return reading(first);
      case 'replace':
        this.#sizes.set(expression, times(Math.ceil(first / second), third));
        return Math.ceil(first * 2 * READING);
      case 'split':
        this.#sizes.set(expression, splitSize(operands[2], first));
        return Math.ceil(first * 2 * READING);
      case 'join': {
        const size = times(first, element?.size ?? 0) + times(Math.max(first - 1, 0), second);
        this.#sizes.set(expression, size);
        return reading(size);
      }
      case 'bytes':
      case 'string':
        return this.#conversion(expression, operands[0], first);
      case 'check':
        return 350_000;
      default:
        return 1;
    }
  }

  #addition(expression: Call, size: number): number {
    const { kind } = this.#types.get(expression) ?? { kind: 'dyn' };
    if (!['string', 'bytes', 'list', 'dyn'].includes(kind)) return 1;
    this.#sizes.set(expression, size);
    return kind === 'list' ? 1 : reading(size);
  }

  #conversion(expression: Call, operand: Expression | undefined, size: number): number {
    const toBytes = expression.function === 'bytes';
    if (!this.#typeIs(operand, toBytes ? 'string' : 'bytes')) return 1;
    this.#sizes.set(expression, toBytes ? size * 4 : size);
    return reading(size);
  }

  #typeIs(expression: Expression | undefined, ...kinds: readonly Type['kind'][]): boolean {
    const type = expression && this.#types.get(expression);
    return type !== undefined && kinds.includes(type.kind);
  }

  #size(expression: Expression): number {
    const literal = literalSize(expression) ?? this.#sizes.get(expression);
    if (literal !== undefined) return literal;
    const declared = this.#schemaType(expression);
    if (declared) return maximumOf(declared);
    return SCALARS.includes(this.#types.get(expression)?.kind ?? '') ? 1 : Number.POSITIVE_INFINITY;
  }

  /** Returns the size of a list's elements; undefined when the expression is not a list. */
  #element(list: Expression): { readonly size: number; readonly isText: boolean } | undefined {
    const type = this.#types.get(list);
    if (type?.kind !== 'list') return undefined;
    const declared = elementOf(this.#schemaType(list));
    const isText = ['string', 'bytes'].includes(type.element.kind);
    return { size: declared ? maximumOf(declared) : Number.POSITIVE_INFINITY, isText };
  }

  /** Returns the schema type of an expression that only selects from variables. */
  #schemaType(expression: Expression): Type | undefined {
    if (expression.kind === 'identifier') {
      // The real server estimates every other name, such as that of a type, like `self`.
      return this.#declared.get(this.#declared.has(expression.name) ? expression.name : 'self');
    }
    if (expression.kind === 'select') {
      const operand = this.#schemaType(expression.operand);
      if (operand?.kind === 'map') return operand.value;
      return operand?.kind === 'object' ? operand.fields.get(expression.field)?.type : undefined;
    }
    if (expression.kind !== 'call' || expression.function !== '_[_]') return undefined;
    const container = expression.args[0] && this.#schemaType(expression.args[0]);
    return container?.kind === 'map' ? container.value : elementOf(container);
  }
}

const maximumOf = (type: Type): number => ('maximum' in type ? (type.maximum ?? 0) : 0);

/** Returns the type that a fold iterates over: list elements or map keys. */
const elementOf = (type: Type | undefined): Type | undefined =>
  type?.kind === 'list' ? type.element : type?.kind === 'map' ? type.key : undefined;

/** Multiplies, with 0 × Infinity = 0. */
const times = (left: number, right: number): number => (left === 0 || right === 0 ? 0 : left * right);

const reading = (size: number): number => Math.ceil(size * READING);

function literalSize(expression: Expression): number | undefined {
  if (expression.kind === 'list') return expression.elements.length;
  if (expression.kind === 'map') return expression.entries.length;
  if (expression.kind !== 'constant') return undefined;
  const { value } = expression;
  return typeof value === 'string' || isBytes(value) ? value.length : 1;
}

const splitSize = (limit: Expression | undefined, length: number): number =>
  limit?.kind === 'constant' && typeof limit.value === 'bigint' ? Number(limit.value) : length;
