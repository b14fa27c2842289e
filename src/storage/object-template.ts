import { addOwn, joinedOwn, type LearnedTemplate, lengthOf, textOf } from './template.ts';

/** A scalar that stands for itself, one that varies, or a list or an object of parts. */
type Part = string | number | boolean | null | Varying | Compound;

/** A scalar that varies. Of strings, only what is between the quotes is a text's own. */
class Varying {
  readonly isString: boolean;

  constructor(isString: boolean) {
    this.isString = isString;
  }
}

/** Names vary, too: managed fields are named after addresses and UIDs. */
type Name = string | Varying;

class Compound {
  /** Undefined for a list. */
  readonly names: readonly Name[] | undefined;
  readonly parts: readonly Part[];
  /** The value that these parts come from when none of them varies: the same object need not be read. */
  readonly sample: object | undefined;

  constructor(names: readonly Name[] | undefined, parts: readonly Part[], value: object) {
    this.names = names;
    this.parts = parts;
    const isFixed = (part: Part) => (part instanceof Compound ? part.sample !== undefined : !(part instanceof Varying));
    this.sample = parts.every(isFixed) && (names ?? []).every(isFixed) ? value : undefined;
  }
}

const VARYING_STRING = new Varying(true);
const VARYING_SCALAR = new Varying(false);

/** A template of the texts of JSON objects, which finds what a text has of its own before the text is made. */
export class ObjectTemplate implements LearnedTemplate<object> {
  readonly #root: Part;
  readonly #parts: readonly string[];
  readonly length: number;
  readonly sampleLength: number;

  private constructor(root: Part, sample: object) {
    this.#root = root;
    this.#parts = partsOf(root);
    this.length = lengthOf(this.#parts);
    this.sampleLength = JSON.stringify(sample).length;
  }

  /** @param sample a JSON object of the shape, which nobody changes any more */
  static of(sample: object): ObjectTemplate {
    return new ObjectTemplate(partOf(sample), sample);
  }

  own(object: object): string | undefined {
    const own: string[] = [];
    return addsOwn(own, object, this.#root) ? joinedOwn(own) : undefined;
  }

  text(own: string): string {
    return textOf(this.#parts, own);
  }

  including(object: object): ObjectTemplate | undefined {
    const root = merged(this.#root, object);
    return root === undefined ? undefined : new ObjectTemplate(root, object);
  }
}

/** Adds what a value has of its own. Returns false when it has another shape. */
function addsOwn(own: string[], value: unknown, part: Part | undefined): boolean {
  if (part instanceof Compound) {
    if (typeof value !== 'object' || value === null) return false;
    if (value === part.sample) return true;
    if (Array.isArray(value)) return part.names === undefined && addsItems(own, value, part.parts);
    return part.names !== undefined && addsMembers(own, value as Record<string, unknown>, part.names, part.parts);
  }
  if (!(part instanceof Varying)) return value === part;
  if (typeof value === 'string') {
    if (part.isString) addOwn(own, escaped(value));
    return part.isString;
  }
  if (part.isString || !isScalar(value)) return false;
  addOwn(own, JSON.stringify(value));
  return true;
}

function addsItems(own: string[], list: readonly unknown[], parts: readonly Part[]): boolean {
  if (list.length !== parts.length) return false;
  for (let index = 0; index < parts.length; index++) if (!addsOwn(own, list[index], parts[index])) return false;
  return true;
}

function addsMembers(
  own: string[],
  object: Record<string, unknown>,
  names: readonly Name[],
  parts: readonly Part[],
): boolean {
  let place = 0;
  for (const name in object) {
    if (names[place] !== name && !addsOwn(own, name, names[place])) return false;
    const member = object[name];
    const part = parts[place];
    place += 1;
    if (member !== part && !addsOwn(own, member, part)) return false;
  }
  return place === names.length;
}

/** Returns a value as a part without anything that varies. Members that are undefined have no text. */
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

/** Returns a part that fits a value, too; undefined when the value has another shape. */
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

/** Joins the text between the parts that vary. */
function partsOf(root: Part): string[] {
  const parts = [''];
  const write = (text: string): void => {
    parts.push(`${parts.pop()}${text}`);
  };
  const writeScalar = (part: Exclude<Part, Compound>): void => {
    const quote = part instanceof Varying && part.isString ? '"' : '';
    write(part instanceof Varying ? quote : JSON.stringify(part));
    if (part instanceof Varying) parts.push(quote);
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

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Characters that JSON may escape: not the other printable ones of ASCII. */
const ESCAPED = /["\\]|[^ -~]/;

/** Returns a text as it stands between quotes. */
const escaped = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text);
