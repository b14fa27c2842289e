import type { Cause } from '../../../api/debug/why.ts';
import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { firstUntoleratedTaint } from '../../../api/scheduling/tolerations.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { controlledBy, desiredPods, type Workload } from '../../objects/workload.ts';
import { podState } from '../../states/pod-state.ts';
import { cause, conditionEvidence, objectEvidence, patchFix } from '../cause.ts';
import { idle, stopped } from '../idle.ts';
import { chainText } from '../sentence.ts';
import { type Rule, rule, type View } from '../view.ts';
import { are, countText, have, labelsText, sinceText } from '../words.ts';

const selfOf = (object: ApiObject): ApiObject => object;

/** Returns the pods that a workload or a job controls. */
export const podsOf = async (view: View, object: ApiObject): Promise<readonly Pod[]> =>
  controlledBy(await view.listAs<Pod>('core/Pod', object.metadata.namespace), [object], selfOf) as readonly Pod[];

/** Maximum number of explained pods. */
const MOST = 30;

/** Returns why pods are not ready, grouped by cause, the most frequent first. */
export async function unreadyPods(view: View, pods: readonly Pod[]): Promise<readonly Cause[]> {
  const groups = new Map<
    string,
    { readonly pods: Pod[]; readonly because: readonly Cause[]; readonly word: Problem }
  >();
  for (const pod of pods.filter(isUnready).slice(0, MOST)) {
    const because = await view.causesOf(pod);
    const word = wordOf(pod);
    const key = `${word} ${because[0] ? `${because[0].rule} ${chainText(because[0])}` : ''}`;
    const group = groups.get(key) ?? { pods: [], because, word };
    group.pods.push(pod);
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.pods.length - a.pods.length)
    .map(({ pods: members, because, word }) => {
      const count = members.length;
      const text = `${countText(count, 'pod')} ${verbOf(word, count)}${sinceText(sinceOf(members), view.now)}`;
      return cause('pods-not-ready', text, {
        evidence: members.slice(0, 5).map((pod) => objectEvidence(pod, podState(pod).word)),
        because: count === 1 ? because : because.map(ofEach),
      });
    });
}

/** Rewords a cause about one pod for a group of pods. */
const ofEach = (one: Cause): Cause => ({
  ...one,
  text: one.text
    .replace(/^it /, 'each ')
    .replace(/^its /, 'their ')
    .replace(/^node \S+ stopped reporting at .+/, 'their node stopped reporting'),
});

const isUnready = (pod: Pod): boolean =>
  pod.status?.phase !== 'Succeeded' && conditionOf(pod.status?.conditions, 'Ready')?.status !== 'True';

type Problem = 'failed' | 'deleted' | 'unscheduled' | 'not started' | 'not ready';

/** Returns the problem of a pod. Pods with different problems are counted separately. */
function wordOf({ metadata, status, spec }: Pod): Problem {
  if (metadata.deletionTimestamp) return 'deleted';
  if (status?.phase === 'Failed') return 'failed';
  if (!spec?.nodeName) return 'unscheduled';
  return status?.phase === 'Running' ? 'not ready' : 'not started';
}

function verbOf(word: Problem, count: number): string {
  if (word === 'failed') return `${have(count)} failed`;
  if (word === 'deleted') return `${are(count)} being deleted`;
  if (word === 'unscheduled') return `${have(count)} no node`;
  return word === 'not started' ? `${have(count)} not started` : `${are(count)} not ready`;
}

/** Returns the earliest time at which the relevant condition of the pods became false. */
function sinceOf(pods: readonly Pod[]): string | undefined {
  const times = pods.flatMap(({ metadata, status, spec }) => {
    const type = spec?.nodeName ? 'Ready' : 'PodScheduled';
    return conditionOf(status?.conditions, type)?.lastTransitionTime ?? metadata.creationTimestamp ?? [];
  });
  return times.sort()[0];
}

/** Reports a workload that is scaled to zero. */
export const scaledToZero = (resource: string): Rule =>
  rule<Workload>((object) => {
    if (object.spec?.replicas !== 0) return undefined;
    return cause('scaled-to-zero', 'it is scaled to zero', {
      evidence: [objectEvidence(object, 'spec.replicas: 0')],
      fix: patchFix('Scale to one replica', object, resource, { spec: { replicas: 1 } }),
    });
  });

/** Reports a deployment that is paused while its template is not rolled out. */
export const paused: Rule = rule<Deployment>(async (object, view) => {
  if (!object.spec?.paused) return undefined;
  const [desired, updated] = [
    desiredPods('deployments', object as ApiObject as Workload),
    object.status?.updatedReplicas ?? 0,
  ];
  const sets = controlledBy(
    await view.listAs<ReplicaSet>('apps/ReplicaSet', object.metadata.namespace),
    [object],
    selfOf,
  );
  if (sets.length > 0 && updated >= desired && (object.status?.availableReplicas ?? 0) >= desired) return undefined;
  return cause('rollout-paused', 'its rollout is paused', {
    evidence: [objectEvidence(object, 'spec.paused: true')],
    fix: patchFix('Resume the rollout', object, 'deployments', { spec: { paused: null } }),
  });
});

