import { DurationError, readDuration } from '../../api/values/duration.ts';
import { CommandError } from '../command-error.ts';
import { nearestName } from '../nearest-name.ts';

/** The type of a flag's values. A `list` is split at commas and may be repeated; an `array` is only repeated. */
export type FlagType = 'bool' | 'string' | 'int' | 'duration' | 'list' | 'array';

/** A flag of a command. */
export interface FlagDefinition {
  readonly name: string;
  /** One letter; empty when there is none. */
  readonly shorthand: string;
  readonly type: FlagType;
  /** The default, as it is written on a command line. */
  readonly value: string;
  readonly usage: string;
  /** The value of the flag when it is given without one: `--dry-run`. */
  readonly whenEmpty?: string;
}

/** Defines a flag. @param name `output` or `output,o` */
export function flag(name: string, type: FlagType, usage: string, value = '', whenEmpty?: string): FlagDefinition {
  const [long = '', shorthand = ''] = name.split(',');
  const empty = whenEmpty ?? (type === 'bool' ? 'true' : undefined);
  const initial = type === 'bool' && value === '' ? 'false' : value;
  return { name: long, shorthand, type, usage, value: initial, ...(empty === undefined ? {} : { whenEmpty: empty }) };
}

/** The flags and arguments of an invocation. */
export class Flags {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #definitions: ReadonlyMap<string, FlagDefinition>;
  /** The arguments that are not flags. */
  readonly args: readonly string[];
  /** The number of arguments before `--`; undefined without it. */
  readonly dashIndex: number | undefined;

  constructor(
    definitions: ReadonlyMap<string, FlagDefinition>,
    values: ReadonlyMap<string, readonly string[]>,
    args: readonly string[],
    dashIndex: number | undefined,
  ) {
    this.#definitions = definitions;
    this.#values = values;
    this.args = args;
    this.dashIndex = dashIndex;
  }

  /** Reports whether a flag is on the command line. */
  has(name: string): boolean {
    return this.#values.has(name);
  }
  /** Returns the value of a flag; its default when it is not given. */
  text(name: string): string {
    return this.#values.get(name)?.at(-1) ?? this.#definitions.get(name)?.value ?? '';
  }
  is(name: string): boolean {
    return this.text(name) === 'true';
  }
  number(name: string): number {
    return Number(this.text(name) || 0);
  }
  /** Returns the values of a repeated flag. */
  list(name: string): readonly string[] {
    const values = this.#values.get(name) ?? (this.#definitions.get(name)?.value ? [this.text(name)] : []);
    return this.#definitions.get(name)?.type === 'list' ? values.flatMap((value) => value.split(',')) : values;
  }
}

/**
 * Parses the words after a command as pflag does: `--name=value`, `--name value`, `-n value`, `-nvalue`, `-abc`, `--`.
 * @param path the words of the command, for messages
 * @throws CommandError for unknown flags and values of another type
 */
export function parseFlags(words: readonly string[], definitions: readonly FlagDefinition[], path: string): Flags {
  const byName = new Map(definitions.map((each) => [each.name, each]));
  const byShorthand = new Map(definitions.filter(({ shorthand }) => shorthand).map((each) => [each.shorthand, each]));
  const values = new Map<string, string[]>();
  const args: string[] = [];
  let dashIndex: number | undefined;
  const fail = (message: string): CommandError =>
    new CommandError(`error: ${message}\nSee 'kubectl ${path} --help' for usage.`);
  const rest = [...words];
  const set = (definition: FlagDefinition, value: string, written: string): void => {
    const problem = valueProblem(definition, value);
    if (problem)
      throw fail(`invalid argument ${JSON.stringify(value)} for ${JSON.stringify(written)} flag: ${problem}`);
    values.set(definition.name, [...(values.get(definition.name) ?? []), value]);
  };
  const take = (definition: FlagDefinition, given: string | undefined, written: string, missing: string): void => {
    if (given !== undefined) set(definition, given, written);
    else if (definition.whenEmpty !== undefined) set(definition, definition.whenEmpty, written);
    else if (rest.length > 0) set(definition, rest.shift() ?? '', written);
    else throw fail(missing);
  };
  const writtenAs = ({ name, shorthand }: FlagDefinition): string =>
    shorthand ? `-${shorthand}, --${name}` : `--${name}`;
  const parseShort = (letters: string): void => {
    for (let index = 1; index < letters.length; index++) {
      const letter = letters[index] ?? '';
      const definition = byShorthand.get(letter);
      if (!definition) throw fail(`unknown shorthand flag: '${letter}' in ${letters}`);
      const tail = letters.slice(index + 1);
      const missing = `flag needs an argument: '${letter}' in ${letters}`;
      if (tail.startsWith('=')) {
        take(definition, tail.slice(1), writtenAs(definition), missing);
        return;
      }
      if (definition.whenEmpty === undefined) {
        take(definition, tail || undefined, writtenAs(definition), missing);
        return;
      }
      take(definition, undefined, writtenAs(definition), missing);
    }
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      dashIndex = args.length;
      args.push(...rest.splice(0));
    } else if (word.startsWith('--')) {
      const [name = '', ...parts] = word.slice(2).split('=');
      const definition = byName.get(name);
      if (!definition) throw fail(`unknown flag: --${name}${suggestion(name, [...byName.keys()])}`);
      take(
        definition,
        parts.length ? parts.join('=') : undefined,
        writtenAs(definition),
        `flag needs an argument: --${name}`,
      );
    } else if (word.startsWith('-') && word.length > 1) parseShort(word);
    else args.push(word);
  }
  return new Flags(byName, values, args, dashIndex);
}

function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `\n\nDid you mean this?\n\t--${nearest}\n`;
}

/** Returns what Go's parser says about a value of the wrong type; undefined when it fits. */
function valueProblem({ type }: FlagDefinition, value: string): string | undefined {
  const quoted = JSON.stringify(value);
  if (type === 'int' && !/^[+-]?\d+$/.test(value)) return `strconv.ParseInt: parsing ${quoted}: invalid syntax`;
  if (type === 'bool' && value !== 'true' && value !== 'false')
    return `strconv.ParseBool: parsing ${quoted}: invalid syntax`;
  if (type === 'duration') return durationProblem(value);
  return undefined;
}

function durationProblem(value: string): string | undefined {
  try {
    readDuration(value);
  } catch (error) {
    if (error instanceof DurationError) return error.message;
    throw error;
  }
  return undefined;
}
