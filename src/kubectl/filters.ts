import { errorText } from '../api/error-text.ts';
import { isRecord } from '../api/object.ts';
import { CommandError, failure } from './command-error.ts';
import { type FlagDefinition, flag, parseFlags } from './command-line/flags.ts';
import { valueText } from './output/json-path.ts';
import { jsonText } from './output/print-values.ts';

/** A program that reads the output of the command before it. */
export interface Filter {
  write(text: string): void;
  /** Writes what it kept back until the end of the input. */
  end(): void;
}

type CreateFilter = (args: readonly string[], out: (text: string) => void) => Filter;

/** What a filter does with the lines of its input. */
interface LineWork {
  line(line: string): void;
  end(): void;
}

const NOTHING = (): void => undefined;

/** Splits the input into lines. */
function byLine(work: LineWork): Filter {
  let rest = '';
  return {
    write(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) work.line(line);
    },
    end() {
      if (rest !== '') work.line(rest);
      work.end();
    },
  };
}

/** Reads the input as a whole. */
function whole(work: (text: string) => void): Filter {
  let all = '';
  return {
    write: (text) => {
      all += text;
    },
    end: () => work(all),
  };
}

const GREP_FLAGS: readonly FlagDefinition[] = [
  flag('ignore-case,i', 'bool', 'Ignore case.'),
  flag('invert-match,v', 'bool', 'Select the lines that do not match.'),
  flag('count,c', 'bool', 'Print only the number of lines.'),
  flag('extended-regexp,E', 'bool', 'The pattern is an extended regular expression, as always here.'),
  flag('fixed-strings,F', 'bool', 'The pattern is a text.'),
  flag('only-matching,o', 'bool', 'Print only the matches.'),
  flag('line-number,n', 'bool', 'Print the numbers of lines.'),
  flag('after-context,A', 'int', 'Print lines after each match.', '0'),
];

const grep: CreateFilter = (args, out) => {
  const flags = parseFlags(args, GREP_FLAGS, 'grep');
  const [pattern] = flags.args;
  if (pattern === undefined) throw new CommandError('usage: grep [-icvoEFn] [-A lines] pattern', 2);
  const source = flags.is('fixed-strings')
    ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    : pattern.replaceAll('\\|', '|');
  const expression = expressionOf(source, flags.is('ignore-case') ? 'gi' : 'g');
  let count = 0;
  let number = 0;
  let following = 0;
  return byLine({
    line(line) {
      number += 1;
      const matches = line.match(expression);
      const isSelected = (matches !== null) !== flags.is('invert-match');
      if (isSelected) {
        count += 1;
        following = flags.number('after-context');
      } else if (following > 0) following -= 1;
      else return;
      if (flags.is('count')) return;
      const mark = flags.is('line-number') ? `${number}:` : '';
      if (flags.is('only-matching') && matches) for (const match of matches) out(`${mark}${match}\n`);
      else out(`${mark}${line}\n`);
    },
    end: () => (flags.is('count') ? out(`${count}\n`) : undefined),
  });
};

function expressionOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new CommandError(`grep: ${errorText(error)}`, 2);
  }
}

/** Returns the number of lines that `-n 5`, `-5` or nothing asks for. */
function lineCount(args: readonly string[], name: string): { readonly count: number; readonly fromStart: boolean } {
  const [first = '10', second] = args;
  const text = first === '-n' ? (second ?? '') : first.replace(/^-n?/, '');
  if (!/^\+?-?\d+$/.test(text)) throw new CommandError(`${name}: invalid number of lines: ${JSON.stringify(text)}`);
  return { count: Math.abs(Number(text)), fromStart: text.startsWith('+') };
}

const head: CreateFilter = (args, out) => {
  const { count } = lineCount(args, 'head');
  let seen = 0;
  return byLine({
    line(line) {
      seen += 1;
      if (seen <= count) out(`${line}\n`);
    },
    end: NOTHING,
  });
};

const tail: CreateFilter = (args, out) => {
  const { count, fromStart } = lineCount(args, 'tail');
  const lines: string[] = [];
  return byLine({
    line: (line) => void lines.push(line),
    end: () => {
      const kept = fromStart ? lines.slice(count - 1) : count === 0 ? [] : lines.slice(-count);
      for (const line of kept) out(`${line}\n`);
    },
  });
};

const WC_FLAGS: readonly FlagDefinition[] = [
  flag('lines,l', 'bool', 'Lines.'),
  flag('words,w', 'bool', 'Words.'),
  flag('bytes,c', 'bool', 'Bytes.'),
];

const wc: CreateFilter = (args, out) => {
  const flags = parseFlags(args, WC_FLAGS, 'wc');
  return whole((text) => {
    const counts: readonly (readonly [string, number])[] = [
      ['lines', text.split('\n').length - 1],
      ['words', text.split(/\s+/).filter(Boolean).length],
      ['bytes', new TextEncoder().encode(text).length],
    ];
    const chosen = counts.filter(([name]) => flags.is(name));
    const [only, ...others] = chosen.length > 0 ? chosen : counts;
    if (only && others.length === 0) return out(`${only[1]}\n`);
    out(`${[...(only ? [only] : []), ...others].map(([, count]) => String(count).padStart(7)).join(' ')}\n`);
  });
};