/** Explains a workload whose controller has not observed its newest change. */
export const unobserved = (controller: string): Rule =>
  rule<Workload>((object, view) => {
    const observed = Number(object.status?.observedGeneration ?? 0);
    if (observed >= (object.metadata.generation ?? 0)) return undefined;
    return cause('unobserved', 'its controller has not seen the last change', {
      evidence: [objectEvidence(object, `metadata.generation ${object.metadata.generation}, observed ${observed}`)],
      because: idle(controller, view, object.metadata.namespace),
    });
  });

/** Explains a deployment by its replica sets: failed creations, and pods that are not ready. */
export const replicaSetsOf: Rule = rule<Deployment>(async (deployment, view) => {
  const { namespace } = deployment.metadata;
  const sets = controlledBy(await view.listAs<ReplicaSet>('apps/ReplicaSet', namespace), [deployment], selfOf);
  const active = (sets as readonly ReplicaSet[]).filter(({ spec }) => (spec?.replicas ?? 0) > 0);
  const desired = deployment.spec?.replicas ?? 1;
  const causes: Cause[] = [];
  for (const set of active)
    for (const found of await view.causesOf(set)) if (found.rule !== 'scaled-to-zero') causes.push(found);
  if (causes.length === 0 && sets.length === 0 && desired > 0)
    causes.push(...idle('deployment-controller', view, namespace));
  const condition = conditionOf(deployment.status?.conditions, 'Progressing');
  if (condition?.reason !== 'ProgressDeadlineExceeded') return causes;
  const seconds = deployment.spec?.progressDeadlineSeconds ?? 600;
  return cause('progress-deadline', `its rollout has made no progress for ${countText(seconds, 'second')}`, {
    evidence: [conditionEvidence(deployment, condition)],
    because: causes,
  });
});

/** Explains missing and unready pods of a workload. */
export const ownPods = (resource: string, controller: string): Rule =>
  rule<Workload>(async (object, view) => {
    const pods = await podsOf(view, object);
    const missing = desiredPods(resource, object) - pods.filter(({ metadata }) => !metadata.deletionTimestamp).length;
    const causes = await unreadyPods(view, pods);
    // A stateful set creates a pod only when the one before it is ready.
    const halts = causes.length > 0 ? stopped : idle;
    const because = missing > 0 ? halts(controller, view, object.metadata.namespace) : [];
    const absent =
      because.length > 0
        ? [cause('pods-missing', `${countText(missing, 'pod')} ${have(missing)} not been created`, { because })]
        : [];
    return [...absent, ...causes];
  });

/** Reports pods that have not been ready for minReadySeconds. */
export const minReadySeconds = (resource: string): Rule =>
  rule<Workload & { readonly spec?: { readonly minReadySeconds?: number } }>((object) => {
    const { minReadySeconds: seconds = 0 } = object.spec ?? {};
    const [ready, available] = [
      Number(object.status?.readyReplicas ?? 0),
      Number(object.status?.availableReplicas ?? 0),
    ];
    if (seconds === 0 || available >= desiredPods(resource, object) || ready <= available) return undefined;
    const count = ready - available;
    return cause(
      'min-ready-seconds',
      `${countText(count, 'pod')} ${have(count)} not been ready for ${countText(seconds, 'second')}`,
      { evidence: [objectEvidence(object, `spec.minReadySeconds: ${seconds}`)] },
    );
  });

/** Reports outdated pods of a workload that updates pods only when they are deleted. */
export const updateOnDelete = (resource: string): Rule =>
  rule<Workload & { readonly spec?: { readonly updateStrategy?: { readonly type?: string } } }>((object) => {
    if (object.spec?.updateStrategy?.type !== 'OnDelete') return undefined;
    const member = resource === 'daemonsets' ? 'updatedNumberScheduled' : 'updatedReplicas';
    const old = desiredPods(resource, object) - Number(object.status?.[member] ?? 0);
    if (old <= 0) return undefined;
    return cause(
      'update-on-delete',
      `${countText(old, 'pod')} ${have(old)} the old template until someone deletes ${old === 1 ? 'it' : 'them'}`,
      {
        evidence: [objectEvidence(object, 'spec.updateStrategy.type: OnDelete')],
      },
    );
  });

/** Reports a daemon set without matching nodes. */
export const noNodeForDaemons: Rule = rule<Workload>(async (object, view) => {
  if (Number(object.status?.desiredNumberScheduled ?? 0) > 0 || !object.status?.observedGeneration) return undefined;
  const { nodeSelector, tolerations } = object.spec?.template?.spec ?? {};
  const evidence = [objectEvidence(object, 'spec.template.spec.nodeSelector')];
  const labels = labelsText(nodeSelector);
  if (labels)
    return cause('daemons-without-node', `no node has the labels ${labels} of its node selector`, { evidence });
  const [node] = await view.listAs<Node>('core/Node');
  const taint = firstUntoleratedTaint(node?.spec?.taints, tolerations);
  if (!node || !taint) return cause('daemons-without-node', 'no node admits its pods', { evidence });
  const text = `its pods do not tolerate the taint ${taint.key} of node ${node.metadata.name}`;
  const because = [cause('taint', text, { evidence: [objectEvidence(node, 'spec.taints')] })];
  return cause('daemons-without-node', 'no node admits its pods', { because });
});
