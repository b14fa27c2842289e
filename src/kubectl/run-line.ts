import type { ApiClient, ListOptions, WatchOptions } from '../client/api-client.ts';
import type { Command, CommandEnvironment, Invocation, TakeTerminal } from './command.ts';
import { CommandError, errorMessage, failure } from './command-error.ts';
import { type FlagDefinition, parseFlags } from './command-line/flags.ts';
import { splitLine, type Words } from './command-line/split-line.ts';
import { COMMANDS } from './commands/index.ts';
import { GLOBAL_FLAGS } from './commands/shared-flags.ts';
import { FILTERS, type Filter } from './filters.ts';
import { helpOf, overview } from './help.ts';
import { nearestName } from './nearest-name.ts';

/** Where the output of a line goes, and where its input comes from. */
export interface LineStreams {
  out(text: string): void;
  err(text: string): void;
  /** Resolves with everything that the user types until the end of input. */
  input(): Promise<string>;
  /** Undefined where there is no terminal. */
  readonly takeTerminal?: TakeTerminal;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Runs a line: a command of kubectl, with or without `kubectl`, and filters after it. Returns the exit code. */
export async function runLine(line: string, environment: CommandEnvironment, streams: LineStreams): Promise<number> {
  try {
    const [first, ...rest] = splitLine(line);
    if (!first) return 0;
    const { filters, out } = filtersOf(rest, streams.out);
    const { takeTerminal, ...others } = streams;
    const hasTerminal = takeTerminal && filters.length === 0;
    const code = await runWords(first, environment, { ...others, out, ...(hasTerminal ? { takeTerminal } : {}) });
    for (const filter of filters) filter.end();
    return code;
  } catch (error) {
    return report(error, streams);
  }
}

function report(error: unknown, { err, signal }: LineStreams): number {
  if (signal.aborted) return 130;
  const text = errorMessage(error);
  if (text !== '') err(`${text}\n`);
  return error instanceof CommandError ? error.code : 1;
}

/** Returns the filters of a pipeline, and the function that writes into the first one. */
function filtersOf(
  commands: readonly Words[],
  out: (text: string) => void,
): { filters: Filter[]; out: (text: string) => void } {
  const filters: Filter[] = [];
  let write = out;
  for (const [name = '', ...args] of [...commands].reverse()) {
    const create = FILTERS[name];
    if (!create)
      throw failure(`${JSON.stringify(name)} is not a filter: use ${Object.keys(FILTERS).sort().join(', ')}`);
    const filter = create(args, write);
    filters.unshift(filter);
    write = (text) => filter.write(text);
  }
  return { filters, out: write };
}

async function runWords(given: Words, environment: CommandEnvironment, streams: LineStreams): Promise<number> {
  const words = given[0] === 'kubectl' || given[0] === 'k' ? given.slice(1) : given;
  if (words.length === 0 || words[0] === 'help') return help(words.slice(1), streams);
  const found = findCommand(words);
  if (!found) {
    if (words.some((word) => word === '--help' || word === '-h'))
      return help(
        words.filter((word) => !word.startsWith('-')),
        streams,
      );
    throw unknownCommand(words);
  }
  const { command, rest } = found;
  const flags = parseFlags(rest, allFlags(command), command.name);
  if (flags.is('help')) return help([command.name], streams);
  const username = flags.text('as');
  const user = username ? { username, groups: flags.list('as-group') } : undefined;
  const warned = new Set<string>();
  const warn = (texts: readonly string[]): void => {
    for (const text of texts) if (!warned.has(text)) streams.err(`Warning: ${text}\n`);
    for (const text of texts) warned.add(text);
  };
  const invocation: Invocation = {
    environment,
    user,
    client: abortableClient(environment.connect(user, warn), streams.signal),
    flags,
    namespace: flags.text('namespace') || environment.namespace(),
    stdin: streams.input,
    takeTerminal: streams.takeTerminal,
    signal: streams.signal,
    out: streams.out,
    err: streams.err,
  };
  return (await command.run(invocation)) || 0;
}

export const allFlags = (command: Command): readonly FlagDefinition[] => [
  ...command.flags,
  ...GLOBAL_FLAGS.filter(
    ({ name, shorthand }) =>
      !command.flags.some((own) => own.name === name || (shorthand && own.shorthand === shorthand)),
  ),
];

/** Finds the command with the most words at the beginning of a line. Flags may stand between them. */
export function findCommand(words: Words): { readonly command: Command; readonly rest: Words } | undefined {
  const lead = leadingFlags(words);
  const tail = words.slice(lead.length);
  for (const length of [3, 2, 1]) {
    const command = COMMANDS.find(
      ({ name }) => name === tail.slice(0, length).join(' ') && name.split(' ').length === length,
    );
    if (command) return { command, rest: [...lead, ...tail.slice(length)] };
  }
  return undefined;
}

/** Returns the global flags before a command: `-n shop get pods`. */
function leadingFlags(words: Words): Words {
  let index = 0;
  while (words[index]?.startsWith('-')) {
    const word = words[index] ?? '';
    const takesNext = GLOBAL_FLAGS.some(
      ({ name, shorthand, type }) =>
        type !== 'bool' && (word === `--${name}` || (shorthand && word === `-${shorthand}`)),
    );
    index += takesNext ? 2 : 1;
  }
  return words.slice(0, index);
}

function help(words: Words, { out, err }: LineStreams): number {
  const path = words.join(' ');
  const text = path === '' ? overview(COMMANDS) : helpOf(path, COMMANDS);
  if (text !== undefined) {
    out(text);
    return 0;
  }
  err(`${unknownCommand(words).message}\n`);
  return 1;
}

/** Commands of kubectl that need what a page does not have, and what to use instead. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  cp: 'print a file with "exec POD -- cat FILE"',
  debug: 'open a shell with "exec -it POD -- sh"',
  'port-forward': 'use "get --raw" with the path of the proxy',
  proxy: 'use "get --raw"',
  kustomize: 'apply the generated objects with "apply -f"',
  completion: 'press Tab to complete words',
  plugin: 'the terminal has no plugins',
  options: 'use "help" for the flags of each command',
};

function unknownCommand(words: Words): CommandError {
  const [name = ''] = words;
  const alternative = UNSUPPORTED[name];
  if (alternative) return failure(`the terminal does not support ${JSON.stringify(name)}: ${alternative}`);
  const group = COMMANDS.filter((command) => command.name.startsWith(`${name} `)).map((command) => command.name);
  if (group.length > 0) {
    const nearest = nearestName(words.slice(0, 2).join(' '), group);
    if (words.length === 1)
      return failure(
        `${JSON.stringify(name)} needs a subcommand: ${group.map((each) => each.slice(name.length + 1)).join(', ')}`,
      );
    return failure(`unknown command ${JSON.stringify(words.slice(0, 2).join(' '))}${didYouMean(nearest)}`);
  }
  const nearest = nearestName(name, [...new Set(COMMANDS.map((command) => command.name.split(' ')[0] ?? ''))]);
  return failure(`unknown command ${JSON.stringify(name)} for "kubectl"${didYouMean(nearest)}`);
}

const didYouMean = (name: string | undefined): string =>
  name ? `\n\nDid you mean this?\n\t${name}` : '\nRun "help" for a list of commands.';

/** Returns a client whose requests the signal aborts, so that no command writes or reports anything after Ctrl+C. */
const abortableClient = (client: ApiClient, signal: AbortSignal): ApiClient => ({
  request: (path, init) => client.request(path, { signal, ...init }),
  get: (address, options) => client.get(address, { signal, ...options }),
  list: ((address: never, options?: ListOptions) => client.list(address, { signal, ...options })) as ApiClient['list'],
  watch: ((address: never, options?: WatchOptions) =>
    client.watch(address, { signal, ...options })) as ApiClient['watch'],
  create: (address, object, options) => client.create(address, object, { signal, ...options }),
  update: (address, object, options) => client.update(address, object, { signal, ...options }),
  patch: (address, type, patch, options) => client.patch(address, type, patch, { signal, ...options }),
  apply: (address, object, options) => client.apply(address, object, { signal, ...options }),
  delete: (address, options) => client.delete(address, { signal, ...options }),
  deleteCollection: (address, options) => client.deleteCollection(address, { signal, ...options }),
});
