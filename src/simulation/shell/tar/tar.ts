import { type ContainerFiles, resolvePath } from '../files.ts';
import type { ProgramContext, Running } from '../program.ts';
import { archiveEnd, archiveEntry, joined, readArchive } from './archive.ts';

/** The parsed arguments of `tar`. */
interface Options {
  readonly mode: 'c' | 'x' | 't';
  /** The archive; `-` is the standard input or output. */
  readonly file: string;
  readonly folder: string;
  readonly names: readonly string[];
  readonly isVerbose: boolean;
}

/** Creates, extracts and lists uncompressed archives, for `kubectl cp`. */
export function* tar(args: readonly string[], context: ProgramContext): Running<number> {
  try {
    const options = parseOptions(args, context.folder);
    yield* PROGRAMS[options.mode](options, context);
    return 0;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    yield* context.stderr(`tar: ${error.message}\n`);
    return 1;
  }
}

const PROGRAMS = { c: create, x: extract, t: list };

/** @throws SyntaxError for unsupported arguments */
function parseOptions(args: readonly string[], start: string): Options {
  const names: string[] = [];
  let mode: Options['mode'] | undefined;
  let [file, folder, isVerbose] = ['-', start, false];
  const rest = [...args];
  for (let index = 0; rest.length > 0; index++) {
    const arg = rest.shift() ?? '';
    const isLetters = (index === 0 && !arg.startsWith('-')) || /^-[a-zA-Z]/.test(arg);
    // Owners and permissions are not stored.
    if (!isLetters && arg.startsWith('--')) continue;
    if (!isLetters) names.push(arg);
    else
      for (const letter of arg.replace('-', '')) {
        if (letter === 'c' || letter === 'x' || letter === 't') mode = letter;
        else if (letter === 'f') file = rest.shift() ?? '-';
        else if (letter === 'C') folder = resolvePath(folder, rest.shift() ?? '');
        else if (letter === 'v') isVerbose = true;
        else if (!'mop'.includes(letter)) throw new SyntaxError(`invalid option -- '${letter}'`);
      }
  }
  if (!mode) throw new SyntaxError("can't find a mode: use one of c, x and t");
  return { mode, file, folder, names, isVerbose };
}

function* create({ file, folder, names, isVerbose }: Options, context: ProgramContext): Running<void> {
  const { system, stdout, stderr } = context;
  const seconds = Math.floor(system.clock.now() / 1000);
  const pieces: Uint8Array[] = [];
  if (names.some((name) => name.startsWith('/'))) yield* stderr("tar: removing leading '/' from member names\n");
  for (const name of names) {
    const below = entriesBelow(
      system.files,
      resolvePath(folder, name),
      name.replace(/^\/+/, '').replace(/\/$/, '') || '.',
    );
    if (below.length === 0) throw new SyntaxError(`${name}: No such file or directory`);
    for (const entry of below) {
      pieces.push(archiveEntry(entry, seconds));
      if (isVerbose) yield* stderr(`${entry.path}\n`);
    }
  }
  const archive = joined([...pieces, archiveEnd()]);
  if (file === '-') yield* stdout(archive);
  else system.files.write(resolvePath(context.folder, file), archive);
}

/** Returns a file, or a folder with its whole content, under a name. */
function entriesBelow(files: ContainerFiles, path: string, name: string): { path: string; content: Uint8Array }[] {
  const content = files.read(path);
  if (content !== undefined)
    return [{ path: name, content: typeof content === 'string' ? new TextEncoder().encode(content) : content }];
  if (!files.isFolder(path)) return [];
  const inside = files.list(path).flatMap((each) => entriesBelow(files, resolvePath(path, each), `${name}/${each}`));
  return [{ path: `${name}/`, content: new Uint8Array() }, ...inside];
}

function* extract(options: Options, context: ProgramContext): Running<void> {
  const { files } = context.system;
  if (!files.isFolder(options.folder))
    throw new SyntaxError(`can't change directory to '${options.folder}': No such file or directory`);
  for (const { path, content } of readArchive(yield* archiveBytes(options, context))) {
    const target = resolvePath(options.folder, path.replace(/^\/+/, ''));
    if (path.endsWith('/')) files.makeFolder(target);
    else files.write(target, content);
    if (options.isVerbose) yield* context.stdout(`${path}\n`);
  }
}

function* list(options: Options, context: ProgramContext): Running<void> {
  for (const { path } of readArchive(yield* archiveBytes(options, context))) yield* context.stdout(`${path}\n`);
}

function* archiveBytes({ file }: Options, { system, read, folder }: ProgramContext): Running<Uint8Array> {
  if (file !== '-') {
    const content = system.files.read(resolvePath(folder, file));
    if (content === undefined) throw new SyntaxError(`can't open '${file}': No such file or directory`);
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }
  const pieces: Uint8Array[] = [];
  for (let piece = yield* read(); piece; piece = yield* read()) pieces.push(piece);
  return joined(pieces);
}
