import { isBytes } from '../../api/realms.ts';
import type { Environment } from '../expression-environment.ts';
import {
  ACCUMULATOR,
  type Call,
  type Comprehension,
  type Expression,
  type Identifier,
  type Select,
} from '../syntax/ast.ts';
import type { SourceError } from '../syntax/source-errors.ts';
import { UnsignedInteger } from '../values/values.ts';
import type { FunctionDeclaration } from './declarations.ts';
import { mostGeneral, TypeInference } from './type-inference.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  INT,
  listOf,
  mapOf,
  NULL,
  protobufText,
  STRING,
  TIMESTAMP,
  type Type,
  typeText,
  UINT,
} from './types.ts';

export interface Checked {
  readonly type: Type;
  readonly errors: readonly SourceError[];
  /** Types of all subexpressions. */
  readonly types: ReadonlyMap<Expression, Type>;
  /** Environment variables used by the expression. */
  readonly variables: ReadonlySet<string>;
}

/** Types that expressions can refer to, as in `type(x) == int`. */
export const TYPE_NAMES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', BOOL],
  ['bytes', BYTES],
  ['double', DOUBLE],
  ['int', INT],
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['string', STRING],
  ['type', { kind: 'type' }],
  ['uint', UINT],
  ['google.protobuf.Duration', DURATION],
  ['google.protobuf.Timestamp', TIMESTAMP],
]);

/** Determines the type of an expression and reports type errors with cel-go's messages. */
export function check(expression: Expression, environment: Environment): Checked {
  const checker = new Checker(environment);
  const type = checker.check(expression);
  return {
    type: checker.inference.substitute(type ?? ERROR, true),
    errors: checker.errors,
    types: checker.settled(),
    variables: checker.variables,
  };
}

