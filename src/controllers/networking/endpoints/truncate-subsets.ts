import type { EndpointAddress, EndpointSubset } from '../../../api/kinds/core-v1.generated.ts';

/** Maximum number of addresses in an Endpoints object. */
const MAXIMUM_ADDRESSES = 1000;

/** Returns subsets with at most 1000 addresses, ready ones first; undefined when no truncation is needed. */
export function truncateSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] | undefined {
  const ready = count(subsets, ({ addresses }) => addresses);
  const notReady = count(subsets, ({ notReadyAddresses }) => notReadyAddresses);
  if (ready + notReady <= MAXIMUM_ADDRESSES) return undefined;
  if (ready > MAXIMUM_ADDRESSES) {
    const share = shares(MAXIMUM_ADDRESSES, ready);
    return subsets.map(({ notReadyAddresses: _, addresses, ...subset }) => ({
      ...subset,
      ...limited('addresses', addresses, share),
    }));
  }
  const share = shares(MAXIMUM_ADDRESSES - ready, notReady);
  return subsets.map(({ notReadyAddresses, ...subset }) => ({
    ...subset,
    ...limited('notReadyAddresses', notReadyAddresses, share),
  }));
}

const count = (
  subsets: readonly EndpointSubset[],
  addressesOf: (subset: EndpointSubset) => EndpointAddress[] | undefined,
): number => subsets.reduce((sum, subset) => sum + (addressesOf(subset)?.length ?? 0), 0);

/** Divides `maximum` among subsets by their number of addresses, rounded up; the last ones may get less. */
function shares(maximum: number, total: number): (length: number) => number {
  let left = maximum;
  return (length) => {
    const share = Math.min(Math.ceil((length / total) * maximum), left);
    left -= share;
    return share;
  };
}

function limited<K extends string>(
  name: K,
  addresses: EndpointAddress[] | undefined,
  share: (length: number) => number,
): Partial<Record<K, EndpointAddress[]>> {
  const kept = (addresses ?? []).slice(0, share(addresses?.length ?? 0));
  return (kept.length > 0 ? { [name]: kept } : {}) as Partial<Record<K, EndpointAddress[]>>;
}
