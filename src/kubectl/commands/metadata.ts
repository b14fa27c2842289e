import { isQualifiedName, isValidLabelValue } from '../../api/names.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { failure } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { sameValue } from '../objects/same-value.ts';
import { addressOf, readObjects, targetsOf } from '../objects/targets.ts';
import { ALL, ALL_NAMESPACES, FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS, writeFlags } from './shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from './write-options.ts';

type Field = 'labels' | 'annotations';

const flagsOf = (manager: string) => [
  ...OUTPUT_FLAGS,
  ...FILE_FLAGS,
  ...SELECTOR_FLAGS,
  ...writeFlags(manager),
  ALL,
  ALL_NAMESPACES,
  flag('overwrite', 'bool', 'Allow existing values to change.'),
  flag('resource-version', 'string', 'Only change the object at this version.'),
  flag('list', 'bool', 'Print the values of each object.'),
];

export const label: Command = {
  name: 'label',
  usage: 'TYPE NAME... KEY=VALUE... KEY-...',
  summary: 'Add, change or remove labels.',
  examples: ['label pod web tier=front', 'label pod web tier-', 'label pods --all env=test --overwrite'],
  completes: 'type-name',
  flags: flagsOf('kubectl-label'),
  run: (invocation) => changeMetadata(invocation, 'labels'),
};

export const annotate: Command = {
  name: 'annotate',
  usage: 'TYPE NAME... KEY=VALUE... KEY-...',
  summary: 'Add, change or remove annotations.',
  examples: ["annotate pod web note='see runbook'", 'annotate pod web note-'],
  completes: 'type-name',
  flags: flagsOf('kubectl-annotate'),
  run: (invocation) => changeMetadata(invocation, 'annotations'),
};

interface Changes {
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

async function changeMetadata(invocation: Invocation, field: Field): Promise<void> {
  const { flags, client, out } = invocation;
  const start = flags.args.findIndex(
    (arg) => /^[^=]+(=|-$)/.test(arg) && !arg.startsWith('-') && (arg.includes('=') || arg.endsWith('-')),
  );
  const names = start < 0 ? flags.args : flags.args.slice(0, start);
  const pairs = start < 0 ? [] : flags.args.slice(start);
  const changes = changesOf(pairs, field);
  if (pairs.length === 0 && !flags.is('list'))
    throw failure(`at least one ${field === 'labels' ? 'label' : 'annotation'} update is required`);
  if (names.length === 0 && !flags.has('filename'))
    throw failure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  for (const { object, target } of await readObjects(invocation, await targetsOf(invocation, names))) {
    if (flags.is('list')) {
      out(
        Object.entries(object.metadata[field] ?? {})
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
      continue;
    }
    if (!flags.is('overwrite')) checkExisting(object, changes, field);
    const values = Object.fromEntries([...changes.added, ...[...changes.removed].map((name) => [name, null] as const)]);
    const isChanged = Object.entries(values).some(
      ([name, value]) => (object.metadata[field]?.[name] ?? null) !== value,
    );
    const patch = {
      metadata: {
        [field]: values,
        ...(flags.has('resource-version') ? { resourceVersion: flags.text('resource-version') } : {}),
      },
    };
    const isSent = dryRunOf(invocation) !== 'client' && (isChanged || field === 'annotations');
    const written = isSent
      ? await client.patch<AnyObject>(addressOf(target), 'merge', patch, writeOptionsOf(invocation))
      : dryRunOf(invocation) === 'client'
        ? withValues(object, field, values)
        : object;
    for (const name of changes.removed)
      if (field === 'labels' && object.metadata.labels?.[name] === undefined)
        out(`label ${JSON.stringify(name)} not found.\n`);
    printWritten(invocation, written, verbOf(object, changes, field, isChanged));
  }
}

/** Returns an object with changed labels or annotations; null removes one. */
function withValues(object: AnyObject, field: Field, values: Readonly<Record<string, string | null>>): AnyObject {
  const all = Object.entries({ ...object.metadata[field], ...values });
  const kept = Object.fromEntries(all.filter(([, value]) => value !== null));
  return { ...object, metadata: { ...object.metadata, [field]: kept } };
}

function verbOf({ metadata }: AnyObject, { added, removed }: Changes, field: Field, isChanged: boolean): string {
  if (field === 'annotations') return 'annotated';
  if (!isChanged) return 'not labeled';
  const isOnlyRemoved = added.size === 0 && [...removed].some((name) => metadata.labels?.[name] !== undefined);
  return isOnlyRemoved ? 'unlabeled' : 'labeled';
}

function checkExisting({ metadata }: AnyObject, { added }: Changes, field: Field): void {
  const existing = [...added].filter(([name, value]) => {
    const current = metadata[field]?.[name];
    return current !== undefined && (field === 'annotations' || !sameValue(current, value));
  });
  if (existing.length === 0) return;
  if (field === 'labels') {
    const [[name, _] = ['', '']] = existing;
    throw failure(`'${name}' already has a value (${metadata.labels?.[name]}), and --overwrite is false`);
  }
  const texts = existing.map(([name]) => `'${name}' already has a value (${metadata.annotations?.[name]})`);
  throw failure(`--overwrite is false but found the following declared annotation(s): ${texts.join('; ')}`);
}

function changesOf(pairs: readonly string[], field: Field): Changes {
  const added = new Map<string, string>();
  const removed = new Set<string>();
  for (const pair of pairs) {
    const index = pair.indexOf('=');
    if (index > 0) {
      const [name, value] = [pair.slice(0, index), pair.slice(index + 1)];
      if (field === 'labels') checkLabel(pair, value);
      else {
        const problems = isQualifiedName(name);
        if (problems.length > 0) throw failure(`invalid annotation key: ${name}: ${problems.join('; ')}`);
      }
      added.set(name, value);
    } else if (pair.endsWith('-')) removed.add(pair.slice(0, -1));
    else throw failure(field === 'labels' ? `unknown label spec: ${pair}` : `invalid annotation format: ${pair}`);
  }
  for (const name of removed)
    if (added.has(name))
      throw failure(
        `can not both modify and remove ${field === 'labels' ? 'a label' : 'an annotation'} in the same command`,
      );
  return { added, removed };
}

/** Checks a value. The server checks the name. */
function checkLabel(pair: string, value: string): void {
  const problems = isValidLabelValue(value);
  if (problems.length > 0) throw failure(`invalid label value: ${JSON.stringify(pair)}: ${problems.join(';')}`);
}
