import type { NodeInfo } from './node-info.ts';

/** The values of a label on the nodes of a list, as numbers by the node's position. */
export class TopologyDomains {
  /** The domain of each node, from zero. Nodes without the label are in the domain of the empty value. */
  readonly numbers: Int32Array;
  /** 1 for each node with the label. */
  readonly isLabeled: Uint8Array;
  /** The number of domains. */
  readonly size: number;

  constructor(nodes: readonly NodeInfo[], label: string) {
    this.numbers = new Int32Array(nodes.length);
    this.isLabeled = new Uint8Array(nodes.length);
    const domains = new Map<string, number>();
    for (const { position, labels } of nodes) {
      const value = labels[label];
      const number = domains.get(value ?? '') ?? domains.size;
      domains.set(value ?? '', number);
      this.numbers[position] = number;
      this.isLabeled[position] = value === undefined ? 0 : 1;
    }
    this.size = domains.size;
  }

  /** Whether any node has the label. */
  get hasLabel(): boolean {
    return this.isLabeled.includes(1);
  }
}
