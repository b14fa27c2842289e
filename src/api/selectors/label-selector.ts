import { errorText } from '../error-text.ts';
import { fieldErrorText, invalid, quoted, verbatim } from '../field-error.ts';
import type { LabelSelector as LabelSelectorObject } from '../kinds/meta-v1.generated.ts';
import { isQualifiedName, isValidLabelValue } from '../names.ts';
import { parseInt64 } from '../values/int64.ts';
import { onceFrozen } from './once-frozen.ts';

export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | 'gt' | 'lt';

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted. Empty for `exists` and `!`, any number for `in` and `notin`, otherwise one. */
  readonly values: readonly string[];
}

export type Labels = Readonly<Record<string, string>>;

export interface LabelSelector {
  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];
  readonly isEmpty: boolean;
  matches(labels: Labels | undefined): boolean;
  /** Returns the selector as text. */
  toString(): string;
}

function requirementMatches({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'in':
    case '=':
    case '==':
      return value !== undefined && values.includes(value);
    case 'notin':
    case '!=':
      return value === undefined || !values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    default: {
      const [actual, bound] = [value, values[0]].map((text) => (text === undefined ? undefined : parseInt64(text)));
      if (actual === undefined || bound === undefined) return false;
      return operator === 'gt' ? actual > bound : actual < bound;
    }
  }
}

function requirementText({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${values.join(',')})`;
  const sign = operator === 'gt' ? '>' : operator === 'lt' ? '<' : operator;
  return `${key}${sign}${values.join('')}`;
}

function selectorOf(unsorted: readonly LabelRequirement[]): LabelSelector {
  const requirements = unsorted.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    requirements,
    isEmpty: requirements.length === 0,
    matches(labels = {}) {
      for (const requirement of requirements) if (!requirementMatches(requirement, labels)) return false;
      return true;
    },
    toString: () => requirements.map(requirementText).join(','),
  };
}

/** Selects everything. */
export const everyLabel: LabelSelector = selectorOf([]);
/** Selects nothing. */
export const noLabel: LabelSelector = { requirements: [], isEmpty: false, matches: () => false, toString: () => '' };

const NO_FIELD = '<nil>';

/** Returns why a key is invalid; undefined when it is valid. */
function keyError(key: string, field: string): string | undefined {
  const messages = isQualifiedName(key);
  return messages.length ? fieldErrorText(invalid(field, key, messages.join('; '))) : undefined;
}

const goList = (values: readonly string[]) => verbatim(`[]string{${values.map(quoted).join(', ')}}`);

function countError(operator: LabelOperator, values: readonly string[]): string | undefined {
  const wrong = (detail: string): string => fieldErrorText(invalid('values', goList(values), detail));
  if (operator === 'in' || operator === 'notin') {
    return values.length ? undefined : wrong("for 'in', 'notin' operators, values set can't be empty");
  }
  if (operator === 'exists' || operator === '!') {
    return values.length ? wrong('values set must be empty for exists and does not exist') : undefined;
  }
  if (values.length === 1) return undefined;
  return operator === 'gt' || operator === 'lt'
    ? wrong("for 'Gt', 'Lt' operators, exactly one value is required")
    : wrong('exact-match compatibility requires one single value');
}

function valueErrors(key: string, operator: LabelOperator, values: readonly string[]): string[] {
  const notIntegers = values.flatMap((value, index) =>
    (operator === 'gt' || operator === 'lt') && parseInt64(value) === undefined
      ? [invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
      : [],
  );
  const notLabels = values.flatMap((value, index) => {
    const messages = isValidLabelValue(value);
    return messages.length ? [invalid(`values[${index}][${key}]`, value, messages.join('; '))] : [];
  });
  return [...notIntegers, ...notLabels].map(fieldErrorText);
}

/**
 * Validates the parts of a requirement and returns it.
 * @throws Error with the real server's message
 */
export function labelRequirement(key: string, operator: LabelOperator, unsorted: readonly string[]): LabelRequirement {
  const values = [...new Set(unsorted)].sort();
  const found = [keyError(key, 'key'), countError(operator, values), ...valueErrors(key, operator, values)];
  const errors = [...new Set(found.filter((error) => error !== undefined))];
  if (errors.length) throw new Error(errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`);
  return { key, operator, values };
}

interface Token {
  readonly type: 'end' | 'identifier' | 'symbol' | 'word operator';
  readonly literal: string;
}

const SYMBOLS = ['==', '!=', '=', '!', '(', ')', ',', '>', '<'] as const;
const BLANK = ' \t\r\n';
const SPECIAL = '=!(),><';
const END: Token = { type: 'end', literal: '' };

