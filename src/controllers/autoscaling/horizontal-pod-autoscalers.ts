import type { HorizontalPodAutoscaler } from '../../api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { ScaleClient } from '../scaling/scale-client.ts';
import { isDeepEqual } from '../workloads/deep-equal.ts';
import { PODS } from '../workloads/pods/pod-control.ts';
import { AutoscalerSelectors } from './autoscaler-selectors.ts';
import { CustomMetricsClient } from './custom-metrics-client.ts';
import { AutoscalerSync } from './horizontal-pod-autoscaler.ts';
import { ResourceMetricsClient } from './metrics-client.ts';
import type { ScalingHistory } from './scaling-history.ts';

const AUTOSCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' };

/** Scales targets according to their metrics. */
export const horizontalPodAutoscalerController: Controller = {
  name: 'horizontal-pod-autoscaler-controller',
  alias: 'horizontalpodautoscaling',
  serviceAccount: 'horizontal-pod-autoscaler',
  eventSource: 'horizontal-pod-autoscaler',
  run(context) {
    const { client, clock, dialect, events, flags, informers, signal } = context;
    const period = flags['horizontal-pod-autoscaler-sync-period'];
    const autoscalers = informers.for<HorizontalPodAutoscaler>(AUTOSCALERS);
    const pods = informers.for<Pod>(PODS);
    const histories = new Map<string, ScalingHistory>();
    const selectors = new AutoscalerSelectors();
    /** The spec and time of the last sync of each autoscaler, by UID. */
    const looks = new Map<string, { readonly spec: unknown; readonly at: number }>();
    const parts = {
      ...context,
      pods,
      histories,
      selectors,
      scales: new ScaleClient(client, clock),
      resources: new ResourceMetricsClient(client, dialect),
      custom: new CustomMetricsClient(client, dialect),
    };
    const reconciler = new Reconciler<HorizontalPodAutoscaler>({
      ...context,
      name: horizontalPodAutoscalerController.name,
      informer: autoscalers,
      async reconcile(autoscaler, client) {
        const { namespace = '', name = '', uid = '' } = autoscaler.metadata;
        const last = looks.get(uid);
        const wait = last && isDeepEqual(last.spec, autoscaler.spec) ? last.at + period - clock.now() : 0;
        // An update of its own status does not lead to a sync.
        if (wait > 0) return { after: wait };
        looks.set(uid, { spec: autoscaler.spec, at: clock.now() });
        const status = await new AutoscalerSync(autoscaler, { ...parts, client }).run();
        if (isDeepEqual(autoscaler.status, status)) return { after: period };
        try {
          await client.update({ ...AUTOSCALERS, namespace, name, subresource: 'status' }, { ...autoscaler, status });
        } catch (error) {
          // Conflicts are caused by immediate syncs, where the real controller waits for its period.
          if (error instanceof ApiError && error.code !== 409)
            events.record(autoscaler, 'Warning', 'FailedUpdateStatus', error.message);
          throw error;
        }
        return { after: period };
      },
    });
    // The pods of targets are read, but only time and changes of autoscalers lead to a sync.
    reconciler.dependOn(pods);
    const unsubscribe = autoscalers.subscribe({
      deleted: (autoscaler) => {
        const { uid = '' } = autoscaler.metadata;
        histories.delete(uid);
        looks.delete(uid);
        selectors.forget(autoscaler);
      },
    });
    return reconciler.run(signal).finally(unsubscribe);
  },
};
