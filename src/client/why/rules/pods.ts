import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { podSpecLinks } from '../../relations/pod-links.ts';
import { cause, conditionEvidence, eventEvidence, objectEvidence } from '../cause.ts';
import { idle, stopped } from '../idle.ts';
import { type Rule, rule } from '../view.ts';
import { clause, listText, timeText } from '../words.ts';

/** Explains a pod whose node does not report or no longer exists. */
export const nodeOfPod: Rule = rule<Pod>(async (pod, view) => {
  const name = pod.spec?.nodeName;
  if (!name || hasEnded(pod)) return undefined;
  const nodes = await view.listAs<Node>('core/Node');
  const node = nodes.find(({ metadata }) => metadata.name === name);
  const evidence = [conditionEvidence(pod, conditionOf(pod.status?.conditions, 'Ready'))];
  if (!node) return cause('node-gone', `its node ${name} does not exist`, { evidence });
  const ready = conditionOf(node.status?.conditions, 'Ready');
  if (!ready || ready.status === 'True') return undefined;
  // Returns the causes of the node directly, without a cause for the pod.
  return view.causesOf(node);
});

/** Explains a pod that its node rejected or ended. */
export const endedPod: Rule = rule<Pod>((pod) => {
  const { reason, message, phase } = pod.status ?? {};
  if (phase !== 'Failed' || !reason) return undefined;
  const evidence = [objectEvidence(pod, `status.reason: ${reason}`)];
  if (reason === 'DeadlineExceeded')
    return cause('pod-deadline', `it ran longer than its deadline of ${pod.spec?.activeDeadlineSeconds} seconds`, {
      evidence,
    });
  if (reason === 'Evicted') return cause('pod-evicted', `it was evicted: ${message}`, { evidence });
  return cause('pod-rejected', `its node rejected it: ${message?.replace(/^Pod was rejected: /, '')}`, { evidence });
});

/** Reports volumes whose source does not exist. */
export const volumes: Rule = rule<Pod>(async (pod, view) => {
  const { status, spec, metadata } = pod;
  if (!spec?.nodeName || hasEnded(pod) || metadata.deletionTimestamp) return undefined;
  if ((status?.containerStatuses ?? []).some(({ state }) => state?.running)) return undefined;
  const mount = (await view.eventsOf(pod)).findLast(({ reason }) => reason === 'FailedMount');
  if (!mount) return undefined;
  const links = podSpecLinks(spec, metadata.namespace).filter(
    ({ detail, isOptional }) => detail?.startsWith('volume ') && !isOptional,
  );
  for (const { kind, namespace, name, detail } of links) {
    const objects = await view.list(kind, namespace);
    if (!objects || objects.some((object) => object.metadata.name === name)) continue;
    return cause('volume-source-missing', `${KINDS[kind] ?? kind} ${name} of its ${detail} does not exist`, {
      evidence: [eventEvidence(pod, mount)],
    });
  }
  return cause('mount', `a volume cannot be mounted: ${mount.message}`, { evidence: [eventEvidence(pod, mount)] });
});

const KINDS: Readonly<Record<string, string>> = {
  'core/ConfigMap': 'config map',
  'core/Secret': 'secret',
  'core/PersistentVolumeClaim': 'persistent volume claim',
};

/** Explains a pod without a sandbox, for example because its node lacks the runtime class. */
export const sandbox: Rule = rule<Pod>(async (pod, view) => {
  if (!pod.spec?.nodeName || (pod.status?.containerStatuses ?? []).some(({ state }) => state?.running))
    return undefined;
  const failed = (await view.eventsOf(pod)).findLast(({ reason }) => reason === 'FailedCreatePodSandBox');
  if (!failed) return undefined;
  const { runtimeClassName } = pod.spec;
  const text = runtimeClassName
    ? `its node cannot run runtime class ${runtimeClassName}`
    : `its sandbox cannot be created: ${failed.message}`;
  return cause('sandbox', text, { evidence: [eventEvidence(pod, failed)] });
});

/** Explains a pod that its node has not started. */
export const notStarted: Rule = rule<Pod>(async (pod, view) => {
  const { spec, status, metadata } = pod;
  if (!spec?.nodeName || metadata.deletionTimestamp || hasEnded(pod)) return undefined;
  if ((status?.containerStatuses ?? []).length + (status?.initContainerStatuses ?? []).length > 0) return undefined;
  const node = await view.findIfAllowed<Node>('core/Node', undefined, spec.nodeName);
  const because = idle('node-simulation', view);
  if (node && because.length > 0)
    return cause('not-started', `node ${spec.nodeName} has not started its containers`, { because });
  return undefined;
});

/** Explains a pod whose images are being pulled or whose containers are being created. */
export const starting: Rule = rule<Pod>(async (pod, view) => {
  const waiting = (pod.status?.containerStatuses ?? []).filter(({ state }) =>
    ['ContainerCreating', 'PodInitializing'].includes(state?.waiting?.reason ?? ''),
  );
  if (waiting.length === 0 || pod.metadata.deletionTimestamp) return undefined;
  const events = await view.eventsOf(pod);
  const failed = events.findLast(({ reason }) => reason === 'FailedMount' || reason === 'FailedCreatePodSandBox');
  const init = (pod.status?.initContainerStatuses ?? []).find(({ state }) => state?.terminated?.exitCode !== 0);
  if (failed || init) return undefined;
  const because = idle('node-simulation', view);
  const pulling = events.at(-1)?.reason === 'Pulling' ? events.at(-1) : undefined;
  const names = listText(waiting.map(({ name }) => name));
  return cause(
    'starting',
    pulling
      ? clause(`its node is ${pulling.message?.replace(/^P/, 'p').replaceAll('"', '')}`)
      : `its node is starting ${names}`,
    { evidence: [eventEvidence(pod, pulling)], because },
  );
});

/** Reports a running init container. */
export const initializing: Rule = rule<Pod>((pod) => {
  const all = pod.status?.initContainerStatuses ?? [];
  const index = all.findIndex(({ state }) => state?.running);
  const running = all[index];
  if (!running || conditionOf(pod.status?.conditions, 'Initialized')?.status === 'True') return undefined;
  return cause(
    'init-container',
    `init container ${running.name} has not completed${all.length > 1 ? ` (${index + 1} of ${all.length})` : ''}`,
    { evidence: [conditionEvidence(pod, conditionOf(pod.status?.conditions, 'Initialized'))] },
  );
});

/** Explains a deleted pod that still exists. */
export const terminatingPod: Rule = rule<Pod>(async (pod, view) => {
  const { deletionTimestamp, finalizers } = pod.metadata;
  if (!deletionTimestamp || finalizers?.length) return undefined;
  const node = await view.findIfAllowed<Node>('core/Node', undefined, pod.spec?.nodeName ?? '');
  const because = node ? await view.causesOf(node) : [];
  const problem = because.length > 0 ? because : stopped('node-simulation', view);
  if (problem.length > 0 || Date.parse(deletionTimestamp) < view.now)
    return cause('deletion-unconfirmed', 'its node has not confirmed that its containers have stopped', {
      evidence: [objectEvidence(pod, 'metadata.deletionTimestamp')],
      because: problem,
    });
  const until = timeText(deletionTimestamp, view.now);
  return cause('grace-period', `it was deleted, and its containers have until ${until} to stop`, {
    evidence: [objectEvidence(pod, 'metadata.deletionGracePeriodSeconds')],
    because: idle('node-simulation', view),
  });
});
