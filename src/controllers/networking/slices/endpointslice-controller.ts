import type { Node, Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { Controller } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { PODS } from '../../workloads/pods/pod-control.ts';
import { affectsEndpoints, podsOfService, SERVICES, selectsPods, servicesOfPod } from '../services/service-pods.ts';
import { LAST_CHANGE_TRIGGER_TIME, TriggerTimes } from '../services/trigger-times.ts';
import { TopologyHints } from './hints/topology-hints.ts';
import { affectsShares } from './hints/zone-shares.ts';
import { planSlices } from './service-slices.ts';
import { sliceIndex } from './slice-index.ts';
import { SLICE_MANAGER } from './slice-names.ts';
import { SliceWriter, slicesAddress } from './slice-writer.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** Lists the pods of Services in EndpointSlices. */
export const endpointSliceController: Controller = {
  name: 'endpointslice-controller',
  alias: 'endpointslice',
  serviceAccount: 'endpointslice-controller',
  eventSource: 'endpoint-slice-controller',
  run(context) {
    const { dialect, events, flags, informers, signal } = context;
    const maximum = flags['max-endpoints-per-slice'];
    const services = informers.for<Service>(SERVICES);
    const pods = informers.for<Pod>(PODS);
    const nodes = informers.for<Node>(NODES);
    const slices = informers.for<EndpointSlice>(slicesAddress(dialect));
    const index = sliceIndex(SLICE_MANAGER, dialect);
    slices.addIndexers({ [index.name]: index.ownersOf });
    const triggerTimes = new TriggerTimes();
    const writer = new SliceWriter(dialect);
    const triggerTimeKey = dialect.rename(LAST_CHANGE_TRIGGER_TIME);
    const hints = new TopologyHints(nodes, dialect);
    const waiting = new Map<string, Set<string>>();
    const reconciler = new Reconciler<Service>({
      ...context,
      name: endpointSliceController.name,
      informer: services,
      async reconcile(service, client) {
        const key = objectKey(service);
        const held = slices.byIndex(index.name, key).filter(({ metadata }) => !metadata.deletionTimestamp);
        if (!selectsPods(service) || !writer.areCurrent(key, held)) return undefined;
        const selected = podsOfService(service, pods);
        const triggerTime = triggerTimes.next(service, selected);
        const nodeOf = ({ spec }: Pod): Node | undefined => nodes.get(spec?.nodeName ?? '');
        const plan = planSlices({ service, pods: selected, nodeOf, slices: held, hints, dialect, maximum });
        const withTime = (slice: EndpointSlice): EndpointSlice => {
          const annotations = { ...slice.metadata.annotations, [triggerTimeKey]: triggerTime };
          return { ...slice, metadata: { ...slice.metadata, annotations: annotations as Record<string, string> } };
        };
        const fail = (problem: string): void =>
          events.record(
            service,
            'Warning',
            'FailedToUpdateEndpointSlices',
            `Error updating Endpoint Slices for Service ${key}: ${problem}`,
          );
        const changes = { ...plan, create: plan.create.map(withTime), update: plan.update.map(withTime) };
        await writer.write(key, changes, { client, mayCreate: !service.metadata.deletionTimestamp, failed: fail });
        for (const { type, reason, message } of plan.notices) events.record(service, type, reason, message);
        waiting.set(key, new Set(plan.skipped.map(({ spec }) => spec?.nodeName ?? '')));
        const skipped = plan.skipped.map(
          ({ metadata, spec }) =>
            `skipping Pod ${metadata.name} for Service ${key}: Node ${spec?.nodeName ?? ''} Not Found`,
        );
        if (skipped.length > 0) fail(skipped.length > 1 ? `[${skipped.join(', ')}]` : skipped.join());
        return undefined;
      },
      async removed(key) {
        waiting.delete(key);
        triggerTimes.forget(key);
        writer.forget(key);
        hints.forget(key);
      },
    });
    reconciler.watch(pods, (pod) => servicesOfPod(pod, services), {
      affects: affectsEndpoints,
      delay: flags['endpointslice-updates-batch-period'],
    });
    reconciler.watch(slices, index.ownersOf);
    // Services wait for the nodes of skipped pods, and their hints depend on the ready nodes.
    const awaited = ({ metadata }: Node): string[] =>
      [...waiting].filter(([, missing]) => missing.has(metadata.name ?? '')).map(([key]) => key);
    const affects = (node: Node, previous: Node): boolean =>
      node.metadata.uid !== previous.metadata.uid || affectsShares(node, previous, dialect);
    reconciler.watch(nodes, (node) => [...awaited(node), ...hints.nodesChanged()], { affects });
    const unsubscribe = slices.subscribe({
      deleted: (slice) => {
        for (const key of index.ownersOf(slice)) writer.deleted(key, slice);
      },
    });
    return reconciler.run(signal).finally(unsubscribe);
  },
};
