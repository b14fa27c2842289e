import { type Dialect, kubernetesName } from '../../../../api/dialect.ts';
import type { Node, Service } from '../../../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../../../client/informer.ts';
import { objectKey } from '../../../../client/object-key.ts';
import type { AddressType } from '../service-endpoint.ts';
import { type ChangedSlices, type FamilySlices, readyEndpoints, withHints, withoutHints } from './hint-slices.ts';
import { allocateToZones, isOverloaded } from './zone-allocations.ts';
import { type ZoneShares, zoneShares } from './zone-shares.ts';

/** The older annotation takes precedence. */
const ANNOTATIONS = [
  kubernetesName('service.kubernetes.io/topology-aware-hints'),
  kubernetesName('service.kubernetes.io/topology-mode'),
];

/** An event about hints. */
export interface HintsNotice {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled';
  readonly message: string;
}

/** Slices to write, and the event about their hints. */
export interface HintedSlices extends ChangedSlices {
  readonly notice?: HintsNotice;
}

type Counts = ReadonlyMap<string, number>;

/**
 * Adds hints to the endpoints of Services that request them: each names the zone that should use the endpoint. They
 * keep traffic within its zone while all endpoints get similar shares.
 */
export class TopologyHints {
  readonly #nodes: Pick<Informer<Node>, 'list'>;
  readonly #dialect: Dialect;
  /** Undefined until it is needed again. */
  #shares: { readonly current: ZoneShares | undefined } | undefined;
  /** The number of endpoints hinted to each zone, by key of a Service and address family. */
  readonly #hinted = new Map<string, Map<AddressType, Counts>>();
  /** Keys of Services that have hints. */
  readonly #enabled = new Set<string>();

  constructor(nodes: Pick<Informer<Node>, 'list'>, dialect: Dialect) {
    this.#nodes = nodes;
    this.#dialect = dialect;
  }

  /** Takes changed nodes into account. Returns the keys of Services whose hints no longer match them. */
  nodesChanged(): string[] {
    this.#shares = undefined;
    const isUnsuitable = (families: ReadonlyMap<AddressType, Counts>): boolean =>
      [...families.values()].some((counts) => isOverloaded(counts, this.#currentShares()));
    return [...this.#hinted].filter(([, families]) => isUnsuitable(families)).map(([key]) => key);
  }

  /** Adds hints to slices, or removes them. */
  plan(service: Service, family: AddressType, slices: FamilySlices): HintedSlices {
    const key = objectKey(service);
    const disable = (message: string): HintedSlices => {
      this.#disable(key, family);
      return { ...withoutHints(slices), notice: notice('Disabled', message, family) };
    };
    if (!this.#isWanted(service)) {
      if (this.#enabled.has(key)) return disable('Topology Aware Hints has been disabled');
      return withoutHints(slices);
    }
    const endpoints = [...slices.create, ...slices.update, ...slices.unchanged].flatMap(readyEndpoints);
    const allocations = allocateToZones(this.#currentShares(), endpoints.length);
    if (typeof allocations === 'string') return disable(allocations);
    const hinted = withHints(slices, allocations);
    if (!hinted) return disable('One or more endpoints do not have a zone specified');
    const { counts, ...changes } = hinted;
    const isNew = !this.#enabled.has(key);
    this.#enable(key, family, counts);
    if (!isNew) return changes;
    return { ...changes, notice: notice('Enabled', 'Topology Aware Hints has been enabled', family) };
  }

  /** Forgets a Service. */
  forget(key: string): void {
    this.#hinted.delete(key);
    this.#enabled.delete(key);
  }

  #currentShares(): ZoneShares | undefined {
    this.#shares ??= { current: zoneShares(this.#nodes.list(), this.#dialect) };
    return this.#shares.current;
  }

  #isWanted({ metadata }: Service): boolean {
    const values = ANNOTATIONS.map((name) => metadata.annotations?.[this.#dialect.rename(name)]);
    return /^[Aa]uto$/.test(values.find((value) => value !== undefined) ?? '');
  }

  #enable(key: string, family: AddressType, counts: Counts): void {
    const families = this.#hinted.get(key) ?? new Map<AddressType, Counts>();
    this.#hinted.set(key, families.set(family, counts));
    this.#enabled.add(key);
  }

  #disable(key: string, family: AddressType): void {
    const families = this.#hinted.get(key);
    families?.delete(family);
    if (families?.size === 0) this.#hinted.delete(key);
    this.#enabled.delete(key);
  }
}

const notice = (state: 'Enabled' | 'Disabled', message: string, family: AddressType): HintsNotice => ({
  type: state === 'Enabled' ? 'Normal' : 'Warning',
  reason: `TopologyAwareHints${state}`,
  message: `${message}, addressType: ${family}`,
});
