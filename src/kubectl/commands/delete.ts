import { parseDuration } from '../../api/values/duration.ts';
import { ApiError } from '../../client/api-error.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { failure, withSource } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { groupKindOf } from '../objects/resource-types.ts';
import { addressOf, readObjects, requireResource, type Target, targetsOf } from '../objects/targets.ts';
import { untilGone } from '../objects/until-gone.ts';
import { nameOf } from '../output/print-values.ts';
import { reportAll } from './get.ts';
import { ALL, ALL_NAMESPACES, FILE_FLAGS, SELECTOR_FLAGS, writeFlags } from './shared-flags.ts';
import { dryRunOf, dryRunSuffix } from './write-options.ts';

export const DELETE_FLAGS = [
  flag(
    'cascade',
    'string',
    'background, foreground or orphan: what happens to dependents.',
    'background',
    'background',
  ),
  flag('grace-period', 'int', 'Seconds that the object has to terminate; -1 leaves it to the server.', '-1'),
  flag('force', 'bool', 'Delete without waiting for the confirmation of the node.'),
  flag('now', 'bool', 'Same as --grace-period=1.'),
  flag('wait', 'bool', 'Wait until the objects are gone.', 'true'),
  flag('timeout', 'duration', 'Longest time to wait; 0 for no limit.', '0s'),
  flag('ignore-not-found', 'bool', 'Succeed when an object does not exist.'),
];

export const remove: Command = {
  name: 'delete',
  usage: 'TYPE NAME... | TYPE/NAME... | TYPE -l SELECTOR | TYPE --all | -f FILE',
  summary: 'Delete objects.',
  examples: ['delete pod web', 'delete pods -l app=web', 'delete deployment web --cascade=orphan'],
  completes: 'type-name',
  flags: [
    ...writeFlags('').slice(0, 1),
    ...FILE_FLAGS,
    ...SELECTOR_FLAGS,
    ...DELETE_FLAGS,
    ALL,
    ALL_NAMESPACES,
    flag('output,o', 'string', 'name prints only the names.'),
    flag('raw', 'string', 'Path to delete.'),
  ],
  async run(invocation) {
    const { flags, client, out } = invocation;
    if (flags.has('raw')) {
      out(await (await client.request(flags.text('raw'), { method: 'DELETE' })).text());
      return 0;
    }
    requireResource(invocation);
    const isForced = flags.is('force') || (flags.has('grace-period') && flags.number('grace-period') === 0);
    if (isForced)
      invocation.err(
        'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
      );
    const targets = await targetsOf(invocation);
    const isCollection = targets.some(({ name }) => name === undefined);
    const found = isCollection ? (await readObjects(invocation, targets)).map(({ target }) => target) : targets;
    if (found.length === 0) {
      if (!flags.is('ignore-not-found')) out('No resources found\n');
      return 0;
    }
    return deleteTargets(invocation, found);
  },
};

/** Deletes objects, prints them, and waits until they are gone. @param verb printed instead of the usual one */
export async function deleteTargets(
  invocation: Invocation,
  targets: readonly Target[],
  verb?: string,
): Promise<number> {
  const { flags } = invocation;
  const failures: unknown[] = [];
  const deleted: Target[] = [];
  for (const target of targets) {
    try {
      await deleteOne(invocation, target, verb);
      deleted.push(target);
    } catch (error) {
      const isIgnored = error instanceof ApiError && error.isNotFound && flags.is('ignore-not-found');
      if (!isIgnored) failures.push(target.source ? withSource(error, 'deleting', target.source) : error);
    }
  }
  if (flags.is('wait') && dryRunOf(invocation) === 'none')
    for (const target of deleted) await awaitDeletion(invocation, target).catch((error) => failures.push(error));
  return reportAll(failures, invocation);
}

const METHOD_NOT_ALLOWED = 405;

async function awaitDeletion(invocation: Invocation, target: Target): Promise<void> {
  const timeout = parseDuration(invocation.flags.text('timeout')) ?? 0;
  const isGone = await untilGone(invocation, addressOf(target), timeout).catch((error: unknown) => {
    // A user who may delete an object may still not be allowed to read it.
    if (error instanceof ApiError && (error.isForbidden || error.code === METHOD_NOT_ALLOWED)) return true;
    throw error;
  });
  if (!isGone) throw failure(`timed out waiting for the condition on ${target.resource.resource}/${target.name}`);
}

const POLICIES = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const;

async function deleteOne(invocation: Invocation, target: Target, verb?: string): Promise<void> {
  const { flags, client, out } = invocation;
  const dryRun = dryRunOf(invocation);
  const grace = flags.is('now')
    ? 1
    : flags.is('force') && !flags.has('grace-period')
      ? 0
      : flags.number('grace-period');
  const cascade = flags.text('cascade') as keyof typeof POLICIES;
  if (dryRun !== 'client')
    await client.delete(addressOf(target), {
      propagationPolicy: POLICIES[cascade] ?? 'Background',
      dryRun: dryRun === 'server',
      ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    });
  const { resource, name = '' } = target;
  if (flags.text('output') === 'name')
    out(
      `${nameOf({ apiVersion: `${resource.group}/${resource.version}`, kind: resource.kind, metadata: { name } } as AnyObject)}\n`,
    );
  else
    out(
      `${groupKindOf(resource)} ${JSON.stringify(name)} ${verb ?? (grace === 0 ? 'force deleted' : 'deleted')}${dryRunSuffix(invocation)}\n`,
    );
}
