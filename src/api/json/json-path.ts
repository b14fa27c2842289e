import { isRecord } from '../object.ts';
import { findByPath } from './find-by-path.ts';

/** The JSONPath of a column (`.spec.ports[0].name`, `.metadata.annotations['a\.b']`, `.items[*].x`). */
export class JsonPath {
  readonly #text: string;
  /** The member names of a path without other steps; undefined for any other path. */
  readonly members: readonly string[] | undefined;

  constructor(text: string) {
    this.#text = text;
    this.members = membersOf(text);
  }

  /** Returns the first match; undefined when there is none, or an index is out of range. */
  first(value: unknown): unknown {
    if (this.members) return this.members.reduce(memberAt, value);
    try {
      return findByPath(this.#text, value)[0];
    } catch {
      return undefined;
    }
  }
}

const memberAt = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

const MEMBER = /^(?:\.?((?:[^.[\]\\\s*$@]|\\.)+)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/;

function membersOf(text: string): readonly string[] | undefined {
  const names: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [whole, name, single, double] = MEMBER.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    names.push((name ?? single ?? double ?? '').replace(/\\(.)/g, '$1'));
    rest = rest.slice(whole.length);
  }
  return names;
}
