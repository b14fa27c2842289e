import type { ReplicaSet, StatefulSet } from '../../api/kinds/apps-v1.generated.ts';
import type { Pod, ReplicationController, Service } from '../../api/kinds/core-v1.generated.ts';
import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
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

/** Finds the pods that a pod belongs to: those of its services and of its controller. */
export class OwnerSelectors {
  readonly #listers: OwnerListers;

  constructor(listers: OwnerListers) {
    this.#listers = listers;
  }

  /** Returns the selector of the pods that should be spread together with a pod; undefined when there are no others. */
  selectorOf(pod: Pod): LabelSelector | undefined {
    const services = this.#serviceSelectors(pod);
    const owner = this.#ownerSelector(pod);
    const selector = labelSelectorFromObject(services.length === 0 && owner ? owner : joined(services, owner));
    return selector.isEmpty ? undefined : selector;
  }

  #serviceSelectors({ metadata }: Pod): Pairs[] {
    return this.#listers.services.list({ namespace: metadata.namespace ?? '' }).flatMap(({ spec }) => {
      const pairs = spec?.selector ?? {};
      return Object.keys(pairs).length > 0 && labelSelectorFromPairs(pairs).matches(metadata.labels) ? [pairs] : [];
    });
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

const joined = (services: readonly Pairs[], owner: LabelSelectorObject | undefined): LabelSelectorObject => ({
  matchLabels: Object.assign({}, ...services, owner?.matchLabels),
  matchExpressions: owner?.matchExpressions ?? [],
});
