import { isRecord } from '../object.ts';

/** A step of a path: a member, an element (negative indexes count from the end), all children, or a filter. */
type Step = string | number | typeof EVERY | Filter;
const EVERY = Symbol('every member or element');

/** Selects the list elements where `path` equals, or does not equal, `value`. */
interface Filter {
  readonly path: JsonPath;
  readonly isEqual: boolean;
  readonly value: unknown;
}

/** A simple JSONPath (`.spec.ports[0].name`, `.metadata.annotations['a\.b']`, `.items[*].x`). */
export class JsonPath {
  readonly #steps: readonly Step[];

  constructor(text: string) {
    this.#steps = parse(text);
  }

  /** Returns the first match; undefined when there is none. */
  first(value: unknown): unknown {
    let found: unknown[] = [value];
    for (const step of this.#steps) {
      found = found.flatMap((item) => next(item, step));
      if (found.length === 0) return undefined;
    }
    return found[0];
  }

  /** The member names of a path without other steps; undefined for any other path. */
  get members(): readonly string[] | undefined {
    const names = this.#steps.filter((step) => typeof step === 'string');
    return names.length === this.#steps.length ? names : undefined;
  }
}

const FILTER = /^\[\?\(\s*@([^=!<>]*?)\s*(==|!=)\s*('[^']*'|"[^"]*"|[^)\s]+)\s*\)\]/;
const TOKEN = /^(?:\.?((?:[^.[\]\\]|\\.)+)|\[(-?\d+)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|\.?\[?(\*)\]?)/;

function parse(text: string): Step[] {
  const steps: Step[] = [];
  let rest = text;
  for (;;) {
    const filter = FILTER.exec(rest);
    if (filter) {
      const [whole, path = '', operator, literal = ''] = filter;
      steps.push({ path: new JsonPath(path), isEqual: operator === '==', value: literalOf(literal) });
      rest = rest.slice(whole.length);
      continue;
    }
    const match = TOKEN.exec(rest);
    if (!match) return steps;
    rest = rest.slice(match[0].length);
    const [, name, index, single, double, every] = match;
    if (every !== undefined || name === '*') steps.push(EVERY);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push((name ?? single ?? double ?? '').replace(/\\(.)/g, '$1'));
  }
}

function literalOf(text: string): unknown {
  if (/^['"]/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return Number(text);
}

function next(value: unknown, step: Step): unknown[] {
  if (typeof step === 'object') {
    const { path, isEqual, value: wanted } = step;
    return Array.isArray(value) ? value.filter((item) => (path.first(item) === wanted) === isEqual) : [];
  }
  if (step === EVERY) return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (typeof step === 'number') {
    const found: unknown = Array.isArray(value) ? value.at(step) : undefined;
    return found === undefined ? [] : [found];
  }
  return isRecord(value) && value[step] !== undefined ? [value[step]] : [];
}
