import { existingFolder, listFolder, resolvePath } from './files.ts';
import type { ProgramContext } from './program.ts';

/** Prints files, or the input. */
export async function cat(args: readonly string[], context: ProgramContext): Promise<number> {
  const { system, folder, input, stdout, stderr, signal } = context;
  let code = 0;
  for (const name of args.length ? args : ['-']) {
    const path = resolvePath(folder, name);
    const text = system.files.get(path);
    if (name === '-')
      for (let chunk = await input.read(); chunk && !signal.aborted; chunk = await input.read()) await stdout(chunk);
    else if (text !== undefined) await stdout(text);
    else {
      const isFolder = existingFolder(system.files, path);
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
    if (system.files.has(path)) await stdout(`${name}\n`);
    else if (existingFolder(system.files, path)) {
      const title = names.length > 1 ? `${name}:\n` : '';
      await stdout(
        title +
          listFolder(system.files, path)
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
