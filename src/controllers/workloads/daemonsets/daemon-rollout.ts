import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { DaemonPlan } from './daemon-plan.ts';
import { isUpdated } from './daemon-pods.ts';
import { type DaemonState, isPodAvailable, rolloutLimits } from './daemon-state.ts';

/** The pods of a node by template; undefined when there are several of one kind. */
interface NodePods {
  readonly node: string;
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
  readonly isAmbiguous: boolean;
}

/** Decides which old pods to replace now, within the limits of the rolling update. */
export function planRollout(state: DaemonState): DaemonPlan {
  const { set, nodes, fitOf, podsByNode } = state;
  const wanted = nodes.filter((node) => fitOf(node).shouldRun).map(({ metadata }) => metadata.name ?? '');
  const limits = rolloutLimits(set, wanted.length);
  const names = new Set([...podsByNode.keys(), ...wanted]);
  const byNode = [...names].map((node) => podsOf(node, state));
  return limits.surge > 0 ? surging(byNode, limits.surge, state) : replacing(byNode, limits.unavailable, state);
}

function podsOf(node: string, { set, hash, podsByNode }: DaemonState): NodePods {
  const pods = (podsByNode.get(node) ?? []).filter(({ metadata }) => !metadata.deletionTimestamp);
  const updated = pods.filter((pod) => isUpdated(pod, set, hash));
  const outdated = pods.filter((pod) => !isUpdated(pod, set, hash));
  const isAmbiguous = updated.length > 1 || outdated.length > 1;
  return { node, newPod: updated[0], oldPod: outdated[0], isAmbiguous };
}

/** Deletes old pods, whose nodes then get new ones. Unavailable old pods can always be replaced. */
function replacing(byNode: readonly NodePods[], limit: number, state: DaemonState): DaemonPlan {
  const isOld = ({ newPod, oldPod, isAmbiguous }: NodePods): boolean => !isAmbiguous && !newPod && oldPod !== undefined;
  const isServed = ({ newPod, oldPod, isAmbiguous }: NodePods): boolean =>
    !isAmbiguous && !oldPod && newPod !== undefined && isPodAvailable(newPod, state);
  const unavailable = byNode.filter((pods) => !isOld(pods) && !isServed(pods)).length;
  const old = byNode.filter(isOld).flatMap(({ oldPod }) => oldPod ?? []);
  const broken = old.filter((pod) => !isPodAvailable(pod, state));
  const serving = old.filter((pod) => isPodAvailable(pod, state));
  const allowed = Math.max(0, limit - unavailable);
  return { creations: [], deletions: [...broken, ...serving.slice(0, allowed)], finished: [] };
}

/** Creates new pods beside old ones, and deletes the old ones when the new ones are available. */
function surging(byNode: readonly NodePods[], limit: number, state: DaemonState): DaemonPlan {
  const clear = byNode.filter(({ isAmbiguous }) => !isAmbiguous);
  const waiting: string[] = [];
  const candidates: string[] = [];
  const deletions: Pod[] = [];
  let surged = byNode.length - clear.length;
  for (const { node, newPod, oldPod } of clear) {
    if (!oldPod) continue;
    if (!newPod) (isPodAvailable(oldPod, state) ? candidates : waiting).push(node);
    else if (isPodAvailable(newPod, state)) deletions.push(oldPod);
    else surged += 1;
  }
  const creations = [...waiting, ...candidates.slice(0, Math.max(0, limit - surged))];
  return { creations, deletions, finished: [] };
}
