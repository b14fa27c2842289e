import type { EndpointAddress, EndpointPort, EndpointSubset } from '../../../api/kinds/core-v1.generated.ts';
import { md5 } from './md5.ts';

/** An address with a port, or without one. */
export interface PortAddress {
  readonly address: EndpointAddress;
  readonly isReady: boolean;
  readonly port: EndpointPort | undefined;
}

interface PortGroup {
  readonly port: EndpointPort | undefined;
  readonly addresses: Map<string, PortAddress>;
}

/**
 * Returns the smallest list of subsets with the given addresses and ports: addresses with the same ports share a
 * subset. An address that is both ready and not ready counts as not ready.
 */
export function packSubsets(endpoints: readonly PortAddress[]): EndpointSubset[] {
  const groups = new Map<string, PortGroup>();
  for (const endpoint of endpoints) {
    const portKey = endpoint.port ? dumpPort(endpoint.port) : '';
    const group = groups.get(portKey) ?? { port: endpoint.port, addresses: new Map<string, PortAddress>() };
    groups.set(portKey, group);
    const key = addressKey(endpoint.address);
    if (group.addresses.get(key)?.isReady !== false) group.addresses.set(key, endpoint);
  }
  const subsets = new Map<string, { addresses: PortAddress[]; ports: EndpointPort[] }>();
  for (const { port, addresses } of groups.values()) {
    const key = [...addresses]
      .map(([address, { isReady }]) => `${address} ${isReady}`)
      .sort()
      .join('\n');
    const subset = subsets.get(key) ?? { addresses: [...addresses.values()], ports: [] };
    subsets.set(key, subset);
    if (port) subset.ports.push(port);
  }
  return [...subsets.values()].map(subsetOf).sort(byHash((subset) => JSON.stringify(subset)));
}

/** Returns the addresses of subsets at each of their ports, ready ones first. */
export const portAddresses = (subsets: readonly EndpointSubset[]): PortAddress[] =>
  subsets.flatMap(({ addresses, notReadyAddresses, ports }) => {
    const ofPort = (port: EndpointPort | undefined): PortAddress[] => [
      ...(addresses ?? []).map((address) => ({ address, isReady: true, port })),
      ...(notReadyAddresses ?? []).map((address) => ({ address, isReady: false, port })),
    ];
    return ports && ports.length > 0 ? ports.flatMap(ofPort) : ofPort(undefined);
  });

function subsetOf({ addresses, ports }: { addresses: PortAddress[]; ports: EndpointPort[] }): EndpointSubset {
  const sorted = addresses.sort((a, b) => compare(addressKey(a.address), addressKey(b.address)));
  const ofState = (ready: boolean): EndpointAddress[] =>
    sorted.filter(({ isReady }) => isReady === ready).map(({ address }) => address);
  const [ready, notReady] = [ofState(true), ofState(false)];
  return {
    ...(ready.length > 0 ? { addresses: ready } : {}),
    ...(notReady.length > 0 ? { notReadyAddresses: notReady } : {}),
    ...(ports.length > 0 ? { ports: ports.sort(byHash(dumpPort)) } : {}),
  };
}

const addressKey = ({ ip, targetRef }: EndpointAddress): string => `${ip}\0${targetRef?.uid ?? ''}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts values by the hash of Go's text for them, as the real controller does. */
const byHash =
  <T>(dump: (value: T) => string) =>
  (a: T, b: T): number =>
    compare(md5(dump(a)), md5(dump(b)));

/** Returns the output of Go's spew for a port. */
function dumpPort({ name = '', port, protocol = 'TCP', appProtocol }: EndpointPort): string {
  const fields = `Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol}`;
  return `(v1.EndpointPort){${fields} AppProtocol:(*string)${appProtocol ?? '<nil>'}}`;
}
