import { writeJson } from '../encoding/exact-json.ts';
import type { GivenObjectBody, TextBody } from './api-messages.ts';

/** Maximum depth. Deeper values are passed to JSON.stringify, which detects cycles. */
const DEEPEST = 100;
/** A character takes at most six bytes (`\u0000`). Names and strings also have quotes and a separator. */
const BYTES_OF_CHARACTER = 6;
const BYTES_OF_SCALAR = 30;

/** Returns the body for an object: a copy if it is plain data, otherwise its text. */
export function givenBody(value: object): GivenObjectBody | TextBody {
  const { value: object, isPlain, mostBytes } = new PlainCopy(value);
  return isPlain ? { kind: 'given', object, mostBytes } : { kind: 'text', text: writeJson(value) };
}

/** A copy of plain data, equal to the result of JSON.parse for its text. */
class PlainCopy {
  readonly value: unknown;
  isPlain = true;
  mostBytes = 0;

  constructor(value: unknown) {
    this.value = this.#copy(value, 0);
  }

  #copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      this.mostBytes += value.length * BYTES_OF_CHARACTER + BYTES_OF_SCALAR;
      return value;
    }
    this.mostBytes += BYTES_OF_SCALAR;
    if (typeof value === 'boolean' || typeof value === 'bigint' || value === null) return value;
    // Adding 0 turns -0 into 0, because JSON.stringify writes both as 0.
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
    if (typeof value !== 'object' || depth > DEEPEST) return this.#refuse();
    if (Array.isArray(value)) return this.#copyList(value, depth + 1);
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null
      ? this.#copyRecord(value as Readonly<Record<string, unknown>>, depth + 1)
      : this.#refuse();
  }

  #copyList(list: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const item of list) copy.push(item === undefined ? null : this.#copy(item, depth));
    return copy;
  }

  #copyRecord(record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const name in record) {
      const member = record[name];
      if (member === undefined) continue;
      if (name === '__proto__') this.isPlain = false;
      this.mostBytes += name.length * BYTES_OF_CHARACTER;
      copy[name] = this.#copy(member, depth);
    }
    return copy;
  }

  /** Rejects functions, including `toJSON`, and class instances: JSON.stringify has special rules for them. */
  #refuse(): undefined {
    this.isPlain = false;
    return undefined;
  }
}
