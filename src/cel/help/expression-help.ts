import type { ExpressionCompletion, WordDescription } from '../../api/debug/expression-check.ts';
import { type Environment, withVariables } from '../expression-environment.ts';
import { readTokens, type Token } from '../syntax/lexer.ts';
import { FOLD_NAMES } from '../syntax/macros.ts';
import { parse } from '../syntax/parser.ts';
import { check } from '../typing/checker.ts';
import type { Overload } from '../typing/declarations.ts';
import { TypeInference } from '../typing/type-inference.ts';
import { DYN, type Type, typeText } from '../typing/types.ts';
import { operandStart } from './tokens-before.ts';

/** Returns what can be written at an offset, also while the expression is incomplete. Empty within literals. */
export function completionsAt(text: string, offset: number, environment: Environment): ExpressionCompletion[] {
  const { tokens } = readTokens(text);
  const isWithinLiteral = (token: Token) =>
    token.kind !== 'EOF' && token.at < offset && offset < token.at + token.text.length && !isWord(token);
  if (tokens.some(isWithinLiteral) || isInOpenText(text, offset)) return [];
  const before = tokens.filter((token) => token.kind !== 'EOF' && token.at + token.text.length <= offset);
  const written = tokens.find((token) => isWord(token) && token.at < offset && offset <= token.at + token.text.length);
  const previous = written ? before.filter(({ at }) => at < written.at) : before;
  const scope = scopeAt(text, previous, environment);
  if (previous.at(-1)?.kind !== '.') return [...variablesOf(scope), ...globalsOf(scope)];
  const receiver = operandText(text, previous, previous.length - 2);
  const type = receiver === undefined ? undefined : typeOf(receiver, scope);
  return receiver === undefined || !type ? [] : membersOf(receiver, type, scope);
}

/** Describes the word at an offset; undefined when there is none, or nothing is known about it. */
export function describeAt(text: string, offset: number, environment: Environment): WordDescription | undefined {
  const { tokens } = readTokens(text);
  const index = tokens.findIndex(
    (token) => isWord(token) && token.at <= offset && offset < token.at + token.text.length,
  );
  const word = tokens[index];
  if (!word) return undefined;
  const scope = scopeAt(text, tokens.slice(0, index), environment);
  const isMember = tokens[index - 1]?.kind === '.';
  const description = (line: string | undefined): WordDescription | undefined =>
    line ? { start: word.at, end: word.at + word.text.length, text: line } : undefined;
  if (tokens[index + 1]?.kind !== '(') {
    const whole = operandText(text, tokens, index) ?? word.text;
    const type = typeOf(whole, scope);
    return description(type && type.kind !== 'error' ? `${whole}: ${shownType(type)}` : undefined);
  }
  const receiver = isMember ? operandText(text, tokens, index - 2) : undefined;
  const type = receiver === undefined ? undefined : typeOf(receiver, scope);
  if (isMember && !type) return undefined;
  const macro = (type ? FOLDS : GLOBAL_MACROS).get(word.text);
  if (macro && (!type || isFoldable(type))) return description(macro);
  const overloads = scope.functions.get(word.text)?.overloads ?? [];
  const fitting = overloads.filter((one) => one.isMember === isMember && (!type || accepts(one, type)));
  return description([...new Set(fitting.map((one) => signature(word.text, one)))].join('\n'));
}

const isWord = ({ kind }: Token): boolean => kind === 'IDENTIFIER' || kind === 'in';

/** Reports whether an offset is within a text that has no closing quote yet. */
const isInOpenText = (text: string, offset: number): boolean =>
  readTokens(text.slice(0, offset)).errors.some(({ message }) => /recognition error at: '[bBrR]*["']/.test(message));

const GLOBAL_MACROS: ReadonlyMap<string, string> = new Map([['has', 'has(field): bool']]);

const FOLDS: ReadonlyMap<string, string> = new Map(
  FOLD_NAMES.map((name) => [
    name,
    name === 'map' ? 'map(x, value): list' : `${name}(x, condition): ${name === 'filter' ? 'list' : 'bool'}`,
  ]),
);

const isFoldable = ({ kind }: Type): boolean => kind === 'list' || kind === 'map' || kind === 'dyn';

