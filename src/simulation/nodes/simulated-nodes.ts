import type { Node } from '../../api/kinds/core-v1.generated.ts';
import { NodeImages } from '../images/node-images.ts';
import { DOWN_ANNOTATION, SIMULATED_ANNOTATION } from '../names.ts';
import { PodAddresses } from './pod-addresses.ts';

export const isSimulated = ({ metadata }: Node): boolean => metadata.annotations?.[SIMULATED_ANNOTATION] !== undefined;
export const isDown = ({ metadata }: Node): boolean => metadata.annotations?.[DOWN_ANNOTATION] === 'true';

export interface SimulatedNode {
  readonly node: Node;
  readonly isDown: boolean;
  readonly hostAddress: string;
  readonly addresses: PodAddresses;
  readonly images: NodeImages;
}

/** The pod range of a node that has none yet. */
const NO_RANGE = '169.254.0.0/16';

/** The simulated nodes, with the addresses of their pods and their images. */
export class SimulatedNodes {
  readonly #nodes = new Map<string, SimulatedNode>();

  set(node: Node): void {
    const { name = '' } = node.metadata;
    if (!isSimulated(node)) {
      this.delete(name);
      return;
    }
    const known = this.#nodes.get(name);
    const range = node.spec?.podCIDR;
    const isSame = known && known.node.spec?.podCIDR === range;
    this.#nodes.set(name, {
      node,
      isDown: isDown(node),
      hostAddress: known?.hostAddress ?? hostAddressOf(name),
      addresses: isSame ? known.addresses : new PodAddresses(range ?? NO_RANGE),
      images: known?.images ?? new NodeImages(node.status?.images),
    });
  }

  delete(name: string): void {
    this.#nodes.delete(name);
  }

  get(name: string): SimulatedNode | undefined {
    return this.#nodes.get(name);
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }
}

/** Returns an address for a node that depends only on its name. */
export function hostAddressOf(name: string): string {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const index = /(\d+)$/.exec(name)?.[1];
  const host = index === undefined ? state % 65_000 : (Number(index) + 1) % 65_000;
  return `172.18.${Math.floor(host / 250)}.${(host % 250) + 2}`;
}
