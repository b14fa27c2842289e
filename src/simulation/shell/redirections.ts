import { type ContainerFiles, resolvePath } from './files.ts';
import { type ProgramContext, type Readers, readersOf, work } from './program.ts';

/** A redirection of a command: `> file`, `2>> file`, `< file`, `2>&1`. */
export interface Redirection {
  readonly stream: 'stdin' | 'stdout' | 'stderr';
  readonly isAppended: boolean;
  /** A file, or `&1` and `&2` for the outputs of the command. */
  readonly target: string;
}

type Write = ProgramContext['stdout'];

/**
 * Returns the context of a command with redirected streams, from the first redirection to the last.
 * @throws RangeError with the shell's message for a file that cannot be opened
 */
export function redirect(context: ProgramContext, redirections: readonly Redirection[]): ProgramContext {
  let { stdout, stderr, read, readLine } = context;
  for (const redirection of redirections) {
    const { stream, target } = redirection;
    if (stream === 'stdin') ({ read, readLine } = readersOfFile(context, target));
    else {
      const write =
        target === '&1' ? stdout : target === '&2' ? stderr : writerOf(context, redirection, stdout, stderr);
      if (stream === 'stdout') stdout = write;
      else stderr = write;
    }
  }
  return redirections.length === 0 ? context : { ...context, stdout, stderr, read, readLine };
}

function writerOf(
  { system, folder }: ProgramContext,
  { target, isAppended }: Redirection,
  stdout: Write,
  stderr: Write,
) {
  const path = resolvePath(folder, target);
  if (path === '/dev/stdout') return stdout;
  if (path === '/dev/stderr') return stderr;
  const { files } = system;
  if (files.isFolder(path)) throw new RangeError(`can't create ${target}: Is a directory`);
  if (!files.isWritable(path)) throw new RangeError(`can't create ${target}: Read-only file system`);
  if (!files.isFolder(resolvePath(path, '..'))) throw new RangeError(`can't create ${target}: nonexistent directory`);
  if (path !== '/dev/null' && !isAppended) files.write(path, new Uint8Array());
  const write: Write = function* (data) {
    if (path !== '/dev/null') yield* work(append(files, path, data));
    yield* stdout('');
  };
  return write;
}

/** Appends to a file and returns its new size in bytes, all of which are copied. */
function append(files: ContainerFiles, path: string, data: string | Uint8Array): number {
  const [before, added] = [bytesOf(files.read(path) ?? ''), bytesOf(data)];
  const whole = new Uint8Array(before.length + added.length);
  whole.set(before);
  whole.set(added, before.length);
  files.write(path, whole);
  return whole.length;
}

const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data;

function readersOfFile({ system, folder, stdout }: ProgramContext, target: string): Readers {
  const path = resolvePath(folder, target);
  const content = path === '/dev/null' ? '' : system.files.read(path);
  if (content === undefined) throw new RangeError(`can't open ${target}: no such file`);
  let rest: Uint8Array | undefined = bytesOf(content);
  return readersOf(function* () {
    yield* stdout('');
    const read = rest;
    rest = undefined;
    return read?.length ? read : undefined;
  });
}
