import type { PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import { compareQuantities, parseQuantity } from '../../api/values/quantity.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { requestOf } from './claim-matching.ts';
import { CLAIMS } from './volume-names.ts';

const MESSAGE =
  "Ignoring the PVC: didn't find a plugin capable of expanding the volume; waiting for an external controller to process this PVC.";

/** Reports claims that request more than their capacity. The drivers that provisioned the volumes expand them. */
export const volumeExpander: Controller = {
  name: 'persistentvolume-expander-controller',
  alias: 'persistentvolume-expander',
  serviceAccount: 'expand-controller',
  eventSource: 'volume_expand',
  run(context) {
    const { informers, events, signal } = context;
    /** The requested size that was last reported, by UID. */
    const reported = new Map<string, string>();
    const informer = informers.for<PersistentVolumeClaim>(CLAIMS);
    const reconciler = new Reconciler<PersistentVolumeClaim>({
      ...context,
      name: volumeExpander.name,
      informer,
      async reconcile(claim) {
        const { uid = '' } = claim.metadata;
        const request = requestOf(claim);
        const capacity = parseQuantity(String(claim.status?.capacity?.storage ?? '0'));
        const isWaiting = claim.status?.phase === 'Bound' && compareQuantities(request, capacity) > 0;
        if (!isWaiting) reported.delete(uid);
        else if (reported.get(uid) !== request.text) {
          reported.set(uid, request.text ?? '');
          events.record(claim, 'Normal', 'ExternalExpanding', MESSAGE);
        }
        return undefined;
      },
    });
    const unsubscribe = informer.subscribe({ deleted: ({ metadata }) => reported.delete(metadata.uid ?? '') });
    return reconciler.run(signal).finally(unsubscribe);
  },
};
