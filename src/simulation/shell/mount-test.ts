import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { resolvePath } from './files.ts';
import type { ProgramContext, Running } from './program.ts';

const NEW_TEXT = 'mount-tester new file\n';
const PERIOD = 2000;
const RETRY_SECONDS = '180';

type Action = (path: string, context: ProgramContext, flags: ReadonlyMap<string, string>) => Running<number>;

/** The actions of the flags of `agnhost mounttest`, in the order in which it runs them. */
const ACTIONS: Readonly<Record<string, Action>> = {
  fs_type: printType,
  new_file_0644: creating(0o644),
  new_file_0666: creating(0o666),
  new_file_0660: creating(0o660),
  new_file_0777: creating(0o777),
  file_mode: (path, context) => printMode(path, context, 'mode'),
  file_perm: (path, context) => printMode(path, context, 'perms'),
  file_owner: printOwner,
  file_content: printContent,
  file_content_in_loop: printContentInLoop,
};

/** Prints the properties of files in volumes that Kubernetes' tests check, and creates files. */
export function* mountTest(args: readonly string[], context: ProgramContext): Running<number> {
  const flags = new Map(args.map((arg) => /^--?(\w+)=?([\s\S]*)$/.exec(arg)?.slice(1) as [string, string]));
  let code = 0;
  for (const [flag, action] of Object.entries(ACTIONS)) {
    const path = flags.get(flag);
    if (path && (yield* action(path, context, flags)) !== 0) code = 1;
  }
  return code;
}

function* printType(path: string, { system, stdout }: ProgramContext): Running<number> {
  yield* stdout(`mount type of ${JSON.stringify(path)}: ${system.files.typeOf(resolvePath('/', path))}\n`);
  return 0;
}

function creating(mode: number): Action {
  return function* (path, context) {
    context.system.files.write(resolvePath('/', path), utf8Bytes(NEW_TEXT), mode);
    return yield* printContent(path, context);
  };
}

function* printMode(name: string, { system, stdout }: ProgramContext, what: 'mode' | 'perms'): Running<number> {
  const path = resolvePath('/', name);
  const mode = system.files.modeOf(path);
  const problem = `error ${what === 'mode' ? 'getting file mode' : 'getting file permissions'}: ${missing('lstat', name)}`;
  const kind = what === 'mode' && system.files.isFolder(path) ? 'd' : '-';
  yield* stdout(
    mode === undefined ? `${problem}\n` : `${what} of file ${JSON.stringify(name)}: ${kind}${permissions(mode)}\n`,
  );
  return mode === undefined ? 1 : 0;
}

/** Prints the owner of a file. Files in volumes belong to the user of the container and the group of its volumes. */
function* printOwner(name: string, { system, stdout }: ProgramContext): Running<number> {
  if (system.files.modeOf(resolvePath('/', name)) === undefined) {
    yield* stdout(`error getting file owner: ${missing('lstat', name)}\n`);
    return 1;
  }
  yield* stdout(`owner UID of ${JSON.stringify(name)}: ${system.user}\n`);
  yield* stdout(`owner GID of ${JSON.stringify(name)}: ${system.groups.at(-1)}\n`);
  return 0;
}

/** Returns permission bits in the format of `ls`: `rw-r--r--`. */
const permissions = (mode: number): string =>
  [8, 7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((mode >> bit) & 1 ? 'xwr'[bit % 3] : '-')).join('');

const missing = (call: string, path: string): string => `${call} ${path}: no such file or directory`;

const contentText = (path: string, content: Uint8Array): string =>
  `content of file ${JSON.stringify(path)}: ${utf8Text(content)}\n`;

function* printContent(path: string, { system, stdout }: ProgramContext): Running<number> {
  const content = system.files.read(resolvePath('/', path));
  const problem = `error reading file content for ${JSON.stringify(path)}: ${missing('open', path)}\n`;
  yield* stdout(content ? contentText(path, content) : problem);
  return content ? 0 : 1;
}

/** Prints a file every two seconds until it has the expected content, or a timeout. */
function* printContentInLoop(
  path: string,
  { system, stdout }: ProgramContext,
  flags: ReadonlyMap<string, string>,
): Running<number> {
  const end = Number(flags.get('retry_time') ?? RETRY_SECONDS) * 1000;
  let content: Uint8Array | undefined;
  for (let at = 0; at < end; at += PERIOD) {
    content = system.files.read(resolvePath('/', path));
    yield* stdout(
      content ? contentText(path, content) : `Error reading file ${path}: ${missing('open', path)}, retrying\n`,
    );
    if (content && flags.get('break_on_expected_content') !== 'false') {
      if (utf8Text(content) === NEW_TEXT) return 0;
      yield* stdout(`Unexpected content. Expected: ${NEW_TEXT}. Retrying`);
    }
    yield { kind: 'sleep', milliseconds: PERIOD };
  }
  return content ? 0 : 1;
}
