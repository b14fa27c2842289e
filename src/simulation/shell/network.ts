import type { Pod } from '../../api/kinds/core-v1.generated.ts';

/** What a process sends over the network of its pod. */
export type NetworkRequest =
  | { readonly protocol: 'http'; readonly url: string; readonly method: string }
  | { readonly protocol: 'tcp' | 'udp'; readonly host: string; readonly port: number; readonly data: string }
  | { readonly protocol: 'dns'; readonly host: string };

/** Resolves with the answer: a body, a datagram or addresses, one a line. Undefined when nothing answers. */
export type ContainerNetwork = (request: NetworkRequest) => Promise<string | undefined>;

/** The network that pods share. */
export interface PodSender {
  /** Sends what a process of a pod sends. Resolves with the answer; undefined when nothing answers. */
  send(from: Pod, request: NetworkRequest): Promise<string | undefined>;
}
