import type { Endpoints, Service } from '../../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { Controller, ControllerContext } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { ENDPOINTS } from '../endpoints/endpoints-controller.ts';
import { SERVICES } from '../services/service-pods.ts';
import { isMirrored, type MirrorPlan, planMirror } from './mirrored-slices.ts';
import { sliceIndex } from './slice-index.ts';
import { MIRROR_MANAGER } from './slice-names.ts';
import { SliceWriter, slicesAddress } from './slice-writer.ts';

/** Mirrors Endpoints that users write for Services without a selector into EndpointSlices. */
export const endpointSliceMirroringController: Controller = {
  name: 'endpointslice-mirroring-controller',
  alias: 'endpointslicemirroring',
  serviceAccount: 'endpointslicemirroring-controller',
  eventSource: 'endpoint-slice-mirroring-controller',
  run(context) {
    const { dialect, flags, informers, signal } = context;
    const services = informers.for<Service>(SERVICES);
    const slices = informers.for<EndpointSlice>(slicesAddress(dialect));
    const index = sliceIndex(MIRROR_MANAGER, dialect);
    slices.addIndexers({ [index.name]: index.ownersOf });
    const writer = new SliceWriter(dialect);
    const removeAll = (key: string, client: ApiClient): Promise<void> =>
      writer.write(key, { create: [], update: [], remove: slices.byIndex(index.name, key) }, { client });
    const reconciler = new Reconciler<Endpoints>({
      ...context,
      name: endpointSliceMirroringController.name,
      informer: informers.for<Endpoints>(ENDPOINTS),
      async reconcile(endpoints, client) {
        const key = objectKey(endpoints);
        const service = services.get(key);
        const held = slices.byIndex(index.name, key);
        if (!writer.areCurrent(key, held)) return undefined;
        if (!service || Object.keys(service.spec?.selector ?? {}).length > 0 || !isMirrored(endpoints, dialect)) {
          await removeAll(key, client);
          return undefined;
        }
        const plan = planMirror(endpoints, held, dialect, flags['mirroring-max-endpoints-per-subset']);
        reportSkipped(endpoints, plan, context);
        await writer.write(key, plan, { client, mayCreate: !endpoints.metadata.deletionTimestamp });
        return undefined;
      },
      async removed(key, client) {
        await removeAll(key, client);
        writer.forget(key);
      },
    });
    reconciler.watch(services, (service) => [objectKey(service)]);
    reconciler.watch(slices, index.ownersOf, { delay: flags['mirroring-endpointslice-updates-batch-period'] });
    const unsubscribe = slices.subscribe({
      deleted: (slice) => {
        for (const key of index.ownersOf(slice)) writer.deleted(key, slice);
      },
    });
    return reconciler.run(signal).finally(unsubscribe);
  },
};

function reportSkipped(
  endpoints: Endpoints,
  { invalid, skipped }: MirrorPlan,
  { events, flags }: Pick<ControllerContext, 'events' | 'flags'>,
): void {
  if (invalid > 0) {
    const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
    events.record(endpoints, 'Warning', 'InvalidIPAddress', message);
  }
  if (skipped > 0) {
    const limit = `A max of ${flags['mirroring-max-endpoints-per-subset']} addresses can be mirrored to EndpointSlices per Endpoints subset.`;
    events.record(endpoints, 'Warning', 'TooManyAddressesToMirror', `${limit} ${skipped} addresses were skipped`);
  }
}
