import { type ContainerFiles, resolvePath } from './files.ts';
import { type ProgramContext, type Running, withinMemory } from './program.ts';

/** Prints files, or the input. */
export function* cat(args: readonly string[], context: ProgramContext): Running<number> {
  const { system, folder, read, stdout, stderr } = context;
  let code = 0;
  for (const name of args.length ? args : ['-']) {
    const path = resolvePath(folder, name);
    const text = system.files.read(path);
    if (name === '-') for (let chunk = yield* read(); chunk; chunk = yield* read()) yield* stdout(chunk);
    else if (text !== undefined) yield* stdout(text);
    else {
      const isFolder = system.files.isFolder(path);
      yield* stderr(
        isFolder ? 'cat: read error: Is a directory\n' : `cat: can't open '${name}': No such file or directory\n`,
      );
      code = 1;
    }
  }
  return code;
}

/** Lists folders. */
export function* ls(args: readonly string[], { system, folder, stdout, stderr }: ProgramContext): Running<number> {
  const names = args.filter((arg) => !arg.startsWith('-'));
  let code = 0;
  for (const name of names.length ? names : ['.']) {
    const path = resolvePath(folder, name);
    if (system.files.read(path) !== undefined) yield* stdout(`${name}\n`);
    else if (system.files.isFolder(path)) {
      const title = names.length > 1 ? `${name}:\n` : '';
      yield* stdout(
        title +
          system.files
            .list(path)
            .map((entry) => `${entry}\n`)
            .join(''),
      );
    } else {
      yield* stderr(`ls: ${name}: No such file or directory\n`);
      code = 1;
    }
  }
  return code;
}

const FILE_TESTS: Readonly<Record<string, (files: ContainerFiles, path: string) => boolean>> = {
  '-d': (files, path) => files.isFolder(path),
  '-e': (files, path) => files.isFolder(path) || files.read(path) !== undefined,
  '-f': (files, path) => files.read(path) !== undefined,
  '-r': (files, path) => files.isFolder(path) || files.read(path) !== undefined,
  '-s': (files, path) => files.isFolder(path) || (files.read(path)?.length ?? 0) > 0,
  '-w': (files, path) => files.modeOf(path) !== undefined && files.isWritable(path),
  '-x': (files, path) => ((files.modeOf(path) ?? 0) & 0o111) !== 0,
};

const COMPARISONS: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  '=': (one, other) => one === other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '-eq': (one, other) => Number(one) === Number(other),
  '-ne': (one, other) => Number(one) !== Number(other),
  '-lt': (one, other) => Number(one) < Number(other),
  '-le': (one, other) => Number(one) <= Number(other),
  '-gt': (one, other) => Number(one) > Number(other),
  '-ge': (one, other) => Number(one) >= Number(other),
};

/** Reports a condition of a file, a text or two numbers as its exit code. */
export function* test(args: readonly string[], context: ProgramContext): Running<number> {
  const holds = testOf(args, context);
  if (holds === undefined) yield* context.stderr(`test: ${args[0] ?? ''}: unknown operand\n`);
  else yield* context.stdout('');
  return holds === undefined ? 2 : Number(!holds);
}

/** Does the same as `test`, with a closing bracket. */
export function* bracket(args: readonly string[], context: ProgramContext): Running<number> {
  if (args.at(-1) === ']') return yield* test(args.slice(0, -1), context);
  yield* context.stderr('[: missing ]\n');
  return 2;
}

function testOf(args: readonly string[], context: ProgramContext): boolean | undefined {
  const [first = '', second = '', third = ''] = args;
  if (first === '!' && args.length > 1) {
    const holds = testOf(args.slice(1), context);
    return holds === undefined ? undefined : !holds;
  }
  if (args.length === 3) return COMPARISONS[second]?.(first, third);
  if (args.length < 2) return first !== '';
  if (first === '-n' || first === '-z') return (second === '') === (first === '-z');
  return FILE_TESTS[first]?.(context.system.files, resolvePath(context.folder, second));
}

const READ_ONLY = 'Read-only file system';

/** Shows the types, sizes and modes of files: `stat -c '%a %F'`. */
export function* stat(args: readonly string[], { system, folder, stdout, stderr }: ProgramContext): Running<number> {
  const at = args.indexOf('-c');
  const format = at < 0 ? '  File: %n\n  Size: %s\nAccess: (0%a)' : (args[at + 1] ?? '');
  let code = 0;
  for (const name of args.filter((arg, index) => !arg.startsWith('-') && (at < 0 || index !== at + 1))) {
    const path = resolvePath(folder, name);
    const mode = system.files.modeOf(path);
    if (mode === undefined) {
      yield* stderr(`stat: can't stat '${name}': No such file or directory\n`);
      code = 1;
      continue;
    }
    withinMemory(format.length * name.length);
    const values: Readonly<Record<string, string>> = {
      a: mode.toString(8),
      n: name,
      s: String(system.files.read(path)?.length ?? 4096),
      F: system.files.isFolder(path) ? 'directory' : 'regular file',
    };
    yield* stdout(`${format.replace(/%(\w)/g, (whole, key: string) => values[key] ?? whole)}\n`);
  }
  return code;
}

