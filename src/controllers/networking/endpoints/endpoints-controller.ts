import type { Endpoints, Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../client/api-error.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { Controller, ControllerContext } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { OwnWrites } from '../../workloads/own-writes.ts';
import { isNamespaceTerminating, PODS } from '../../workloads/pods/pod-control.ts';
import { affectsEndpoints, podsOfService, SERVICES, selectsPods, servicesOfPod } from '../services/service-pods.ts';
import { TriggerTimes } from '../services/trigger-times.ts';
import { nextEndpoints, subsetsOf } from './service-endpoints.ts';

export const ENDPOINTS = { group: '', version: 'v1', resource: 'endpoints' };

/** Lists the pods of Services in Endpoints. */
export const endpointsController: Controller = {
  name: 'endpoints-controller',
  alias: 'endpoint',
  serviceAccount: 'endpoint-controller',
  eventSource: 'endpoint-controller',
  run(context) {
    const { informers, dialect, events, signal } = context;
    const services = informers.for<Service>(SERVICES);
    const pods = informers.for<Pod>(PODS);
    const endpoints = informers.for<Endpoints>(ENDPOINTS);
    const triggerTimes = new TriggerTimes();
    const ownWrites = new OwnWrites();
    /** Keys of Services that wait until the informer shows the writes for them. */
    const waiting = new Set<string>();
    const reconciler = new Reconciler<Service>({
      ...context,
      name: endpointsController.name,
      informer: services,
      async reconcile(service, client) {
        const key = objectKey(service);
        const current = endpoints.get(key);
        if (!selectsPods(service)) return undefined;
        if (current && !ownWrites.isCurrent(current)) {
          waiting.add(key);
          return undefined;
        }
        waiting.delete(key);
        const selected = podsOfService(service, pods);
        const triggerTime = triggerTimes.next(service, selected);
        const wanted = nextEndpoints(service, subsetsOf(service, selected), current, { dialect, triggerTime });
        if (!wanted) return undefined;
        const written = await write(wanted, current !== undefined, { client, events });
        if (written) ownWrites.add(written);
        return undefined;
      },
      async removed(key, client) {
        triggerTimes.forget(key);
        waiting.delete(key);
        const [namespace = '', name = ''] = key.split('/');
        try {
          await client.delete({ ...ENDPOINTS, namespace, name });
        } catch (error) {
          if (!(error instanceof ApiError && error.isNotFound)) throw error;
        }
      },
    });
    reconciler.watch(pods, (pod) => servicesOfPod(pod, services), {
      affects: affectsEndpoints,
      delay: context.flags['endpoint-updates-batch-period'],
    });
    // Endpoints without a Service belong to another component. Edited Endpoints stay until their Service changes.
    reconciler.watch(endpoints, (object) => (services.get(objectKey(object)) ? [objectKey(object)] : []), {
      affects: (object) => waiting.has(objectKey(object)),
    });
    return reconciler.run(signal);
  },
};

/** Creates or updates Endpoints, and reports a failure. Returns undefined when a retry would also fail. */
async function write(
  wanted: Endpoints,
  exists: boolean,
  { client, events }: Pick<ControllerContext, 'client' | 'events'>,
): Promise<Endpoints | undefined> {
  const { namespace = '', name = '' } = wanted.metadata;
  const address = { ...ENDPOINTS, namespace };
  try {
    return await (exists ? client.update({ ...address, name }, wanted) : client.create(address, wanted));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isNamespaceTerminating(error)) return undefined;
    const [reason, attempt] = exists
      ? ['FailedToUpdateEndpoint', `Failed to update endpoint ${namespace}/${name}`]
      : ['FailedToCreateEndpoint', `Failed to create endpoint for service ${namespace}/${name}`];
    events.record(wanted, 'Warning', reason, `${attempt}: ${error.message}`);
    // A pod without a node makes them invalid until it is scheduled.
    if (error.code === 422) return undefined;
    throw error;
  }
}