/** Returns the text of the operand that ends at a token. */
function operandText(text: string, tokens: readonly Token[], end: number): string | undefined {
  const [first, last] = [tokens[operandStart(tokens, end)], tokens[end]];
  return first && last ? text.slice(first.at, last.at + last.text.length) : undefined;
}

function typeOf(text: string, environment: Environment): Type | undefined {
  const { expression } = parse(text);
  return expression && check(expression, environment).type;
}

/** Adds the variables of the macros that are open after some tokens: `x` after `self.list.all(x, `. */
function scopeAt(text: string, tokens: readonly Token[], environment: Environment): Environment {
  const open: number[] = [];
  for (const [index, { kind }] of tokens.entries()) {
    if ('([{'.includes(kind)) open.push(index);
    else if (')]}'.includes(kind)) open.pop();
  }
  return open.reduce((scope, index) => {
    const [dot, name] = [tokens[index - 2], tokens[index - 1]];
    const [variable, comma] = [tokens[index + 1], tokens[index + 2]];
    if (dot?.kind !== '.' || !name || !FOLDS.has(name.text)) return scope;
    if (variable?.kind !== 'IDENTIFIER' || comma?.kind !== ',') return scope;
    const range = operandText(text, tokens, index - 3);
    const type = range === undefined ? undefined : typeOf(range, scope);
    return withVariables(scope, { [variable.text]: type ? elementOf(type) : DYN });
  }, environment);
}

const elementOf = (type: Type): Type => (type.kind === 'list' ? type.element : type.kind === 'map' ? type.key : DYN);

const variablesOf = ({ variables }: Environment): ExpressionCompletion[] =>
  [...variables].flatMap(([label, type]) =>
    label.includes('.') ? [] : [{ label, kind: 'variable', type: shownType(type) }],
  );

const globalsOf = ({ functions }: Environment): ExpressionCompletion[] => [
  ...Array.from(GLOBAL_MACROS, ([label, type]): ExpressionCompletion => ({ label, kind: 'macro', type })),
  ...namedFunctions(functions, (overload) => !overload.isMember),
];

/** Returns the fields, functions and macros of a receiver. */
function membersOf(receiver: string, type: Type, { functions, variables }: Environment): ExpressionCompletion[] {
  const fields = type.kind === 'object' ? [...type.fields].map(([label, field]) => [label, field.type] as const) : [];
  const qualified = [...variables].flatMap(([name, of]) =>
    name.startsWith(`${receiver}.`) ? [[name.slice(receiver.length + 1), of] as const] : [],
  );
  return [
    ...[...fields, ...qualified].map(
      ([label, of]): ExpressionCompletion => ({ label, kind: 'field', type: shownType(of) }),
    ),
    ...(isFoldable(type)
      ? Array.from(FOLDS, ([label, of]): ExpressionCompletion => ({ label, kind: 'macro', type: of }))
      : []),
    ...namedFunctions(functions, (overload) => overload.isMember && accepts(overload, type)),
  ];
}

/** Returns the functions with a fitting overload, without operators. */
const namedFunctions = (
  functions: Environment['functions'],
  fits: (overload: Overload) => boolean,
): ExpressionCompletion[] =>
  [...functions.values()].flatMap(({ name, overloads }) => {
    const overload = /^[a-zA-Z]/.test(name) ? overloads.find(fits) : undefined;
    return overload ? [{ label: name, kind: 'function', type: signature(name, overload) }] : [];
  });

const accepts = ({ parameters: [first] }: Overload, type: Type): boolean =>
  first !== undefined && new TypeInference().assign(type, first);

/** Returns `list(string).join(string): string`. */
function signature(name: string, { isMember, parameters, result }: Overload): string {
  const types = parameters.map(shownType);
  const receiver = isMember ? `${types.shift()}.` : '';
  return `${receiver}${name}(${types.join(', ')}): ${shownType(result)}`;
}

/** Returns a type without the names of objects, which are paths in schemas. */
function shownType(type: Type): string {
  if (type.kind === 'list') return `list(${shownType(type.element)})`;
  if (type.kind === 'map') return `map(${shownType(type.key)}, ${shownType(type.value)})`;
  return type.kind === 'object' ? 'object' : typeText(type);
}
