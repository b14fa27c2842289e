import { isRecord } from '../api/object.ts';

/** A step of a path: a member, an element (from the end when negative), or everything. */
type Step = string | number | typeof EVERY;
const EVERY = Symbol('every member or element');

/** A simple JSONPath (`.spec.ports[0].name`, `.metadata.annotations['a\.b']`, `.items[*].x`). */
export class JsonPath {
  readonly #steps: readonly Step[];

  constructor(text: string) {
    this.#steps = parse(text);
  }

  /** The first value found; undefined: none. */
  first(value: unknown): unknown {
    let found: unknown[] = [value];
    for (const step of this.#steps) {
      found = found.flatMap((item) => next(item, step));
      if (found.length === 0) return undefined;
    }
    return found[0];
  }

  /** The names that lead to the value; undefined when the path does more than name members. */
  get members(): readonly string[] | undefined {
    const names = this.#steps.filter((step) => typeof step === 'string');
    return names.length === this.#steps.length ? names : undefined;
  }
}

const TOKEN = /\.?((?:[^.[\]\\]|\\.)+)|\[(-?\d+)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|\.?\[?(\*)\]?/gy;

function parse(text: string): Step[] {
  const steps: Step[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, name, index, single, double, every] = match;
    if (every !== undefined || name === '*') steps.push(EVERY);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push((name ?? single ?? double ?? '').replace(/\\(.)/g, '$1'));
  }
  return steps;
}

function next(value: unknown, step: Step): unknown[] {
  if (step === EVERY) return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (typeof step === 'number') {
    const found: unknown = Array.isArray(value) ? value.at(step) : undefined;
    return found === undefined ? [] : [found];
  }
  return isRecord(value) && value[step] !== undefined ? [value[step]] : [];
}
