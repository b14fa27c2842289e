import { type ContainerFiles, resolvePath } from './files.ts';
import type { ProgramContext, Running } from './program.ts';

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

const TESTS: Readonly<Record<string, (files: ContainerFiles, path: string) => boolean>> = {
  '-d': (files, path) => files.isFolder(path),
  '-e': (files, path) => files.isFolder(path) || files.read(path) !== undefined,
  '-f': (files, path) => files.read(path) !== undefined,
};

/** Reports by its exit code whether a file or folder exists. */
export function* test([flag = '', name = '']: readonly string[], context: ProgramContext): Running<number> {
  const { system, folder, stderr } = context;
  const holds = TESTS[flag];
  if (holds) return holds(system.files, resolvePath(folder, name)) ? 0 : 1;
  yield* stderr(`test: ${flag}: unknown operand\n`);
  return 2;
}

/** Creates folders. `-p` also creates those above them, and accepts those that exist. */
export function* mkdir(args: readonly string[], { system, folder, stderr }: ProgramContext): Running<number> {
  const isLenient = args.includes('-p');
  let code = 0;
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const path = resolvePath(folder, name);
    const above = resolvePath(path, '..');
    const problem = isLenient
      ? undefined
      : system.files.isFolder(path)
        ? 'File exists'
        : system.files.isFolder(above)
          ? undefined
          : 'No such file or directory';
    if (problem === undefined) system.files.makeFolder(path);
    else {
      yield* stderr(`mkdir: can't create directory '${name}': ${problem}\n`);
      code = 1;
    }
  }
  return code;
}

/** Removes files, and folders with `-r`. */
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

/** Moves a file to another name, or into a folder. `-v` says so. */
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

/** Copies zeros into a file, as many bytes as `bs` and `count` say. */
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

/** Creates files that are not there. */
export function* touch(args: readonly string[], { system, folder, stdout }: ProgramContext): Running<number> {
  for (const path of args.map((name) => resolvePath(folder, name)))
    if (system.files.read(path) === undefined && !system.files.isFolder(path))
      system.files.write(path, new Uint8Array());
  yield* stdout('');
  return 0;
}
