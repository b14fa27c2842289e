import { timeText } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import { conditionPatch } from '../../client/objects/condition-patch.ts';
import type { ControllerContext } from '../controller.ts';

/** Sets the condition Ready of a node's pods to False, because the node no longer can. */
export async function markPodsNotReady(
  pods: readonly Pod[],
  { client, clock, events }: Pick<ControllerContext, 'client' | 'clock' | 'events'>,
): Promise<void> {
  const ready = pods.filter(({ status }) =>
    (status?.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value !== 'False'),
  );
  const lastTransitionTime = timeText(clock.now());
  await Promise.all(
    ready.map(async (pod) => {
      const { name = '', namespace = '', uid } = pod.metadata;
      const address = { group: '', version: 'v1', resource: 'pods', subresource: 'status', namespace, name };
      const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime }];
      try {
        await client.patch(address, 'strategic', {
          metadata: { uid },
          status: conditionPatch(pod.status?.conditions, conditions),
        });
      } catch (error) {
        // The pod was deleted, or replaced by another pod with its name.
        if (!(error instanceof ApiError) || ![404, 409].includes(error.code)) throw error;
        return;
      }
      const subject = { ...pod, apiVersion: 'v1', kind: 'Pod' };
      events.record(subject, 'Warning', 'NodeNotReady', 'Node is not ready');
    }),
  );
}
