import { isOfCoreKind } from '../../../api/object.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { inner } from '../../describe/fields.ts';
import { ObjectPatcher } from '../../objects/object-patcher.ts';
import { sameValue } from '../../objects/same-value.ts';
import { addressOf, readObjects, requireResource, targetsOf } from '../../objects/targets.ts';
import { nameOf } from '../../output/print-values.ts';
import { literalPairs } from '../generators/data-pairs.ts';
import { ALL, FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS, writeFlags } from '../shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from '../write-options.ts';

const FLAGS = [
  ...OUTPUT_FLAGS,
  ...FILE_FLAGS,
  ...SELECTOR_FLAGS,
  ...writeFlags('kubectl-set'),
  ALL,
  flag('containers,c', 'string', 'Names of the containers; * stands for any text.', '*'),
];

interface Container {
  readonly name: string;
  image?: string;
  env?: { name: string; value?: string }[];
  resources?: Record<string, Record<string, string>>;
}
interface PodSpec {
  containers?: Container[];
  initContainers?: Container[];
  serviceAccountName?: string;
}

const TEMPLATE = ['spec', 'template', 'spec'];

/** The path of the pod spec in each kind that has one. */
const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  'core/Pod': ['spec'],
  'core/ReplicationController': TEMPLATE,
  'apps/Deployment': TEMPLATE,
  'apps/DaemonSet': TEMPLATE,
  'apps/ReplicaSet': TEMPLATE,
  'apps/StatefulSet': TEMPLATE,
  'batch/Job': TEMPLATE,
  'batch/CronJob': ['spec', 'jobTemplate', ...TEMPLATE],
};

/** Returns the pod spec within an object. @throws CommandError when it has none */
function podSpecOf(object: AnyObject, { environment }: Invocation): PodSpec {
  const path = POD_SPECS[kindKeyOf(object, environment.dialect())];
  if (!path) throw failure(`the object is not a pod or does not have a pod template: ${object.kind}`);
  return inner(object, ...path);
}

/** Changes objects and sends what differs. */
async function changeObjects(
  invocation: Invocation,
  names: readonly string[],
  done: string,
  change: (object: AnyObject) => void,
): Promise<void> {
  const { client, flags, out, environment } = invocation;
  const patcher = new ObjectPatcher(client, environment.dialect());
  for (const { object, target } of await readObjects(invocation, await targetsOf(invocation, names))) {
    const changed = structuredClone(object);
    change(changed);
    if (sameValue(changed, object)) {
      if (flags.text('output')) out(`${nameOf(object)}\n`);
      continue;
    }
    const isSent = dryRunOf(invocation) !== 'client';
    const states = { original: object, modified: changed, current: object };
    const written = isSent
      ? await patcher.patch<AnyObject>(target.resource, addressOf(target), states, writeOptionsOf(invocation))
      : changed;
    printWritten(invocation, written ?? object, done);
  }
}

const selects = ({ flags }: Invocation, { name }: Container): boolean => {
  const pattern = flags
    .text('containers')
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(name);
};

const isPair = (arg: string): boolean => /^[^/=]+=/.test(arg) || (/-$/.test(arg) && !arg.includes('/'));

const setImage: Command = {
  name: 'set image',
  usage: 'TYPE NAME CONTAINER=IMAGE...',
  summary: 'Change the images of containers.',
  examples: ['set image deployment/web nginx=nginx:1.27', 'set image deploy web *=nginx:1.27'],
  completes: 'type-name',
  flags: FLAGS,
  async run(invocation) {
    const { args } = invocation.flags;
    const images = literalPairs(args.filter(isPair));
    if (images.length === 0) throw failure('at least one image update is required');
    return changeObjects(
      invocation,
      args.filter((arg) => !isPair(arg)),
      'image updated',
      (object) => {
        const { containers = [], initContainers = [] } = podSpecOf(object, invocation);
        for (const [name, image] of images) {
          const matching = [...initContainers, ...containers].filter(
            (container) => name === '*' || container.name === name,
          );
          if (matching.length === 0) throw failure(`unable to find container named ${JSON.stringify(name)}`);
          for (const container of matching) container.image = image;
        }
      },
    );
  },
};