const SORT_FLAGS: readonly FlagDefinition[] = [
  flag('reverse,r', 'bool', 'Reverse the order.'),
  flag('numeric-sort,n', 'bool', 'Compare numbers.'),
  flag('unique,u', 'bool', 'Print equal lines once.'),
  flag('key,k', 'int', 'Compare from this field on.', '1'),
];

const sort: CreateFilter = (args, out) => {
  const flags = parseFlags(args, SORT_FLAGS, 'sort');
  const keyOf = (line: string): string =>
    line
      .trim()
      .split(/\s+/)
      .slice(flags.number('key') - 1)
      .join(' ');
  const numberOf = (line: string): number => Number.parseFloat(keyOf(line)) || 0;
  const lines: string[] = [];
  return byLine({
    line: (line) => void lines.push(line),
    end() {
      const compare = (a: string, b: string): number => {
        const difference = flags.is('numeric-sort') ? numberOf(a) - numberOf(b) : 0;
        return difference || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
      };
      const ordered = lines.sort(compare);
      if (flags.is('reverse')) ordered.reverse();
      for (const line of flags.is('unique') ? new Set(ordered) : ordered) out(`${line}\n`);
    },
  });
};

const uniq: CreateFilter = (args, out) => {
  const isCounted = args.includes('-c');
  let last: string | undefined;
  let count = 0;
  const flush = (): void => {
    if (last !== undefined) out(isCounted ? `${String(count).padStart(7)} ${last}\n` : `${last}\n`);
  };
  return byLine({
    line(line) {
      if (line !== last) {
        flush();
        count = 0;
      }
      last = line;
      count += 1;
    },
    end: flush,
  });
};

const CUT_FLAGS: readonly FlagDefinition[] = [
  flag('delimiter,d', 'string', 'Character between fields.', '\t'),
  flag('fields,f', 'list', 'Numbers of the fields.'),
];

const cut: CreateFilter = (args, out) => {
  const flags = parseFlags(args, CUT_FLAGS, 'cut');
  const fields = flags.list('fields').map(Number);
  if (fields.length === 0 || fields.some(Number.isNaN))
    throw new CommandError('cut: you must specify a list of fields: -f 1,2');
  const delimiter = flags.text('delimiter');
  return byLine({
    line(line) {
      const parts = line.split(delimiter);
      out(`${parts.length === 1 ? line : fields.map((field) => parts[field - 1] ?? '').join(delimiter)}\n`);
    },
    end: NOTHING,
  });
};

const jq: CreateFilter = (args, out) => {
  const isRaw = args.includes('-r');
  const [path = '.'] = args.filter((arg) => arg !== '-r');
  return whole((text) => {
    const value = parsed(text);
    const steps = path.split('|').map((step) => step.trim());
    const found = steps.reduce<unknown[]>(
      (values, step) =>
        step === 'length' ? values.map(lengthOf) : step === 'keys' ? values.map(keysOf) : followPath(step, values),
      [value],
    );
    for (const item of found)
      out(
        isRaw && typeof item === 'string'
          ? `${valueText(item)}\n`
          : jsonText(item).replaceAll(/^( {4})+/gm, (blanks) => ' '.repeat(blanks.length / 2)),
      );
  });
};

/** A step of a path of jq: `["name"]`, `[0]`, `[]` or `.name`. */
const JQ_STEP = /^(?:\.?\["([^"\\]*)"\]|\.?\[(-?\d*)\]|\.([A-Za-z_]\w*))/;

/** Returns what a path leads to from each value; null where there is nothing. @throws CommandError for other expressions */
function followPath(path: string, values: readonly unknown[]): unknown[] {
  let found = [...values];
  for (let rest = path === '.' ? '' : path; rest !== ''; ) {
    const match = JQ_STEP.exec(rest);
    if (!match) throw failure(`jq: cannot read ${JSON.stringify(rest)}: use a path, "length" or "keys"`);
    const [step, quoted, index, name] = match;
    rest = rest.slice(step.length);
    const key = quoted ?? name;
    found = found.flatMap((value) => {
      if (key === undefined && index === '') return Object.values(value ?? {});
      if (key === undefined) return [Array.isArray(value) ? (value.at(Number(index)) ?? null) : null];
      return [isRecord(value) && Object.hasOwn(value, key) ? value[key] : null];
    });
  }
  return found;
}

const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : Object.keys((value as object | null) ?? {}).length;
const keysOf = (value: unknown): string[] => Object.keys((value as object | null) ?? {}).sort();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure('jq: the input is not JSON: add -o json to the command before it');
  }
}

/** The filters by name. */
export const FILTERS: Readonly<Record<string, CreateFilter>> = { grep, head, tail, wc, sort, uniq, cut, jq };

/** What each filter does, for help. */
export const FILTER_SUMMARIES: Readonly<Record<string, string>> = {
  grep: 'Print the lines that match a pattern: -i, -v, -c, -o, -n, -F, -A.',
  head: 'Print the first lines: -n 5.',
  tail: 'Print the last lines: -n 5, or -n +2 from the second line on.',
  wc: 'Count lines, words and bytes: -l, -w, -c.',
  sort: 'Sort lines: -r, -n, -u, -k 2.',
  uniq: 'Print repeated lines once: -c counts them.',
  cut: 'Print fields: -d , -f 1,2.',
  jq: 'Select parts of JSON by a path: .items[].metadata.name, length, keys; -r prints plain texts.',
};
