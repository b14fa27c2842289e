import type { ReplicaSet, StatefulSet } from '../../api/kinds/apps-v1.generated.ts';
import type { Pod, ReplicationController, Service } from '../../api/kinds/core-v1.generated.ts';
import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import {
  type LabelSelector,
  labelSelectorFromObject,
  labelSelectorFromPairs,
} from '../../api/selectors/label-selector.ts';
import type { Lister } from '../../client/indexer.ts';

/** The collections that group pods. */
export interface OwnerListers {
  readonly services: Lister<Service>;
  readonly replicationControllers: Lister<ReplicationController>;
  readonly replicaSets: Lister<ReplicaSet>;
  readonly statefulSets: Lister<StatefulSet>;
}

type Pairs = Readonly<Record<string, string>>;

/** Enough for the workloads of a large cluster. */
const MAXIMUM_JOINED = 4096;

/** Finds the pods that share services or a controller with a pod. */
export class OwnerSelectors {
  readonly #listers: OwnerListers;
  /** Joined selectors by their sources, because the replicas of a workload have the same ones. */
  readonly #joined = new BoundedMap<string, LabelSelector>(MAXIMUM_JOINED);

  constructor(listers: OwnerListers) {
    this.#listers = listers;
  }

  /** Returns the selector of the pods that a pod should be spread with; undefined when there are none. */
  selectorOf(pod: Pod): LabelSelector | undefined {
    const services = this.#serviceSelectors(pod);
    const owner = this.#ownerSelector(pod);
    if (services.length > 0) return this.#join(services, owner);
    const selector = owner && labelSelectorFromObject(owner);
    return selector?.isEmpty ? undefined : selector;
  }

  #join(services: readonly Pairs[], owner: LabelSelectorObject | undefined): LabelSelector {
    const key = JSON.stringify([services, owner]);
    const known = this.#joined.get(key);
    if (known) return known;
    const selector = labelSelectorFromObject({
      matchLabels: Object.assign({}, ...services, owner?.matchLabels),
      matchExpressions: owner?.matchExpressions ?? [],
    });
    this.#joined.set(key, selector);
    return selector;
  }

  #serviceSelectors({ metadata }: Pod): Pairs[] {
    const found: Pairs[] = [];
    for (const { spec } of this.#listers.services.list({ namespace: metadata.namespace ?? '' })) {
      const selector = labelSelectorFromPairs(spec?.selector);
      if (spec?.selector && !selector.isEmpty && selector.matches(metadata.labels)) found.push(spec.selector);
    }
    return found;
  }

  #ownerSelector({ metadata }: Pod): LabelSelectorObject | undefined {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    if (!owner) return undefined;
    const key = `${metadata.namespace ?? ''}/${owner.name}`;
    const { replicationControllers, replicaSets, statefulSets } = this.#listers;
    if (owner.kind === 'ReplicaSet') return replicaSets.get(key)?.spec?.selector;
    if (owner.kind === 'StatefulSet') return statefulSets.get(key)?.spec?.selector;
    if (owner.kind !== 'ReplicationController') return undefined;
    return { matchLabels: replicationControllers.get(key)?.spec?.selector ?? {} };
  }
}
