import { isRecord } from '../../../api/object.ts';
import { readDuration } from '../../../api/values/duration.ts';
import { deploymentRevision } from '../../../client/objects/revisions.ts';
import { type Patch, pausePatch, restartPatch, undoPatch } from '../../../client/objects/rollout-patches.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { groupKindOf } from '../../objects/resource-types.ts';
import { sameValue } from '../../objects/same-value.ts';
import { addressOf, readObjects, requireResource, type Target, targetsOf } from '../../objects/targets.ts';
import { nameOf, printValue } from '../../output/print-values.ts';
import { FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS, writeFlags } from '../shared-flags.ts';
import { dryRunOf, dryRunSuffix, printWritten, writeOptionsOf } from '../write-options.ts';
import { revisionsOf, templateText } from './revisions.ts';
import { rolloutProgress } from './rollout-progress.ts';

const MANAGED = [...FILE_FLAGS, ...SELECTOR_FLAGS];

/** Milliseconds between two reads of an object whose rollout is awaited. */
const INTERVAL = 500;

type Spec = Record<string, unknown>;
const specOf = (object: AnyObject): Spec => (isRecord(object.spec) ? object.spec : {});

const isOf = ({ resource }: Target, ...plurals: readonly string[]): boolean =>
  resource.group === 'apps' && plurals.includes(resource.resource);

/** Returns the name of an object in errors: `deployments.apps "web"`. */
const quotedName = ({ resource, name = '' }: Target): string =>
  `${resource.resource}${resource.group ? `.${resource.group}` : ''} ${JSON.stringify(name)}`;

const history: Command = {
  name: 'rollout history',
  usage: 'TYPE NAME | TYPE/NAME [--revision=N]',
  summary: 'List the revisions of a workload.',
  examples: ['rollout history deployment/web', 'rollout history deployment/web --revision=2'],
  completes: 'type-name',
  flags: [...OUTPUT_FLAGS, ...MANAGED, flag('revision', 'int', 'Print this revision.', '0')],
  async run(invocation) {
    const { flags, out } = invocation;
    requireResource(invocation, 'required resource not specified');
    const wanted = flags.number('revision');
    for (const { object } of await readObjects(invocation, await targetsOf(invocation))) {
      const revisions = await revisionsOf(invocation, object);
      if (flags.has('output')) {
        const chosen = wanted > 0 ? revisions.find(({ number }) => number === wanted) : revisions.at(-1);
        if (!chosen) throw failure('unable to find the specified revision');
        out(printValue(chosen.holder, flags.text('output')));
      } else if (wanted > 0) {
        const chosen = revisions.find(({ number }) => number === wanted);
        if (!chosen) throw failure('unable to find the specified revision');
        out(`${nameOf(object)} with revision #${wanted}\n${templateText(chosen)}\n`);
      } else if (revisions.length === 0) out(`${nameOf(object)} \nNo rollout history found.\n`);
      else {
        const rows = revisions.map(
          ({ number, changeCause }) => `${String(number).padEnd(10)}${changeCause || '<none>'}\n`,
        );
        out(`${nameOf(object)} \nREVISION  CHANGE-CAUSE\n${rows.join('')}\n`);
      }
    }
  },
};

const status: Command = {
  name: 'rollout status',
  usage: 'TYPE NAME | TYPE/NAME',
  summary: 'Wait until a rollout is complete.',
  completes: 'type-name',
  flags: [
    ...MANAGED,
    flag('watch,w', 'bool', 'Wait until the rollout is complete.', 'true'),
    flag('timeout', 'duration', 'Longest time to wait.', '0s'),
    flag('revision', 'int', 'Fail when a deployment is at another revision.', '0'),
  ],
  async run(invocation) {
    requireResource(invocation, 'required resource not specified');
    for (const { target } of await readObjects(invocation, await targetsOf(invocation)))
      await awaitRollout(invocation, target);
  },
};

async function awaitRollout({ client, flags, out, environment, signal }: Invocation, target: Target): Promise<void> {
  const timeout = readDuration(flags.text('timeout'));
  const wanted = flags.number('revision');
  let last = '';
  for (let waited = 0; ; waited += INTERVAL) {
    const object = await client.get<AnyObject>(addressOf(target));
    const running = deploymentRevision(object, environment.dialect());
    if (wanted > 0 && isOf(target, 'deployments') && wanted !== running)
      throw failure(`desired revision (${wanted}) is different from the running revision (${running})`);
    const { message, isDone } = rolloutProgress(object, environment.dialect());
    if (message !== last) out(message);
    last = message;
    if (isDone || !flags.is('watch')) return;
    if (timeout > 0 && waited >= timeout) throw failure('timed out waiting for the condition');
    await environment.sleep(INTERVAL, signal);
  }
}

