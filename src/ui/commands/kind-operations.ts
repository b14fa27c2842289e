import type { Dialect } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type { CronJob } from '../../api/kinds/batch-v1.generated.ts';
import { INSTANTIATE_ANNOTATION } from '../../api/kubernetes-names.ts';
import { apiVersionOf } from '../../api/object.ts';
import { type DiscoveredResource, groupResourceKey } from '../../client/discovery.ts';
import { restartPatch } from '../../client/objects/rollout-patches.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import type { Application } from '../application.ts';
import type { ObjectName } from './delete-objects.ts';
import { setSchedulable } from './nodes/drain-node.ts';

interface OperationContext {
  readonly application: Pick<Application, 'client' | 'clusterClock'>;
  readonly dialect: Dialect;
  readonly address: ResourceAddress & { readonly name: string };
}

/** An operation on one or many objects of a kind that needs no input. */
export interface Operation {
  /** The verb: `Restart`. */
  readonly title: string;
  /** The verb in the past: `Restarted`. */
  readonly done: string;
  /** @throws ApiError */
  readonly run: (context: OperationContext) => Promise<unknown>;
}

/** The outcome of an operation on one object. */
export interface Outcome extends ObjectName {
  /** Undefined when it succeeded. */
  readonly error: unknown;
}

const suspend = ({ application, address }: OperationContext, isSuspended: boolean): Promise<unknown> =>
  application.client.patch(address, 'merge', { spec: { suspend: isSuspended } });

const RESTART: Operation = {
  title: 'Restart',
  done: 'Restarted',
  async run({ application, address, dialect }) {
    const { type, patch } = restartPatch(timeText(await application.clusterClock.getState().readNow()), dialect);
    return application.client.patch(address, type, patch);
  },
};
const SUSPENSIONS: readonly Operation[] = [
  {
    title: 'Suspend',
    done: 'Suspended',
    run: (context) => suspend(context, true),
  },
  {
    title: 'Resume',
    done: 'Resumed',
    run: (context) => suspend(context, false),
  },
];
const TRIGGER: Operation = { title: 'Trigger now', done: 'Triggered', run: triggerCronJob };
const CORDONS: readonly Operation[] = [
  {
    title: 'Cordon',
    done: 'Cordoned',
    run: ({ application, address: { name } }) => setSchedulable(application, { metadata: { name } }, false),
  },
  {
    title: 'Uncordon',
    done: 'Uncordoned',
    run: ({ application, address: { name } }) => setSchedulable(application, { metadata: { name } }, true),
  },
];

/** The operations by `group/resource`. */
const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  'apps/deployments': [RESTART],
  'apps/statefulsets': [RESTART],
  'apps/daemonsets': [RESTART],
  'batch/cronjobs': [TRIGGER, ...SUSPENSIONS],
  'batch/jobs': SUSPENSIONS,
  '/nodes': CORDONS,
};

export const operationsOf = (resource: DiscoveredResource): readonly Operation[] =>
  OPERATIONS[groupResourceKey(resource)] ?? [];

/** Creates a Job from the template of a CronJob, as `kubectl create job --from` does. */
async function triggerCronJob({ application: { client }, address, dialect }: OperationContext): Promise<unknown> {
  const { group, version, namespace = '' } = address;
  const { metadata, spec } = await client.get<CronJob>(address);
  const { name = '', uid = '' } = metadata;
  const template = spec?.jobTemplate;
  const apiVersion = apiVersionOf(group, version);
  return client.create(
    { group, version, resource: 'jobs', namespace },
    {
      apiVersion,
      kind: 'Job',
      metadata: {
        // Names of pods end with five more characters.
        generateName: `${name.slice(0, 44)}-manual-`,
        ...(template?.metadata?.labels ? { labels: template.metadata.labels } : {}),
        annotations: { ...template?.metadata?.annotations, [dialect.rename(INSTANTIATE_ANNOTATION)]: 'manual' },
        ownerReferences: [{ apiVersion, kind: 'CronJob', name, uid, controller: true }],
      },
      spec: template?.spec,
    },
  );
}

/** Runs an operation on objects, and returns the outcome of each. */
export const operate = (
  application: OperationContext['application'],
  { group, version, resource }: DiscoveredResource,
  operation: Operation,
  names: readonly ObjectName[],
  dialect: Dialect,
): Promise<Outcome[]> =>
  Promise.all(
    names.map(async (object): Promise<Outcome> => {
      const { name, namespace } = object;
      const address = { group, version, resource, name, ...(namespace ? { namespace } : {}) };
      return operation.run({ application, dialect, address }).then(
        () => ({ ...object, error: undefined }),
        (error: unknown) => ({ ...object, error }),
      );
    }),
  );