/** Returns `a.b.c` as text if the expression consists only of names. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === 'identifier') return expression.name;
  if (expression.kind !== 'select' || expression.isTest) return undefined;
  const operand = qualifiedName(expression.operand);
  return operand === undefined ? undefined : `${operand}.${expression.field}`;
}

class Checker {
  readonly errors: SourceError[] = [];
  readonly inference = new TypeInference();
  readonly variables = new Set<string>();
  readonly #environment: Environment;
  readonly #types = new Map<Expression, Type>();
  /** Variables of the enclosing folds, innermost last. */
  readonly #scopes: Map<string, Type>[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  settled(): ReadonlyMap<Expression, Type> {
    return new Map([...this.#types].map(([expression, type]) => [expression, this.inference.substitute(type, true)]));
  }

  /** Returns the type; undefined for a call of an unknown function, whose type messages show as `<nil>`. */
  check(expression: Expression): Type | undefined {
    const type = this.#typeOf(expression);
    if (type) this.#types.set(expression, type);
    return type;
  }

  #typeOf(expression: Expression): Type | undefined {
    switch (expression.kind) {
      case 'constant':
        return constantType(expression.value);
      case 'identifier':
        return this.#identifier(expression);
      case 'select':
        return this.#select(expression);
      case 'call':
        return this.#call(expression);
      case 'list':
        return listOf(this.#joined(expression.elements));
      case 'map':
        return mapOf(
          this.#joined(expression.entries.map(({ key }) => key)),
          this.#joined(expression.entries.map(({ value }) => value)),
        );
      case 'message':
        return this.#addError(
          expression.at,
          TYPE_NAMES.has(expression.name) ? `'${expression.name}' is not a message type` : undeclared(expression.name),
        );
      case 'comprehension':
        return this.#comprehension(expression);
    }
  }

  #addError(at: number, message: string): Type {
    this.errors.push({ at, message });
    return ERROR;
  }

  #lookUp(name: string): Type | undefined {
    const bare = name.startsWith('.') ? name.slice(1) : name;
    const scope = bare === name ? this.#scopes.findLast((names) => names.has(bare)) : undefined;
    const local = scope?.get(bare);
    if (local) return local;
    const variable = this.#environment.variables.get(bare);
    if (variable) {
      this.variables.add(bare);
      return variable;
    }
    const named = TYPE_NAMES.get(bare);
    return named ? { kind: 'type', of: named } : undefined;
  }

  #identifier({ name, at }: Identifier): Type {
    return this.#lookUp(name) ?? this.#addError(at, undeclared(name));
  }

  #select(expression: Select): Type {
    const name = qualifiedName(expression);
    const named = name === undefined || this.#isShadowed(name) ? undefined : this.#lookUp(name);
    if (named) return named;
    const operand = this.#resolved(this.check(expression.operand));
    const field = this.#field(operand, expression);
    return expression.isTest && field.kind !== 'error' ? BOOL : field;
  }

  #isShadowed(name: string): boolean {
    const first = name.split('.', 1)[0] ?? '';
    return this.#scopes.some((names) => names.has(first));
  }

  #resolved(type: Type | undefined): Type {
    return this.inference.substitute(type ?? ERROR, false);
  }

  #field(operand: Type, { field, at }: Select): Type {
    switch (operand.kind) {
      case 'map':
        return operand.value;
      case 'object':
        return operand.fields.get(field)?.type ?? this.#addError(at, `undefined field '${field}'`);
      case 'parameter':
        this.inference.assign(DYN, operand);
        return DYN;
      case 'dyn':
      case 'error':
        return DYN;
      default:
        return this.#addError(at, `type '${protobufText(operand)}' does not support field selection`);
    }
  }

  #call(expression: Call): Type | undefined {
    const { target, args, at } = expression;
    const given = args.map((argument) => this.check(argument));
    const name = expression.function.replace(/^\./, '');
    if (!target) {
      const declared = this.#environment.functions.get(name);
      return declared ? this.#overload(declared, at, given, undefined) : this.#addError(at, undeclared(name));
    }
    const receiver = this.check(target);
    const declared = this.#environment.functions.get(name);
    if (declared) return this.#overload(declared, at, given, { type: receiver });
    this.#addError(at, undeclared(name));
    return undefined;
  }

  #overload(
    { name, overloads }: FunctionDeclaration,
    at: number,
    given: readonly (Type | undefined)[],
    target: { readonly type: Type | undefined } | undefined,
  ): Type {
    const types = target ? [target.type, ...given] : given;
    const known = types.map((type) => type ?? NOTHING);
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== (target !== undefined)) continue;
      const instances = overload.isGeneric ? this.#instances(overload.parameters) : undefined;
      const parameters = overload.parameters.map((type) => this.inference.substitute(type, false, instances));
      if (!this.inference.assignAll(known, parameters)) continue;
      const found = this.inference.substitute(overload.result, false, instances);
      if (result === undefined) result = found;
      else if (result.kind !== 'dyn' && typeText(found) !== typeText(result)) result = DYN;
    }
    if (result) return result;
    const shown = types.map((type) => typeText(type && this.inference.substitute(type, true)));
    const signature = target ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
    return this.#addError(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #instances(parameters: readonly Type[]): ReadonlyMap<string, Type> {
    const names = new Set(parameters.flatMap((type) => typeText(type).match(/\b[A-Z]\b/g) ?? []));
    return new Map([...names].map((name) => [name, this.inference.fresh()]));
  }

  /** Returns the common type of a literal's elements. */
  #joined(elements: readonly Expression[]): Type {
    let joined: Type | undefined;
    for (const element of elements) {
      const type = this.check(element) ?? ERROR;
      if (!joined) joined = type;
      else if (this.inference.assign(joined, type)) joined = mostGeneral(joined, type);
      else joined = this.#mismatch(element.at, joined, type);
    }
    return joined ?? this.inference.fresh();
  }

  #mismatch(at: number, expected: Type, found: Type): Type {
    const [wanted, given] = [expected, found].map((type) => typeText(this.inference.substitute(type, true)));
    return this.#addError(at, `expected type '${wanted}' but found '${given}'`);
  }

  #comprehension(expression: Comprehension): Type {
    const range = this.#resolved(this.check(expression.range));
    const initial = this.check(expression.initial) ?? ERROR;
    const element = this.#elementOf(range, expression.range.at);
    this.#scopes.push(new Map([[ACCUMULATOR, initial]]));
    this.#scopes.push(new Map([[expression.variable, element]]));
    this.#expect(expression.condition, BOOL);
    this.#expect(expression.step, initial);
    this.#scopes.pop();
    const result = this.check(expression.result) ?? ERROR;
    this.#scopes.pop();
    return this.inference.substitute(result, false);
  }

  #elementOf(range: Type, at: number): Type {
    switch (range.kind) {
      case 'list':
        return range.element;
      case 'map':
        return range.key;
      case 'dyn':
      case 'error':
        return DYN;
      case 'parameter':
        this.inference.assign(DYN, range);
        return DYN;
      default: {
        const allowed = '(must be list, map, or dynamic)';
        return this.#addError(
          at,
          `expression of type '${typeText(range)}' cannot be range of a comprehension ${allowed}`,
        );
      }
    }
  }

  #expect(expression: Expression, expected: Type): void {
    const type = this.check(expression) ?? ERROR;
    if (!this.inference.assign(type, expected)) this.#mismatch(expression.at, expected, type);
  }
}

/** A type that is assignable only to dyn. */
const NOTHING: Type = { kind: 'opaque', name: '<nil>' };

const undeclared = (name: string): string => `undeclared reference to '${name.replace(/^\./, '')}' (in container '')`;

function constantType(value: unknown): Type {
  if (value === null) return NULL;
  if (value instanceof UnsignedInteger) return UINT;
  if (isBytes(value)) return BYTES;
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'bigint':
      return INT;
    case 'number':
      return DOUBLE;
    default:
      return STRING;
  }
}
