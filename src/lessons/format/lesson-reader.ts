import { isRecord } from '../../api/object.ts';

/** Where a value stands in a document: keys and indexes. */
export type Path = readonly (string | number)[];

export interface PathProblem {
  readonly path: Path;
  readonly message: string;
}

/** Reads a value, and reports what is wrong with it. Returns undefined when it cannot be used. */
export type Read<T> = (value: unknown, path: Path, report: Report) => T | undefined;
export type Report = (path: Path, message: string) => void;

/** A member that must be there, or may be absent. */
interface Member<T> {
  readonly read: Read<T>;
  readonly isRequired: boolean;
}

export const required = <T>(read: Read<T>): Member<T> => ({ read, isRequired: true });
export const optional = <T>(read: Read<T>): Member<T> => ({ read, isRequired: false });

type Members = Readonly<Record<string, Member<unknown>>>;
type Values<M extends Members> = {
  readonly [Name in keyof M]: M[Name] extends Member<infer T> ? T | undefined : never;
};

/** Reads the members of a mapping. A mapping without a required member, or with an unknown one, is reported. */
export const mapping =
  <M extends Members>(members: M): Read<Values<M>> =>
  (value, path, report) => {
    if (!isRecord(value)) return wrong(path, report, 'must be a mapping');
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name))
        report([...path, name], `unknown field ${name}; the fields are ${Object.keys(members).join(', ')}`);
    }
    const read: Record<string, unknown> = {};
    for (const [name, { read: readMember, isRequired }] of Object.entries(members)) {
      if (value[name] === undefined || value[name] === null) {
        if (isRequired) report(path, `${name} is missing`);
      } else read[name] = readMember(value[name], [...path, name], report);
    }
    return read as Values<M>;
  };

/** Reads a mapping from names to values. */
export const named =
  <T>(read: Read<T>, nameProblem: (name: string) => string | undefined): Read<Readonly<Record<string, T>>> =>
  (value, path, report) => {
    if (!isRecord(value)) return wrong(path, report, 'must be a mapping');
    const found: Record<string, T> = {};
    for (const [name, member] of Object.entries(value)) {
      const problem = nameProblem(name);
      const one = read(member, [...path, name], report);
      if (problem !== undefined) report([...path, name], problem);
      else if (one !== undefined) found[name] = one;
    }
    return found;
  };

/** Reads a list, without the items that cannot be used. */
export const list =
  <T>(read: Read<T>, fewest = 0): Read<readonly T[]> =>
  (value, path, report) => {
    if (!Array.isArray(value)) return wrong(path, report, 'must be a list');
    if (value.length < fewest) report(path, `needs at least ${fewest === 1 ? 'one item' : `${fewest} items`}`);
    return value.flatMap((item: unknown, index) => read(item, [...path, index], report) ?? []);
  };

export const text: Read<string> = (value, path, report) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : wrong(path, report, 'must be text');

export const truth: Read<boolean> = (value, path, report) =>
  typeof value === 'boolean' ? value : wrong(path, report, 'must be true or false');

/** Reads a whole number from `least` to `most`. */
export const wholeNumber =
  (least: number, most: number): Read<number> =>
  (value, path, report) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : wrong(path, report, `must be a whole number from ${least} to ${most}`);

/** Reads one of some words. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Read<T> =>
  (value, path, report) =>
    words.find((word) => word === value) ?? wrong(path, report, `must be one of ${words.join(', ')}`);

export const anything: Read<unknown> = (value) => value;

function wrong(path: Path, report: Report, message: string): undefined {
  report(path, `${path.findLast((part) => typeof part === 'string') ?? 'the lesson'} ${message}`);
  return undefined;
}
