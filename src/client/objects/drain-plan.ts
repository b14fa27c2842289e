import type { Dialect } from '../../api/dialect.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { MIRROR_POD_ANNOTATION } from '../../api/kubernetes-names.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { controllerOf } from './controller-of.ts';

/** Which pods a drain may evict, as the flags of `kubectl drain`. */
export interface DrainOptions {
  readonly ignoreDaemonSets: boolean;
  readonly deleteEmptyDirData: boolean;
  /** Evicts pods without a controller, which nothing creates again. */
  readonly force: boolean;
}

/** The reason why a pod blocks a drain. */
export type DrainObstacle = 'daemon set' | 'local data' | 'no controller';

export interface DrainPlan {
  readonly evicted: readonly Pod[];
  /** Pods that stay: those of daemon sets, and mirror pods, which the API cannot remove. */
  readonly ignored: readonly Pod[];
  readonly obstacles: readonly { readonly pod: Pod; readonly obstacle: DrainObstacle }[];
}

/** Returns the effect of a drain on the pods of a node, by the rules of `kubectl drain`. */
export function planDrain(pods: readonly Pod[], options: DrainOptions, dialect: Dialect): DrainPlan {
  const evicted: Pod[] = [];
  const ignored: Pod[] = [];
  const obstacles: { pod: Pod; obstacle: DrainObstacle }[] = [];
  for (const pod of pods) {
    const outcome = outcomeOf(pod, options, dialect);
    if (outcome === 'evict') evicted.push(pod);
    else if (outcome === 'ignore') ignored.push(pod);
    else obstacles.push({ pod, obstacle: outcome });
  }
  return { evicted, ignored, obstacles };
}

function outcomeOf(pod: Pod, options: DrainOptions, dialect: Dialect): 'evict' | 'ignore' | DrainObstacle {
  const { metadata, spec } = pod;
  const controller = controllerOf(pod);
  if (metadata.annotations?.[dialect.rename(MIRROR_POD_ANNOTATION)] !== undefined) return 'ignore';
  if (hasEnded(pod)) return 'evict';
  if (controller?.kind === 'DaemonSet') return options.ignoreDaemonSets ? 'ignore' : 'daemon set';
  const hasLocalData = (spec?.volumes ?? []).some(({ emptyDir }) => emptyDir);
  if (hasLocalData && !options.deleteEmptyDirData) return 'local data';
  return controller || options.force ? 'evict' : 'no controller';
}
