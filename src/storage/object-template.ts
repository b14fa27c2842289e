import { goJson, isIntegerName } from '../api/encoding/go-json.ts';
import { type LearnedTemplate, lengthOf } from './template.ts';

/** A value without parts. */
export type Scalar = string | number | bigint | boolean | null;

/** A fixed scalar, a varying scalar, or a list or an object of parts. */
type Part = Scalar | Varying | Compound;

class Varying {
  readonly isString: boolean;

  constructor(isString: boolean) {
    this.isString = isString;
  }
}

/** The name of a member. Names can vary as well: managed fields contain addresses and UIDs. */
type Name = string | Varying;

class Compound {
  /** Undefined for a list. */
  readonly names: readonly Name[] | undefined;
  readonly parts: readonly Part[];
  /** True when none of the parts varies, and none has integer names. */
  readonly isFixed: boolean;
  /** The last frozen value with these parts, if they are fixed. The same object need not be compared again. */
  known: object | undefined;

  constructor(names: readonly Name[] | undefined, parts: readonly Part[], value: object) {
    this.names = names;
    this.parts = parts;
    const isFixed = (part: Part) => (part instanceof Compound ? part.isFixed : !(part instanceof Varying));
    const hasIntegerNames = typeof names?.[0] === 'string' && isIntegerName(names[0]);
    this.isFixed = parts.every(isFixed) && (names ?? []).every(isFixed) && !hasIntegerNames;
    this.remember(value);
  }

  /** Remembers a value that has these parts. Only frozen values are shared by states of objects. */
  remember(value: object): void {
    if (this.isFixed && Object.isFrozen(value)) this.known = value;
  }
}

const VARYING_STRING = new Varying(true);
const VARYING_SCALAR = new Varying(false);

/**
 * A template of JSON objects. The own part of an object consists of its varying scalars, in text order. They are kept
 * as values, because other states of the object share most of them.
 */
export class ObjectTemplate implements LearnedTemplate<object, readonly Scalar[]> {
  readonly #root: Part;
  readonly #parts: readonly string[];
  readonly length: number;
  readonly sampleLength: number;