/** A subcommand that changes the object: it returns the patch, or fails. */
const changing = (
  name: string,
  summary: string,
  done: string,
  patchOf: (object: AnyObject, target: Target, invocation: Invocation) => Patch,
): Command => ({
  name: `rollout ${name}`,
  usage: 'TYPE NAME | TYPE/NAME',
  summary,
  completes: 'type-name',
  flags: [...OUTPUT_FLAGS, ...MANAGED, ...writeFlags('kubectl-rollout').slice(1)],
  async run(invocation) {
    const { flags } = invocation;
    if (flags.args.length === 0 && !flags.has('filename')) throw failure('required resource not specified');
    // As in kubectl, a type without names stands for all its objects in the namespace.
    const targets = await targetsOf(invocation, flags.args, { allowsCollections: true });
    for (const { object, target } of await readObjects(invocation, targets)) {
      const { type, patch } = patchOf(object, target, invocation);
      printWritten(
        invocation,
        await invocation.client.patch<AnyObject>(addressOf(target), type, patch, writeOptionsOf(invocation)),
        done,
      );
    }
  },
});

const pause = changing('pause', 'Pause a deployment.', 'paused', (object, target) => {
  if (!isOf(target, 'deployments')) throw failure(`${quotedName(target)} pausing is not supported`);
  if (specOf(object).paused === true) throw failure(`${quotedName(target)} is already paused`);
  return pausePatch(true);
});

const resume = changing('resume', 'Resume a paused deployment.', 'resumed', (object, target) => {
  if (!isOf(target, 'deployments')) throw failure(`${quotedName(target)} resuming is not supported`);
  if (specOf(object).paused !== true) throw failure(`${quotedName(target)} is not paused`);
  return pausePatch(false);
});

const RESTARTABLE = ['deployments', 'daemonsets', 'statefulsets'];

const restart = changing(
  'restart',
  'Replace all pods of a workload.',
  'restarted',
  (object, target, { environment }) => {
    if (!isOf(target, ...RESTARTABLE)) throw failure(`${quotedName(target)} restarting is not supported`);
    if (specOf(object).paused === true)
      throw failure(`${quotedName(target)} can't restart paused deployment (run rollout resume first)`);
    const time = new Date(environment.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    return restartPatch(time, environment.dialect());
  },
);

const undo: Command = {
  name: 'rollout undo',
  usage: 'TYPE NAME | TYPE/NAME [--to-revision=N]',
  summary: 'Return to an earlier revision.',
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...MANAGED,
    ...writeFlags('').slice(0, 1),
    flag('to-revision', 'int', 'The revision; 0 is the previous one.', '0'),
  ],
  async run(invocation) {
    const { flags, client, environment, out } = invocation;
    requireResource(invocation, 'required resource not specified');
    for (const { object, target } of await readObjects(invocation, await targetsOf(invocation))) {
      const revisions = await revisionsOf(invocation, object);
      if (specOf(object).paused === true)
        throw failure(
          `you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again`,
        );
      const wanted = flags.number('to-revision');
      const chosen = wanted > 0 ? revisions.find(({ number }) => number === wanted) : revisions.at(-2);
      if (wanted > 0 && !chosen) throw failure(`unable to find specified revision ${wanted} in history`);
      if (!chosen)
        throw failure(
          `no rollout history found for ${groupKindOf(target.resource).split('.')[0]} ${JSON.stringify(target.name)}`,
        );
      if (sameValue(chosen.template, specOf(object).template)) {
        out(`${nameOf(object)} skipped rollback (current template already matches revision ${chosen.number})\n`);
        continue;
      }
      const { type, patch } = undoPatch(object, chosen.holder, environment.dialect());
      if (dryRunOf(invocation) !== 'client')
        await client.patch(addressOf(target), type, patch, writeOptionsOf(invocation));
      out(`${nameOf(object)} rolled back${dryRunSuffix(invocation)}\n`);
    }
  },
};

export const ROLLOUT_COMMANDS: readonly Command[] = [status, history, undo, restart, pause, resume];
