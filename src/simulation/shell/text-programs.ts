import { errorText } from '../../api/error-text.ts';
import { RegularExpression } from '../../schema/regular-expression.ts';
import { resolvePath } from './files.ts';
import { type ProgramContext, type Running, withinMemory, work } from './program.ts';

/** Steps of work for each byte of the input. */
const BYTE_STEPS = 5;

/** Returns the bytes of files, or of the input without files; undefined, after a message, when a file is missing. */
function* inputOf(program: string, names: readonly string[], context: ProgramContext): Running<Uint8Array | undefined> {
  const { system, folder, read, stderr } = context;
  const chunks: Uint8Array[] = [];
  for (const name of names) {
    const content = system.files.read(resolvePath(folder, name));
    if (content === undefined) {
      yield* stderr(`${program}: ${name}: No such file or directory\n`);
      return undefined;
    }
    chunks.push(content);
  }
  if (names.length === 0) for (let chunk = yield* read(); chunk; chunk = yield* read()) chunks.push(chunk);
  const whole = new Uint8Array(withinMemory(chunks.reduce((sum, { length }) => sum + length, 0)));
  yield* work(whole.length * BYTE_STEPS);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Returns lines without their line feeds. */
function linesOf(bytes: Uint8Array): string[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const flagsOf = (args: readonly string[]): string =>
  args
    .filter((arg) => /^-[A-Za-z]+$/.test(arg))
    .map((arg) => arg.slice(1))
    .join('');

const namesOf = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'));

const COUNTS = [
  ['l', (bytes: Uint8Array) => bytes.filter((byte) => byte === 10).length],
  ['w', (bytes: Uint8Array) => new TextDecoder().decode(bytes).match(/\S+/g)?.length ?? 0],
  ['c', (bytes: Uint8Array) => bytes.length],
] as const;

/** Counts lines, words and bytes. */
export function* wc(args: readonly string[], context: ProgramContext): Running<number> {
  const flags = flagsOf(args);
  const names = namesOf(args);
  const bytes = yield* inputOf('wc', names, context);
  if (!bytes) return 1;
  const counts = COUNTS.filter(([flag]) => flags === '' || flags.includes(flag)).map(([, count]) => count(bytes));
  const columns = counts.length > 1 ? counts.map((count) => String(count).padStart(9)).join('') : String(counts[0]);
  yield* context.stdout(`${[columns, ...names].join(' ')}\n`);
  return 0;
}

/** Prints numbers: `seq LAST`, `seq FIRST LAST` or `seq FIRST STEP LAST`. */
export function* seq(args: readonly string[], { stdout, stderr }: ProgramContext): Running<number> {
  const numbers = args.map(Number);
  const [first = 1, step = 1, last = 0] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  if (numbers.length === 0 || numbers.some(Number.isNaN) || step === 0) {
    yield* stderr(`seq: invalid number '${args.join(' ')}'\n`);
    return 1;
  }
  const count = Math.min(Math.floor((last - first) / step) + 1, MOST_NUMBERS);
  yield* work(Math.max(count, 0) * NUMBER_STEPS);
  yield* stdout(textOf(Array.from({ length: Math.max(count, 0) }, (_, index) => String(first + index * step))));
  return 0;
}

const MOST_NUMBERS = 100_000;
const NUMBER_STEPS = 10;

/** Maximum number of steps that an expression may take for a whole input. */
const MOST_MATCH_STEPS = 10_000_000;

/** Prints the lines that match a pattern. */
export function* grep(args: readonly string[], context: ProgramContext): Running<number> {
  const flags = flagsOf(args);
  const [pattern = '', ...names] = namesOf(args);
  const bytes = yield* inputOf('grep', names, context);
  if (!bytes) return 2;
  const text = flags.includes('F') ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern;
  let steps = 0;
  const budget = {
    takeSteps(count: number): void {
      steps += count;
      if (steps > MOST_MATCH_STEPS) throw new RangeError('grep: exceeded the limit of steps');
    },
  };
  let found: string[];
  try {
    const expression = new RegularExpression(flags.includes('i') ? `(?i:${text})` : text);
    found = linesOf(bytes).filter((line) => expression.test(line, budget) !== flags.includes('v'));
  } catch (error) {
    yield* context.stderr(`grep: ${errorText(error)}\n`);
    return 2;
  }
  yield* work(steps);
  yield* context.stdout(flags.includes('q') ? '' : flags.includes('c') ? `${found.length}\n` : textOf(found));
  return found.length > 0 ? 0 : 1;
}

/** Returns the number after `-n` as written, ten by default, and the names of files. */
function partArguments(args: readonly string[]): { readonly count: string; readonly names: readonly string[] } {
  const at = args.findIndex((arg) => /^-[A-Za-z]*n$/.test(arg));
  const joined = args.map((arg) => /^-n?(\+?\d+)$/.exec(arg)?.[1]).find((each) => each !== undefined);
  const names = args.filter((arg, index) => !arg.startsWith('-') && (at < 0 || index !== at + 1));
  return { count: (at < 0 ? joined : args[at + 1]) ?? '10', names };
}

/** Prints the first lines: ten, or the number after `-n`. */
export function* head(args: readonly string[], context: ProgramContext): Running<number> {
  const { count, names } = partArguments(args);
  const bytes = yield* inputOf('head', names, context);
  if (bytes) yield* context.stdout(textOf(linesOf(bytes).slice(0, Number(count))));
  return Number(!bytes);
}

const FOLLOW_PERIOD = 1000;

/** Prints the last lines: ten, the number after `-n`, or those from a line with `-n +3`. Follows a file with `-f`. */
export function* tail(args: readonly string[], context: ProgramContext): Running<number> {
  const { count, names } = partArguments(args);
  const bytes = yield* inputOf('tail', names, context);
  if (!bytes) return 1;
  const lines = linesOf(bytes);
  const first = count.startsWith('+') ? Number(count) - 1 : lines.length - Number(count);
  yield* context.stdout(textOf(lines.slice(Math.max(first, 0))));
  const isFollowing = /f/i.test(flagsOf(args)) || args.some((arg) => arg.startsWith('--follow'));
  const [name] = names;
  if (!isFollowing || name === undefined) return 0;
  for (let shown = bytes.length; ; ) {
    yield { kind: 'sleep', milliseconds: FOLLOW_PERIOD };
    const now = context.system.files.read(resolvePath(context.folder, name)) ?? new Uint8Array();
    // A shorter file has been written anew.
    if (now.length !== shown) yield* context.stdout(now.subarray(now.length > shown ? shown : 0));
    shown = now.length;
  }
}

const PRINT = /^\s*\{\s*print\s*([^;{}]*)\}\s*$/;
const PRINTED = /\$(\d+)|\$NF|"([^"]*)"|(,)/g;

