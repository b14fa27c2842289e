import { type ContainerFiles, resolvePath } from './files.ts';
import type { ProgramContext } from './program.ts';

/** Prints files, or the input. */
export async function cat(args: readonly string[], context: ProgramContext): Promise<number> {
  const { system, folder, input, stdout, stderr, signal } = context;
  let code = 0;
  for (const name of args.length ? args : ['-']) {
    const path = resolvePath(folder, name);
    const text = system.files.read(path);
    if (name === '-')
      for (let chunk = await input.read(); chunk && !signal.aborted; chunk = await input.read()) await stdout(chunk);
    else if (text !== undefined) await stdout(text);
    else {
      const isFolder = system.files.isFolder(path);
      await stderr(
        isFolder ? 'cat: read error: Is a directory\n' : `cat: can't open '${name}': No such file or directory\n`,
      );
      code = 1;
    }
  }
  return code;
}

/** Lists folders. */
export async function ls(args: readonly string[], { system, folder, stdout, stderr }: ProgramContext): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'));
  let code = 0;
  for (const name of names.length ? names : ['.']) {
    const path = resolvePath(folder, name);
    if (system.files.read(path) !== undefined) await stdout(`${name}\n`);
    else if (system.files.isFolder(path)) {
      const title = names.length > 1 ? `${name}:\n` : '';
      await stdout(
        title +
          system.files
            .list(path)
            .map((entry) => `${entry}\n`)
            .join(''),
      );
    } else {
      await stderr(`ls: ${name}: No such file or directory\n`);
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
export async function test([flag = '', name = '']: readonly string[], context: ProgramContext): Promise<number> {
  const { system, folder, stderr } = context;
  const holds = TESTS[flag];
  if (holds) return holds(system.files, resolvePath(folder, name)) ? 0 : 1;
  await stderr(`test: ${flag}: unknown operand\n`);
  return 2;
}

/** Creates folders. `-p` also creates those above them, and accepts those that exist. */
export async function mkdir(args: readonly string[], { system, folder, stderr }: ProgramContext): Promise<number> {
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
      await stderr(`mkdir: can't create directory '${name}': ${problem}\n`);
      code = 1;
    }
  }
  return code;
}