/** Sets the mode of files, in octal digits. */
export function* chmod([mode = '', ...names]: readonly string[], context: ProgramContext): Running<number> {
  const { system, folder, stdout, stderr } = context;
  for (const name of names) {
    const path = resolvePath(folder, name);
    const content = system.files.read(path);
    const problem = system.files.modeOf(path) === undefined ? 'No such file or directory' : undefined;
    if (problem !== undefined || !/^[0-7]{3,4}$/.test(mode)) {
      yield* stderr(`chmod: ${problem === undefined ? `invalid mode '${mode}'` : `${name}: ${problem}`}\n`);
      return 1;
    }
    if (content) system.files.write(path, content, Number.parseInt(mode, 8) & 0o777);
  }
  yield* stdout('');
  return 0;
}

/** Creates folders. `-p` also creates their parents, and accepts existing folders. */
export function* mkdir(args: readonly string[], { system, folder, stderr }: ProgramContext): Running<number> {
  const isLenient = args.includes('-p');
  let code = 0;
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const path = resolvePath(folder, name);
    const above = resolvePath(path, '..');
    const problem = isLenient
      ? system.files.isFolder(path) || system.files.isWritable(path)
        ? undefined
        : READ_ONLY
      : system.files.isFolder(path)
        ? 'File exists'
        : system.files.isFolder(above)
          ? system.files.isWritable(path)
            ? undefined
            : READ_ONLY
          : 'No such file or directory';
    if (problem === undefined) system.files.makeFolder(path);
    else {
      yield* stderr(`mkdir: can't create directory '${name}': ${problem}\n`);
      code = 1;
    }
  }
  return code;
}

/** Removes files, and also folders with `-r`. */
export function* rm(args: readonly string[], { system, folder, stderr }: ProgramContext): Running<number> {
  const flags = args.filter((arg) => arg.startsWith('-')).join('');
  let code = 0;
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const path = resolvePath(folder, name);
    const isFolder = system.files.isFolder(path);
    const isFound = isFolder || system.files.read(path) !== undefined;
    if (isFound && (!isFolder || /[rR]/.test(flags))) system.files.remove(path);
    else if (isFound || !flags.includes('f')) {
      yield* stderr(
        `rm: ${isFound ? '' : "can't remove "}'${name}'${isFound ? ' is a directory' : ': No such file or directory'}\n`,
      );
      code = 1;
    }
  }
  return code;
}

/** Renames a file, or moves it into a folder. `-v` prints the move. */
export function* mv(args: readonly string[], { system, folder, stdout, stderr }: ProgramContext): Running<number> {
  const { files } = system;
  const [name = '', target = ''] = args.filter((arg) => !arg.startsWith('-'));
  const [from, to] = [resolvePath(folder, name), resolvePath(folder, target)];
  const content = files.read(from);
  if (content === undefined) {
    yield* stderr(`mv: can't rename '${name}': No such file or directory\n`);
    return 1;
  }
  const place = files.isFolder(to) ? `${to}/${from.replace(/^.*\//, '')}` : to;
  files.write(place, content, files.modeOf(from));
  files.remove(from);
  if (args.includes('-v')) yield* stdout(`'${name}' -> '${place}'\n`);
  return 0;
}

/** Writes zeros to a file; `bs` and `count` set the number of bytes. */
export function* dd(args: readonly string[], { system, folder, stderr }: ProgramContext): Running<number> {
  const options = new Map(args.map((arg) => arg.split('=') as [string, string]));
  const size = Number(options.get('bs') ?? '512') * Number(options.get('count') ?? '1');
  const output = options.get('of');
  if (output === undefined || options.get('if') !== '/dev/zero' || !Number.isSafeInteger(size)) {
    yield* stderr('dd: only if=/dev/zero with of, bs and count is understood here\n');
    return 1;
  }
  system.files.write(resolvePath(folder, output), new Uint8Array(size));
  yield* stderr(`${options.get('count') ?? 1}+0 records in\n${options.get('count') ?? 1}+0 records out\n`);
  return 0;
}

/** Creates missing files. */
export function* touch(args: readonly string[], context: ProgramContext): Running<number> {
  const { system, folder, stdout, stderr } = context;
  for (const name of args) {
    const path = resolvePath(folder, name);
    if (system.files.read(path) !== undefined || system.files.isFolder(path)) continue;
    if (!system.files.isWritable(path)) {
      yield* stderr(`touch: ${name}: ${READ_ONLY}\n`);
      return 1;
    }
    system.files.write(path, new Uint8Array());
  }
  yield* stdout('');
  return 0;
}
