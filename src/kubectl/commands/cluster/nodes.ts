import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { goDurationText, parseDuration } from '../../../api/values/duration.ts';
import { ApiError } from '../../../client/api-error.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import { type DrainObstacle, planDrain } from '../../../client/objects/drain-plan.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { CommandError, errorMessage, failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { addressOf, type FoundObject, readObjects, targetsOf } from '../../objects/targets.ts';
import { untilGone } from '../../objects/until-gone.ts';
import { nameOf } from '../../output/print-values.ts';
import { ALL, OUTPUT_FLAGS, SELECTOR_FLAGS, writeFlags } from '../shared-flags.ts';
import { dryRunOf, dryRunSuffix, printWritten, writeOptionsOf } from '../write-options.ts';

const nodesOf = async (invocation: Invocation): Promise<FoundObject[]> => {
  const { flags } = invocation;
  const names = flags.args.map((arg) => arg.replace(/^nodes?\//, ''));
  if (names.length === 0 && !flags.has('selector')) throw new CommandError(`error: USAGE: ${'NODE'} [flags]`);
  return readObjects(invocation, await targetsOf(invocation, ['nodes', ...names]));
};

async function setUnschedulable(
  invocation: Invocation,
  { object, target }: FoundObject,
  wanted: boolean,
): Promise<void> {
  const { client, out } = invocation;
  const { unschedulable = false } = object.spec as { unschedulable?: boolean };
  const done = wanted ? 'cordoned' : 'uncordoned';
  if (unschedulable === wanted) return out(`${nameOf(object)} already ${done}${dryRunSuffix(invocation)}\n`);
  const patch = { spec: { unschedulable: wanted ? true : null } };
  if (dryRunOf(invocation) !== 'client')
    await client.patch(addressOf(target), 'strategic', patch, writeOptionsOf(invocation));
  out(`${nameOf(object)} ${done}${dryRunSuffix(invocation)}\n`);
}

const cordoning = (name: string, summary: string, wanted: boolean): Command => ({
  name,
  usage: 'NODE',
  summary,
  completes: 'nodes',
  flags: [...writeFlags('').slice(0, 1), ...SELECTOR_FLAGS.slice(0, 1)],
  async run(invocation) {
    for (const node of await nodesOf(invocation)) await setUnschedulable(invocation, node, wanted);
  },
});

export const cordon = cordoning('cordon', 'Keep new pods off a node.', true);
export const uncordon = cordoning('uncordon', 'Let new pods onto a node again.', false);

export const drain: Command = {
  name: 'drain',
  usage: 'NODE [--ignore-daemonsets] [--delete-emptydir-data] [--force]',
  summary: 'Keep new pods off a node and evict its pods.',
  completes: 'nodes',
  flags: [
    ...writeFlags('').slice(0, 1),
    ...SELECTOR_FLAGS.slice(0, 1),
    flag('ignore-daemonsets', 'bool', 'Leave pods of daemon sets on the node.'),
    flag('delete-emptydir-data', 'bool', 'Evict pods although their emptyDir volumes are lost.'),
    flag('force', 'bool', 'Evict pods without a controller, which nothing replaces.'),
    flag('disable-eviction', 'bool', 'Delete pods instead of evicting them, regardless of disruption budgets.'),
    flag('grace-period', 'int', 'Seconds for the pods to terminate; -1: as they say.', '-1'),
    flag('timeout', 'duration', 'Longest time to wait for a pod; 0 for no limit.', '0s'),
  ],
  async run(invocation) {
    const nodes = await nodesOf(invocation);
    for (const node of nodes) await setUnschedulable(invocation, node, true);
    for (const node of nodes) {
      await evictPods(invocation, node.object);
      invocation.out(`${nameOf(node.object)} drained${dryRunSuffix(invocation)}\n`);
    }
  },
};

const OBSTACLES: Readonly<Record<DrainObstacle, string>> = {
  'daemon set': 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)',
  'local data': 'cannot delete Pods with local storage (use --delete-emptydir-data to override)',
  'no controller': 'cannot delete Pods declare no controller (use --force to override)',
};

async function evictPods(invocation: Invocation, { metadata }: AnyObject): Promise<void> {
  const { client, environment, err, flags, out, signal } = invocation;
  const resource = await typeNamed(environment, 'pods');
  const pods = await listAll(client, resource, undefined, { fieldSelector: `spec.nodeName=${metadata.name}` });
  const options = {
    ignoreDaemonSets: flags.is('ignore-daemonsets'),
    deleteEmptyDirData: flags.is('delete-emptydir-data'),
    force: flags.is('force'),
  };
  const { evicted, ignored, obstacles } = planDrain(pods as readonly Pod[], options, environment.dialect());
  const problems = textsOf(obstacles.map(({ pod, obstacle }) => [OBSTACLES[obstacle], pod]));
  if (problems.length > 0) throw drainFailure(metadata.name, problems);
  const warnings = textsOf([
    ...ignored.filter(isOfDaemonSet).map((pod) => ['ignoring DaemonSet-managed Pods', pod] as const),
    ...evicted.filter(isLost).map((pod) => ['deleting Pods that declare no controller', pod] as const),
  ]);
  if (warnings.length > 0) err(`Warning: ${warnings.join('; ')}\n`);
  for (const pod of evicted)
    out(`evicting pod ${pod.metadata.namespace}/${pod.metadata.name}${dryRunSuffix(invocation)}\n`);
  if (dryRunOf(invocation) !== 'none') return;
  // At once, so that a pod that a disruption budget protects does not delay the others.
  const outcomes = await Promise.allSettled(evicted.map((pod) => evict(invocation, pod)));
  signal.throwIfAborted();
  const failures = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => errorMessage(reason));
  if (failures.length > 0) throw drainFailure(metadata.name, failures);
}

/** Mirror pods stay without a warning. */
const isOfDaemonSet = (pod: Pod): boolean => controllerOf(pod)?.kind === 'DaemonSet';
const isLost = (pod: Pod): boolean => !controllerOf(pod) && !hasEnded(pod);

/** Returns each text with the names of its pods. */
function textsOf(pods: readonly (readonly [text: string, Pod])[]): string[] {
  const names = new Map<string, string[]>();
  for (const [text, { metadata }] of pods)
    names.set(text, [...(names.get(text) ?? []), `${metadata.namespace}/${metadata.name}`]);
  return [...names].map(([text, each]) => `${text}: ${each.join(', ')}`);
}

const drainFailure = (name: string | undefined, problems: readonly string[]): CommandError =>
  failure(
    `unable to drain node ${JSON.stringify(name)} due to error:[${problems.join(', ')}], continuing command...\nThere are pending nodes to be drained:\n ${name}\n${problems.join('\n')}`,
  );

const TOO_MANY_REQUESTS = 429;

/** Milliseconds between two attempts to evict a pod. */
const RETRY_INTERVAL = 5000;

/** Evicts a pod, and resolves when it is gone. @throws CommandError after the timeout, ApiError */
async function evict(invocation: Invocation, { metadata }: Pod): Promise<void> {
  const { client, environment, flags, out, err, signal } = invocation;
  const { namespace = '', name = '' } = metadata;
  const address = { group: '', version: 'v1', resource: 'pods', namespace, name };
  const grace = flags.number('grace-period');
  const deleteOptions = grace >= 0 ? { gracePeriodSeconds: grace } : {};
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
  const subject = `error when evicting pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)}`;
  const timeout = parseDuration(flags.text('timeout')) ?? 0;
  const late = `global timeout reached: ${goDurationText(timeout)}`;
  let waited = 0;
  for (; ; waited += RETRY_INTERVAL) {
    if (timeout > 0 && waited >= timeout) throw new CommandError(`${subject}: ${late}`);
    try {
      if (flags.is('disable-eviction')) await client.delete(address, deleteOptions);
      else await client.create({ ...address, subresource: 'eviction' }, eviction);
      break;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isNotFound) return;
      if (error.code !== TOO_MANY_REQUESTS) throw new CommandError(`${subject}: ${error.status.message}`);
      err(`${subject} (will retry after 5s): ${error.status.message}\n`);
      await environment.sleep(RETRY_INTERVAL, signal);
    }
  }
  if (!(await untilGone(invocation, address, timeout > 0 ? timeout - waited : 0)))
    throw new CommandError(
      `error when waiting for pod ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)} to terminate: ${late}`,
    );
  out(`pod/${name} evicted\n`);
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export const taint: Command = {
  name: 'taint',
  usage: 'nodes NAME... KEY[=VALUE]:EFFECT... KEY[:EFFECT]-...',
  summary: 'Add or remove taints, which keep pods off nodes.',
  examples: ['taint nodes a gpu=true:NoSchedule', 'taint nodes a gpu-'],
  completes: 'nodes',
  flags: [
    ...OUTPUT_FLAGS,
    ...SELECTOR_FLAGS.slice(0, 1),
    ...writeFlags('kubectl-taint'),
    ALL,
    flag('overwrite', 'bool', 'Allow existing taints to change.'),
  ],
  async run(invocation) {
    const { flags, client } = invocation;
    const [type, ...rest] = flags.args;
    if (!type || !/^(no|nodes?)$/.test(type))
      throw failure(`invalid resource type ${type ?? ''}, only node(s) is supported`);
    const specs = rest.filter((arg) => /[:=]|-$/.test(arg));
    const names = rest.filter((arg) => !specs.includes(arg));
    const removed = specs.filter((spec) => spec.endsWith('-')).map((spec) => spec.slice(0, -1));
    const added = specs.filter((spec) => !spec.endsWith('-')).map(readTaint);
    if (specs.length === 0) throw failure('at least one taint update is required');
    for (const { object, target } of await readObjects(invocation, await targetsOf(invocation, [type, ...names]))) {
      const { taints = [] } = object.spec as { taints?: Taint[] };
      const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
      if (!flags.is('overwrite') && added.some((one) => taints.some((other) => isSame(one, other))))
        throw failure(
          `node ${object.metadata.name} already has ${added.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
        );
      const missing = removed.filter((spec) => !taints.some((each) => matchesSpec(each, spec)));
      if (missing.length > 0)
        throw failure(missing.map((spec) => `taint ${JSON.stringify(spec)} not found`).join('\n'));
      const kept = taints.filter(
        (each) => !removed.some((spec) => matchesSpec(each, spec)) && !added.some((one) => isSame(one, each)),
      );
      const wanted = [...added, ...kept];
      const isSent = dryRunOf(invocation) !== 'client';
      const written = isSent
        ? await client.patch<AnyObject>(
            addressOf(target),
            'strategic',
            { spec: { taints: wanted } },
            writeOptionsOf(invocation),
          )
        : ({ ...object, spec: { ...(object.spec as object), taints: wanted } } as AnyObject);
      printWritten(
        invocation,
        written,
        added.length > 0 && removed.length > 0 ? 'modified' : added.length > 0 ? 'tainted' : 'untainted',
      );
    }
  },
};

/** Reports whether a taint is what `KEY-`, `KEY:EFFECT-` or `KEY=VALUE:EFFECT-` removes. The value does not matter. */
const matchesSpec = ({ key, effect }: Taint, spec: string): boolean =>
  [key, `${key}:${effect}`].includes(spec.replace(/=[^:]*/, ''));

function readTaint(spec: string): Taint {
  const [, key = '', value, effect = ''] = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(spec) ?? [];
  if (!EFFECTS.includes(effect))
    throw failure(`invalid taint spec: ${spec}, invalid taint effect: ${effect}, unsupported taint effect`);
  return { key, ...(value ? { value } : {}), effect };
}