const setEnv: Command = {
  name: 'set env',
  usage: 'TYPE NAME NAME=VALUE... NAME-...',
  summary: 'Change environment variables of containers.',
  examples: ['set env deployment/web MODE=fast', 'set env deployment/web MODE-', 'set env deployment/web --list'],
  completes: 'type-name',
  flags: [
    ...FLAGS,
    flag('list', 'bool', 'Print the variables.'),
    flag('env,e', 'array', 'Variable NAME=VALUE.'),
    flag('overwrite', 'bool', 'Replace existing variables.', 'true'),
  ],
  async run(invocation) {
    const { flags, out } = invocation;
    const given = [...flags.args.filter(isPair), ...flags.list('env')];
    const names = flags.args.filter((arg) => !isPair(arg));
    if (flags.is('list')) {
      for (const { object } of await readObjects(invocation, await targetsOf(invocation, names)))
        for (const container of podSpecOf(object, invocation).containers ?? []) {
          out(`# ${object.kind} ${object.metadata.name}, container ${container.name}\n`);
          for (const { name, value = '' } of container.env ?? []) out(`${name}=${value}\n`);
        }
      return;
    }
    if (given.length === 0) throw failure('at least one environment variable must be provided');
    const removed = given.filter((each) => !each.includes('=')).map((each) => each.slice(0, -1));
    const added = literalPairs(given.filter((each) => each.includes('=')));
    return changeObjects(invocation, names, 'env updated', (object) => {
      for (const container of (podSpecOf(object, invocation).containers ?? []).filter((each) =>
        selects(invocation, each),
      )) {
        const existing = container.env?.find(({ name }) => added.some(([key]) => key === name));
        if (existing && !flags.is('overwrite'))
          throw failure(`'${existing.name}' already has a value (${existing.value}), and --overwrite is false`);
        const kept = (container.env ?? []).filter(
          ({ name }) => !removed.includes(name) && !added.some(([key]) => key === name),
        );
        container.env = [...kept, ...added.map(([name, value]) => ({ name, value }))];
      }
    });
  },
};

const amounts = (text: string): Record<string, string> =>
  Object.fromEntries(literalPairs(text.split(',').filter(Boolean)));

const setResources: Command = {
  name: 'set resources',
  usage: 'TYPE NAME [--limits=cpu=1,memory=1Gi] [--requests=…]',
  summary: 'Change the requests and limits of containers.',
  completes: 'type-name',
  flags: [
    ...FLAGS,
    flag('limits', 'string', 'Limits: cpu=200m,memory=512Mi.'),
    flag('requests', 'string', 'Requests: cpu=100m,memory=256Mi.'),
  ],
  async run(invocation) {
    const { flags } = invocation;
    requireResource(invocation);
    if (!flags.has('limits') && !flags.has('requests'))
      throw failure('you must specify an update to requests or limits (in the form of --requests/--limits)');
    return changeObjects(invocation, flags.args, 'resource requirements updated', (object) => {
      for (const container of (podSpecOf(object, invocation).containers ?? []).filter((each) =>
        selects(invocation, each),
      ))
        for (const name of ['limits', 'requests']) {
          if (!flags.has(name)) continue;
          container.resources ??= {};
          container.resources[name] = { ...container.resources[name], ...amounts(flags.text(name)) };
        }
    });
  },
};

const setServiceAccount: Command = {
  name: 'set serviceaccount',
  usage: 'TYPE NAME SERVICE-ACCOUNT',
  summary: 'Change the service account of pods.',
  completes: 'type-name',
  flags: FLAGS,
  async run(invocation) {
    const { args } = invocation.flags;
    const account = args.at(-1);
    if (args.length < 2 || account === undefined) throw failure('serviceaccount is required');
    return changeObjects(invocation, args.slice(0, -1), 'serviceaccount updated', (object) => {
      podSpecOf(object, invocation).serviceAccountName = account;
    });
  },
};

const setSelector: Command = {
  name: 'set selector',
  usage: 'TYPE NAME KEY=VALUE[,KEY=VALUE]',
  summary: 'Change the selector of a service.',
  completes: 'type-name',
  flags: FLAGS,
  async run(invocation) {
    const { args } = invocation.flags;
    const selector = Object.fromEntries(literalPairs((args.at(-1) ?? '').split(',')));
    return changeObjects(invocation, args.slice(0, -1), 'selector updated', (object) => {
      if (!isOfCoreKind(object, 'Service')) throw failure(`setting a selector is only supported for Services`);
      (object.spec as { selector?: unknown }).selector = selector;
    });
  },
};

export const SET_COMMANDS: readonly Command[] = [setImage, setEnv, setResources, setServiceAccount, setSelector];
