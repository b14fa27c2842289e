import type { Pod } from '../../api/kinds/core-v1.generated.ts';

/** A request of a process over the network of its pod. */
export type NetworkRequest =
  | { readonly protocol: 'http'; readonly url: string; readonly method: string; readonly body?: string | undefined }
  | { readonly protocol: 'tcp' | 'udp'; readonly host: string; readonly port: number; readonly data: string }
  | DnsRequest;

/** A lookup of a name. */
export interface DnsRequest {
  readonly protocol: 'dns';
  readonly host: string;
  /** Addresses by default. */
  readonly type?: RecordType;
}

export type RecordType = 'A' | 'CNAME' | 'PTR' | 'SRV';

/** Resolves with the response: a body, a datagram or the values of records, one per line. Undefined when nothing answers. */
export type ContainerNetwork = (request: NetworkRequest) => Promise<string | undefined>;

/** The network of all pods. */
export interface PodSender {
  /** Sends a request of a process in a pod. Resolves with the response; undefined when nothing answers. */
  send(from: Pod, request: NetworkRequest): Promise<string | undefined>;
  /** Returns the values of the records of a name that a process in a pod looks up. */
  lookUp(from: Pod, request: DnsRequest): string[];
}