  private constructor(root: Part, sample: object) {
    this.#root = root;
    this.#parts = partsOf(root);
    this.length = lengthOf(this.#parts);
    this.sampleLength = goJson(sample).length;
  }

  /** @param sample an immutable JSON object of the shape */
  static of(sample: object): ObjectTemplate {
    return new ObjectTemplate(partOf(sample), sample);
  }

  own(object: object): readonly Scalar[] | undefined {
    const own: Scalar[] = [];
    return addsOwn(own, object, this.#root) ? own.slice() : undefined; // without spare capacity
  }

  text(own: readonly Scalar[]): string {
    let text = this.#parts[0] ?? '';
    for (let index = 0; index < own.length; index++) text += scalarText(own[index]) + this.#parts[index + 1];
    return text;
  }

  lengthOf(own: readonly Scalar[]): number {
    let length = this.length;
    for (const scalar of own) if (typeof scalar === 'string') length += scalar.length;
    return length;
  }

  including(object: object): ObjectTemplate | undefined {
    const root = merged(this.#root, object);
    return root === undefined ? undefined : new ObjectTemplate(root, object);
  }
}

/** Adds the varying scalars of a value. Returns false if it has another shape. */
function addsOwn(own: Scalar[], value: unknown, part: Part | undefined): boolean {
  if (part instanceof Compound) return typeof value === 'object' && value !== null && addsParts(own, value, part);
  if (!(part instanceof Varying)) return value === part;
  if (!isScalar(value) || (typeof value === 'string') !== part.isString) return false;
  own.push(value);
  return true;
}

function addsParts(own: Scalar[], value: object, part: Compound): boolean {
  if (value === part.known) return true;
  const { names, parts } = part;
  if (Array.isArray(value) !== (names === undefined)) return false;
  const fits = names
    ? addsMembers(own, value as Record<string, unknown>, names, parts)
    : addsItems(own, value as unknown[], parts);
  if (fits) part.remember(value);
  return fits;
}

function addsItems(own: Scalar[], list: readonly unknown[], parts: readonly Part[]): boolean {
  if (list.length !== parts.length) return false;
  for (let index = 0; index < parts.length; index++) if (!addsOwn(own, list[index], parts[index])) return false;
  return true;
}

function addsMembers(
  own: Scalar[],
  object: Record<string, unknown>,
  names: readonly Name[],
  parts: readonly Part[],
): boolean {
  let place = 0;
  for (const name in object) {
    // Go sorts integer names among the others, and a template has the order of JavaScript.
    if (place === 0 && startsWithDigit(name) && isIntegerName(name)) return false;
    if (names[place] !== name && !addsOwn(own, name, names[place])) return false;
    const member = object[name];
    const part = parts[place];
    place += 1;
    if (member !== part && !addsOwn(own, member, part)) return false;
  }
  return place === names.length;
}

/** Most names do not, which is known five times faster than whether they are integers. */
const startsWithDigit = (name: string): boolean => name.charCodeAt(0) >= 48 && name.charCodeAt(0) <= 57;

/** Returns a value as a part in which nothing varies. Undefined members are omitted, because they have no text. */
function partOf(value: unknown): Part {
  if (Array.isArray(value)) return new Compound(undefined, value.map(partOf), value);
  if (typeof value !== 'object' || value === null) return isScalar(value) ? value : null;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return new Compound(
    members.map(([name]) => name),
    members.map(([, member]) => partOf(member)),
    value,
  );
}

/** Returns a part that also fits a value; undefined if the value has another shape. */
function merged(part: Part, value: unknown): Part | undefined {
  if (part instanceof Compound) return typeof value === 'object' && value ? mergedCompound(part, value) : undefined;
  if (!isScalar(value)) return undefined;
  if (part === value) return part;
  const wasString = part instanceof Varying ? part.isString : typeof part === 'string';
  if (wasString !== (typeof value === 'string')) return undefined;
  return wasString ? VARYING_STRING : VARYING_SCALAR;
}

function mergedCompound({ names, parts }: Compound, value: object): Part | undefined {
  if (Array.isArray(value) !== (names === undefined)) return undefined;
  const [others, values] = [Object.keys(value), Object.values(value)];
  if (values.length !== parts.length) return undefined;
  const all: Part[] = [];
  for (const [place, part] of parts.entries()) {
    const both = merged(part, values[place]);
    if (both === undefined) return undefined;
    all.push(both);
  }
  const allNames = names?.map((name, place) => (name === others[place] ? name : VARYING_STRING));
  return new Compound(allNames, all, value);
}

/** Returns the fixed texts between the varying parts. */
function partsOf(root: Part): string[] {
  const parts = [''];
  const write = (text: string): void => {
    parts.push(`${parts.pop()}${text}`);
  };
  const writeScalar = (part: Exclude<Part, Compound>): void => {
    if (part instanceof Varying) parts.push('');
    else write(goJson(part));
  };
  const writePart = (part: Part): void => {
    if (!(part instanceof Compound)) {
      writeScalar(part);
      return;
    }
    const { names } = part;
    write(names ? '{' : '[');
    for (const [place, each] of part.parts.entries()) {
      if (place > 0) write(',');
      if (names) {
        writeScalar(names[place] ?? '');
        write(':');
      }
      writePart(each);
    }
    write(names ? '}' : ']');
  };
  writePart(root);
  return parts;
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'bigint']);

const isScalar = (value: unknown): value is Scalar => value === null || SCALARS.has(typeof value);

/** Matches characters that may be escaped: quotes, backslashes, `<`, `>`, `&`, and all but printable ASCII. */
const ESCAPED = /["\\<>&]|[^ -~]/;

const scalarText = (scalar: Scalar | undefined): string =>
  typeof scalar === 'string' && !ESCAPED.test(scalar) ? `"${scalar}"` : goJson(scalar);
