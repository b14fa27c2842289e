import type { Container, Event, Pod, PodSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { seededRandom } from '../../scheduler/fake-cluster.ts';
import { openSimulatedCluster } from '../simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

interface PodOptions extends Partial<PodSpec> {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

export type SteeredPods = Awaited<ReturnType<typeof openSteeredPods>>;

/** Opens a cluster with one simulated node and a manual clock. */
export async function openSteeredPods() {
  const clock = new ManualClock();
  const controllers = 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount';
  const cluster = await openSimulatedCluster(1, controllers, { clock, random: seededRandom(1) });
  await clock.advance(5000);
  const { client } = cluster;
  const statusOf = async (name: string) => (await client.get<Pod>({ ...PODS, name })).status ?? {};
  const eventsOf = async (name: string): Promise<Event[]> => {
    const { items } = await client.list<Event>({ ...PODS, resource: 'events' });
    return items.filter(
      ({ involvedObject, source }) => involvedObject.name === name && source?.component === 'kubelet',
    );
  };
  return {
    clock,
    cluster,
    create: ({ annotations = {}, finalizers = [], ...spec }: PodOptions, name = 'pod') =>
      client.create(PODS, { metadata: { name, annotations, finalizers }, spec: { containers: [app()], ...spec } }),
    patch: (body: object, subresource?: string, name = 'pod') =>
      client.patch({ ...PODS, name, ...(subresource ? { subresource } : {}) }, 'strategic', body),
    delete: (name = 'pod') => client.delete({ ...PODS, name }),
    pod: (name = 'pod') => client.get<Pod>({ ...PODS, name }),
    status: (name = 'pod') => statusOf(name),
    /** Returns the status of the container `app`. */
    app: async (name = 'pod') => (await statusOf(name)).containerStatuses?.find((each) => each.name === 'app'),
    condition: async (type: string, name = 'pod') =>
      (await statusOf(name)).conditions?.find((condition) => condition.type === type),
    /** Returns the kubelet's events for a pod as `reason: message`, in order. */
    events: async (name = 'pod') => (await eventsOf(name)).map(({ reason, message }) => `${reason}: ${message}`),
    /** Returns the kubelet's last event for a pod with a reason. */
    event: async (reason: string, name = 'pod') => (await eventsOf(name)).findLast((event) => event.reason === reason),
    close: () => cluster.close(),
  };
}

export const app = (fields: Partial<Container> = {}): Container => ({ name: 'app', image: 'nginx:1.25', ...fields });