/** Prints fields of each line: `awk '{print $1}'`. Other awk programs are not supported. */
export function* awk(args: readonly string[], context: ProgramContext): Running<number> {
  const at = args.findIndex((arg) => arg.startsWith('-F'));
  const isApart = args[at] === '-F';
  const separator = at < 0 ? undefined : isApart ? args[at + 1] : args[at]?.slice(2);
  const [program = '', ...names] = args.filter(
    (_, index) => at < 0 || (index !== at && !(isApart && index === at + 1)),
  );
  const printed = PRINT.exec(program)?.[1];
  if (printed === undefined) {
    yield* context.stderr('awk: syntax error: only {print …} is understood here\n');
    return 2;
  }
  const bytes = yield* inputOf('awk', names, context);
  if (!bytes) return 2;
  let size = 0;
  const lines = linesOf(bytes).map((line) => {
    const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    if (printed.trim() === '') return line;
    let shown = '';
    for (const [whole, field, text = '', comma] of printed.matchAll(PRINTED)) {
      if (whole === '$NF') shown += fields.at(-1) ?? '';
      else if (field !== undefined) shown += field === '0' ? line : (fields[Number(field) - 1] ?? '');
      else shown += comma ? ' ' : text;
      withinMemory(size + shown.length);
    }
    size += shown.length;
    return shown;
  });
  yield* work(size);
  yield* context.stdout(textOf(lines));
  return 0;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** Prints values in a format, repeating the format until no values are left. */
export function* printf([format = '', ...values]: readonly string[], { stdout }: ProgramContext): Running<number> {
  const pattern = format.replace(/\\([ntr\\])/g, (_, name: string) => ESCAPES[name] ?? '');
  let text = '';
  let next = 0;
  do {
    const before = next;
    text += pattern.replace(/%([sd%])/g, (_, kind: string) =>
      kind === '%' ? '%' : (values[next++] ?? (kind === 'd' ? '0' : '')),
    );
    withinMemory(text.length);
    if (next === before) break;
  } while (next < values.length);
  yield* work(text.length);
  yield* stdout(text);
  return 0;
}

const hexadecimal = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** Prints bytes like `hexdump -C`: sixteen per line, in hexadecimal and as text. */
export function* hexdump(args: readonly string[], context: ProgramContext): Running<number> {
  const bytes = yield* inputOf('hexdump', namesOf(args), context);
  if (!bytes) return 1;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const columns = [row.slice(0, 8), row.slice(8)].map((half) => half.map((byte) => hexadecimal(byte, 2)).join(' '));
    const text = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${hexadecimal(at, 8)}  ${columns[0]?.padEnd(23)}  ${columns[1]?.padEnd(23)}  |${text}|`);
  }
  yield* context.stdout(textOf(bytes.length > 0 ? [...lines, hexadecimal(bytes.length, 8)] : []));
  return 0;
}
