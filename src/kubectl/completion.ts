import { isRecord } from '../api/object.ts';
import { preferredResources } from '../client/discovery.ts';
import type { Command, CommandEnvironment } from './command.ts';
import type { FlagDefinition } from './command-line/flags.ts';
import { COMMANDS } from './commands/index.ts';
import { items, member, string } from './describe/fields.ts';
import { FILTERS } from './filters.ts';
import { findType } from './objects/resource-types.ts';
import { allFlags, findCommand } from './run-line.ts';

/** What can stand at the end of a line. */
export interface Completion {
  /** The beginning of the word, which the candidates continue. */
  readonly typed: string;
  /** Whole words, sorted. */
  readonly candidates: readonly string[];
}

/** Returns the words that can continue a line. Objects and namespaces are read from the cluster. */
export async function completeLine(line: string, environment: CommandEnvironment): Promise<Completion> {
  const part = line.slice(line.lastIndexOf('|') + 1);
  const words = part.trimStart().split(/\s+/);
  const typed = words.pop() ?? '';
  const before = words[0] === 'kubectl' || words[0] === 'k' ? words.slice(1) : words;
  const names = line.includes('|') ? filterWords(before) : await wordsAfter(before, typed, environment);
  return { typed, candidates: [...new Set(names)].filter((name) => name.startsWith(typed) && name !== typed).sort() };
}

const filterWords = (before: readonly string[]): readonly string[] => (before.length === 0 ? Object.keys(FILTERS) : []);

async function wordsAfter(
  before: readonly string[],
  typed: string,
  environment: CommandEnvironment,
): Promise<readonly string[]> {
  const last = before.at(-1) ?? '';
  if (last === '-n' || last === '--namespace') return namesOf(environment, 'namespaces', before);
  if (typed.startsWith('--namespace=')) {
    return (await namesOf(environment, 'namespaces', before)).map((name) => `--namespace=${name}`);
  }
  const found = findCommand(before);
  const subcommands = COMMANDS.filter(({ name }) => name.startsWith(before.map((word) => `${word} `).join(''))).map(
    ({ name }) => name.split(' ')[before.length] ?? '',
  );
  if (!found) return [...subcommands, ...(before.length === 0 ? ['help'] : [])].filter(Boolean);
  const { command, rest } = found;
  if (typed.startsWith('-')) return allFlags(command).map(({ name, type }) => `--${name}${type === 'bool' ? '' : '='}`);
  const takesValue = (word = ''): boolean => flagBefore(command, word) !== undefined;
  const args = rest.filter((word, index) => !word.startsWith('-') && !takesValue(rest[index - 1]));
  const flag = flagBefore(command, last);
  if (flag) return flag.name === 'container' ? containersOf(environment, command, args[0], before) : [];
  return [
    ...subcommands.filter(Boolean),
    ...(await argumentWords(command.completes, args, typed, environment, before)),
  ];
}

/** Returns the flag of which the word after `word` is the value; undefined for words that take none. */
const flagBefore = (command: Command, word: string): FlagDefinition | undefined =>
  allFlags(command).find(
    ({ name, shorthand, whenEmpty }) =>
      whenEmpty === undefined && (word === `--${name}` || (shorthand !== '' && word === `-${shorthand}`)),
  );

/** Returns the containers of a pod, or of the pods of a workload; none when it cannot be read. */
async function containersOf(
  environment: CommandEnvironment,
  { completes }: Command,
  argument: string | undefined,
  before: readonly string[],
): Promise<readonly string[]> {
  if (completes !== 'pods' || argument === undefined) return [];
  const [name = '', type = 'pods'] = argument.split('/').reverse();
  const found = findType(await environment.discovery(), type);
  if (!found) return [];
  const { group, version, resource } = found;
  const namespace = namespaceIn(before) ?? environment.namespace();
  try {
    const object = await environment
      .connect(undefined, () => undefined)
      .get<object>({ group, version, resource, namespace, name });
    const spec = member(object, 'spec', 'template', 'spec') ?? member(object, 'spec');
    return ['containers', 'initContainers'].flatMap((field) => items(spec, field).map((each) => string(each, 'name')));
  } catch {
    return [];
  }
}

async function argumentWords(
  kind: (typeof COMMANDS)[number]['completes'],
  args: readonly string[],
  typed: string,
  environment: CommandEnvironment,
  before: readonly string[],
): Promise<readonly string[]> {
  if (kind === undefined || kind === 'none') return [];
  if (kind === 'pods' || kind === 'nodes') {
    const [type, name] = typed.split('/');
    if (name !== undefined) return (await namesOf(environment, type ?? '', before)).map((each) => `${type}/${each}`);
    return namesOf(environment, kind, before);
  }
  if (typeof kind !== 'string' && args.length === 0) return kind;
  const [first] = args;
  if (typed.includes('/')) {
    const [type = ''] = typed.split('/');
    return (await namesOf(environment, type, before)).map((name) => `${type}/${name}`);
  }
  const isType = first === undefined || (typeof kind !== 'string' && args.length === 1);
  if (isType) return typeWords(environment);
  return kind === 'type-name' ? namesOf(environment, first, before) : [];
}

async function typeWords(environment: CommandEnvironment): Promise<readonly string[]> {
  const resources = preferredResources(await environment.discovery());
  const plurals = resources.map(({ resource }) => resource);
  return resources.map(({ resource, group }) => {
    const isUnique = plurals.indexOf(resource) === plurals.lastIndexOf(resource) || group === '';
    return isUnique ? resource : `${resource}.${group}`;
  });
}

/** Returns the names of the objects of a type; none when it does not exist or cannot be listed. */
async function namesOf(
  environment: CommandEnvironment,
  type: string,
  before: readonly string[],
): Promise<readonly string[]> {
  const found = findType(await environment.discovery(), type);
  if (!found?.verbs.includes('list')) return [];
  const { group, version, resource, namespaced } = found;
  const namespace = namespaced ? { namespace: namespaceIn(before) ?? environment.namespace() } : {};
  try {
    const { items } = await environment
      .connect(undefined, () => undefined)
      .list<object>({ group, version, resource, ...namespace }, { limit: 500 });
    return items.flatMap((item) => {
      const { metadata } = item as { readonly metadata?: unknown };
      return isRecord(metadata) && typeof metadata.name === 'string' ? [metadata.name] : [];
    });
  } catch {
    return []; // Without the right to list there is nothing to suggest.
  }
}

/** Returns the namespace that a line names. */
function namespaceIn(words: readonly string[]): string | undefined {
  const index = words.findIndex((word) => word === '-n' || word === '--namespace');
  if (index >= 0) return words[index + 1];
  const given = words.find((word) => /^(--namespace=|-n.)/.test(word));
  return given?.replace(/^(--namespace=|-n=?)/, '');
}