/** Returns the tokens of a selector. `in` and `notin` are operators only where an operator is expected. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text.charAt(position);
    if (BLANK.includes(character)) {
      position += 1;
      continue;
    }
    const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, position));
    if (symbol) {
      tokens.push({ type: 'symbol', literal: symbol });
      position += symbol.length;
      continue;
    }
    let end = position;
    while (end < text.length && !BLANK.includes(text.charAt(end)) && !SPECIAL.includes(text.charAt(end))) end += 1;
    const literal = text.slice(position, end);
    tokens.push({ type: literal === 'in' || literal === 'notin' ? 'word operator' : 'identifier', literal });
    position = end;
  }
  return tokens;
}

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};

class LabelSelectorParser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const next = this.#peek();
      if (next.type === 'end') return requirements;
      if (!startsRequirement(next)) {
        throw new Error(`found '${next.literal}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.#requirementOrReason());
      const separator = this.#take();
      if (separator.type === 'end') return requirements;
      if (separator.literal !== ',') {
        throw new Error(`found '${separator.literal}', expected: ',' or 'end of string'`);
      }
      const following = this.#peek();
      if (!startsRequirement(following)) {
        throw new Error(`found '${following.literal}', expected: identifier after ','`);
      }
    }
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? END;
  }

  #take(): Token {
    const token = this.#peek();
    this.#position += 1;
    return token;
  }

  #requirementOrReason(): LabelRequirement {
    try {
      return this.#requirement();
    } catch (error) {
      throw new Error(`unable to parse requirement: ${errorText(error)}`);
    }
  }

  #requirement(): LabelRequirement {
    let token = this.#take();
    const isAbsence = token.type === 'symbol' && token.literal === '!';
    if (isAbsence) token = this.#take();
    if (!isName(token)) throw new Error(`found '${token.literal}', expected: identifier`);
    const key = token.literal;
    const wrong = keyError(key, NO_FIELD);
    if (wrong) throw new Error(wrong);
    if (isAbsence) return labelRequirement(key, '!', []);
    const next = this.#peek();
    if (next.type === 'end' || next.literal === ',') return labelRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#list() : [this.#value()];
    return labelRequirement(key, operator, values);
  }

  #operator(): LabelOperator {
    const token = this.#take();
    const operator = token.type === 'identifier' ? undefined : OPERATORS[token.literal];
    if (!operator) throw new Error(`found '${token.literal}', expected: in, notin, =, ==, !=, gt, lt`);
    return operator;
  }

  #value(): string {
    const next = this.#peek();
    if (next.type === 'end' || next.literal === ',') return '';
    this.#position += 1;
    if (!isName(next)) throw new Error(`found '${next.literal}', expected: identifier`);
    return next.literal;
  }

  #list(): string[] {
    const opening = this.#take();
    if (opening.literal !== '(') throw new Error(`found '${opening.literal}' expected: '('`);
    const first = this.#peek();
    if (first.literal === ')') {
      this.#position += 1;
      return [''];
    }
    if (!isName(first) && first.literal !== ',') {
      throw new Error(`found '${first.literal}', expected: ',', ')' or identifier`);
    }
    const values = this.#listItems();
    this.#position += 1;
    return values;
  }

  /** Returns the values before the closing parenthesis; a comma with no value next to it stands for an empty value. */
  #listItems(): string[] {
    const values: string[] = [];
    for (;;) {
      const token = this.#take();
      const next = this.#peek();
      if (isName(token)) {
        values.push(token.literal);
        if (next.literal === ')') return values;
        if (next.literal !== ',') throw new Error(`found '${next.literal}', expected: ',' or ')'`);
      } else if (token.literal === ',') {
        if (values.length === 0) values.push('');
        if (next.literal === ')') return [...values, ''];
        if (next.literal === ',') {
          this.#position += 1;
          values.push('');
        }
      } else {
        throw new Error(`found '${token.literal}', expected: ',', or identifier`);
      }
    }
  }
}

const isName = (token: Token): boolean => token.type === 'identifier' || token.type === 'word operator';
const startsRequirement = (token: Token): boolean =>
  isName(token) || (token.type === 'symbol' && token.literal === '!');

/**
 * Parses `app=web,tier in (a,b),!canary`.
 * @throws Error with the real server's message
 */
export const parseLabelSelector = (text: string): LabelSelector =>
  selectorOf(new LabelSelectorParser(text.split('\0', 1)[0] ?? '').parse());

const OBJECT_OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

/**
 * Converts the selector of an object: undefined selects nothing, an empty selector everything.
 * @throws Error with the real server's message
 */
export const labelSelectorFromObject = (selector: LabelSelectorObject | null | undefined): LabelSelector =>
  selector ? convertObject(selector) : noLabel;

const convertObject = onceFrozen(({ matchLabels, matchExpressions }: LabelSelectorObject): LabelSelector => {
  const pairs = Object.entries(matchLabels ?? {}).map(([key, value]) => labelRequirement(key, '=', [value]));
  const expressions = (matchExpressions ?? []).map(({ key, operator, values }) => {
    const known = OBJECT_OPERATORS[operator];
    if (!known) throw new Error(`"${operator}" is not a valid label selector operator`);
    return labelRequirement(key, known, values ?? []);
  });
  return selectorOf([...pairs, ...expressions]);
});

/**
 * Converts a map of labels, as in `spec.selector` of a Service. Nothing is validated; an empty map selects everything.
 */
export const labelSelectorFromPairs = (pairs: Labels | null | undefined): LabelSelector =>
  pairs ? convertPairs(pairs) : everyLabel;

const convertPairs = onceFrozen(
  (pairs: Labels): LabelSelector =>
    selectorOf(Object.entries(pairs).map(([key, value]) => ({ key, operator: '=', values: [value] }))),
);
