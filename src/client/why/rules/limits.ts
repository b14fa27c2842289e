import type { Cause } from '../../../api/debug/why.ts';
import type { HorizontalPodAutoscaler } from '../../../api/kinds/autoscaling-v2.generated.ts';
import type { Pod, ResourceQuota } from '../../../api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget } from '../../../api/kinds/policy-v1.generated.ts';
import { resourceAmount } from '../../../api/scheduling/resource-amounts.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { type KindKey, kindKeyOf } from '../../objects/kind-key.ts';
import type { Workload } from '../../objects/workload.ts';
import { cause, conditionEvidence, eventEvidence, objectEvidence } from '../cause.ts';
import { idle } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { countText, listText } from '../words.ts';
import { largest, requesters } from './requests.ts';
import { unreadyPods } from './workloads.ts';

/** Explains why an autoscaler does not scale. */
export const autoscaler: Rule = rule<HorizontalPodAutoscaler>(async (object, view) => {
  const { status, spec, metadata } = object;
  const { kind, name } = spec?.scaleTargetRef ?? { kind: '', name: '' };
  const target = await view.find<Workload>(
    kindKeyOf(spec?.scaleTargetRef ?? {}, view.dialect),
    metadata.namespace,
    name,
  );
  const unable = conditionOf(status?.conditions, 'AbleToScale');
  const active = conditionOf(status?.conditions, 'ScalingActive');
  const limited = conditionOf(status?.conditions, 'ScalingLimited');
  if (unable?.status === 'False')
    return cause(
      'scale-target',
      target
        ? `the scale of ${kind} ${name} cannot be read: ${unable.message}`
        : `its scale target ${kind} ${name} does not exist`,
      {
        evidence: [conditionEvidence(object, unable)],
      },
    );
  const evidence = [conditionEvidence(object, active)];
  if (active?.status === 'False' && active.reason === 'ScalingDisabled')
    return cause('scale-target-zero', `${kind} ${name} is scaled to zero, which disables it`, { evidence });
  const request = /missing request for (\S+)/.exec(active?.message ?? '');
  if (active?.status === 'False' && request)
    return cause(
      'request-missing',
      `the containers of ${kind} ${name} do not request ${request[1]}, which its utilization target requires`,
      { evidence },
    );
  if (active?.status === 'False') {
    const because = await view.causesOf(target);
    const why = because.length > 0 ? '' : `: ${active.message}`;
    return cause('metrics-missing', `there are no metrics of the pods of ${kind} ${name}${why}`, { evidence, because });
  }
  if ((status?.conditions ?? []).length === 0)
    return cause('autoscaler-not-examined', 'its controller has not processed it', {
      because: idle('horizontal-pod-autoscaler-controller', view, metadata.namespace),
    });
  if (limited?.status !== 'True') return undefined;
  const isMaximum = limited.reason === 'TooManyReplicas';
  const bound = isMaximum ? `maximum of ${spec?.maxReplicas}` : `minimum of ${spec?.minReplicas ?? 1}`;
  return cause('replica-limit', `it would scale to ${isMaximum ? 'more' : 'fewer'} replicas than its ${bound}`, {
    evidence: [conditionEvidence(object, limited)],
  });
});

/** Explains why a disruption budget blocks evictions. */
export const budget: Rule = rule<PodDisruptionBudget>(async (object, view) => {
  const { spec, status, metadata } = object;
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0))
    return cause('budget-not-examined', 'its controller has not counted its pods', {
      because: idle('disruption-controller', view, metadata.namespace),
    });
  if ((status?.disruptionsAllowed ?? 0) > 0) return undefined;
  const selector = labelSelectorFromObject(spec?.selector);
  const pods = (await view.listAs<Pod>('core/Pod', metadata.namespace)).filter((pod) =>
    selector.matches(pod.metadata.labels),
  );
  const unmanaged = (await view.eventsOf(object)).findLast(({ reason }) => reason === 'UnmanagedPods');
  if ((status?.expectedPods ?? 0) === 0 && pods.length > 0 && unmanaged)
    return cause('budget-unmanaged', 'no controller defines the desired number of its pods', {
      evidence: [eventEvidence(object, unmanaged)],
    });
  if ((status?.expectedPods ?? 0) === 0)
    return cause('selector-without-pods', 'no pod matches its selector', {
      evidence: [objectEvidence(object, 'spec.selector')],
    });
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = status ?? {};
  const evidence = [
    objectEvidence(object, `status: ${currentHealthy} of ${expectedPods} healthy, ${desiredHealthy} needed`),
  ];
  if (currentHealthy >= expectedPods)
    return cause(
      'budget-tight',
      `${spec?.maxUnavailable === undefined ? `minAvailable ${spec?.minAvailable ?? 1}` : `maxUnavailable ${spec.maxUnavailable}`} allows the eviction of none of its ${countText(expectedPods, 'pod')}`,
      { evidence },
    );
  return cause('budget-used', `${currentHealthy} of ${expectedPods} pods are healthy, and ${desiredHealthy} must be`, {
    evidence,
    because: await unreadyPods(view, pods),
  });
});

/** Reports the exhausted resources of a quota, or that its usage has not been counted. */
export const exhaustedQuota: Rule = rule<ResourceQuota>((object, view) => {
  const hard = Object.entries(object.status?.hard ?? {});
  if (hard.length === 0 && Object.keys(object.spec?.hard ?? {}).length > 0) return uncounted(object, view);
  return hard
    .filter(([name, most]) => resourceAmount(name, object.status?.used?.[name] ?? 0) >= resourceAmount(name, most))
    .map(([name, most]) =>
      cause('quota-exhausted', `${most} of ${most} ${name} are used`, {
        evidence: [objectEvidence(object, `status.used: ${name}`)],
      }),
    );
});

const uncounted = (object: ResourceQuota, view: View): Cause =>
  cause('quota-not-counted', 'its controller has not counted what is used', {
    because: idle('resourcequota-controller', view, object.metadata.namespace),
  });

/** Names the objects that use one resource of a quota. */
export const usedOf = (name: string): Rule =>
  rule<ResourceQuota>(async (object, view) => {
    if (!object.status?.hard) return uncounted(object, view);
    const { namespace } = object.metadata;
    const kind = COUNTED[name];
    if (kind) {
      const all = await view.listAs(kind, namespace);
      const names = all.map((each) => each.metadata.name ?? '');
      return cause('quota-objects', `the namespace has ${listText(names)}`, {
        evidence: all.slice(0, 3).map((each) => objectEvidence(each)),
      });
    }
    const found = largest(await view.listAs<Pod>('core/Pod', namespace), name.replace(/^requests\./, ''));
    return found.length > 0 ? requesters(found, name.replace(/^requests\./, '')) : undefined;
  });

/** The kinds that a quota counts by the names of their resources. */
const COUNTED: Readonly<Record<string, KindKey>> = {
  configmaps: 'core/ConfigMap',
  secrets: 'core/Secret',
  services: 'core/Service',
  persistentvolumeclaims: 'core/PersistentVolumeClaim',
  replicationcontrollers: 'core/ReplicationController',
  resourcequotas: 'core/ResourceQuota',
};
