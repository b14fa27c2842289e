import type { RequestTrace } from '../../api/debug/request-trace.ts';

type Filterable = Pick<RequestTrace, 'request' | 'user' | 'response'>;

/** By field name, reports whether a request has a value. The value is in lower case. */
const FIELDS: Readonly<Record<string, (trace: Filterable, value: string) => boolean>> = {
  method: ({ request }, value) => [request.method, request.verb].some((method) => method.toLowerCase() === value),
  path: ({ request }, value) => request.path.toLowerCase().includes(value),
  status: ({ response }, value) => String(response.code).startsWith(value.replace(/x+$/, '')),
  user: ({ user }, value) => user.username.toLowerCase().includes(value),
};

/** A condition that a request must meet, or must not. */
export interface FilterTerm {
  /** The term as it was typed. */
  readonly text: string;
  readonly isNegated: boolean;
  /** `method`, `path`, `status` or `user`; undefined for text anywhere. */
  readonly field: string | undefined;
  /** In lower case and without quotes. */
  readonly value: string;
}

/** Words and quoted texts, either of which may follow the name of a field. */
const TERMS = /(?:[^\s"]|"[^"]*"?)+/g;

/**
 * Returns the terms of a filter such as `method:create status:4xx -user:admin "two words"`, each once. The name of an
 * unknown field is part of the text. A field without a value, which is still being typed, selects nothing yet.
 */
export const parseTraceFilter = (filter: string): FilterTerm[] =>
  [...new Set(filter.match(TERMS))].map(termOf).filter(({ value }) => value !== '');

function termOf(text: string): FilterTerm {
  const isNegated = text.startsWith('-');
  const rest = isNegated ? text.slice(1) : text;
  const [, name = '', given = ''] = /^([a-z]+):(.*)$/s.exec(rest) ?? [];
  const field = Object.hasOwn(FIELDS, name) ? name : undefined;
  return { text, isNegated, field, value: (field ? given : rest).replaceAll('"', '').toLowerCase() };
}

/** Returns a filter without one of its terms. */
export const withoutTerm = (filter: string, { text }: FilterTerm): string =>
  parseTraceFilter(filter)
    .filter((term) => term.text !== text)
    .map((term) => term.text)
    .join(' ');

/** Reports whether a request and its displayed text match every term. */
export const matchesTerms = (trace: Filterable, shownText: string, terms: readonly FilterTerm[]): boolean =>
  terms.every(({ field = '', value, isNegated }) => {
    const isFound = FIELDS[field]?.(trace, value) ?? shownText.toLowerCase().includes(value);
    return isFound !== isNegated;
  });
