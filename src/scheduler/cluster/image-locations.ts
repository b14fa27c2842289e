import type { Node } from '../../api/kinds/core-v1.generated.ts';

interface ImageLocation {
  readonly sizeBytes: number;
  readonly nodes: Set<string>;
}

/** Tracks the images of each node. */
export class ImageLocations {
  readonly #images = new Map<string, ImageLocation>();
  readonly #namesOnNode = new Map<string, readonly string[]>();

  /** Replaces the images of a node; undefined removes the node. */
  set(nodeName: string, node: Node | undefined): void {
    for (const name of this.#namesOnNode.get(nodeName) ?? []) this.#remove(name, nodeName);
    const images = node?.status?.images ?? [];
    this.#namesOnNode.delete(nodeName);
    if (images.length === 0) return;
    for (const { names, sizeBytes } of images)
      for (const name of names ?? []) this.#add(name, Number(sizeBytes ?? 0), nodeName);
    this.#namesOnNode.set(
      nodeName,
      images.flatMap(({ names }) => names ?? []),
    );
  }

  /** Reports whether any node has an image. */
  has(name: string): boolean {
    return this.#images.has(name);
  }

  /** Returns the size of an image in bytes and the number of nodes that have it; undefined when this node lacks it. */
  find(name: string, nodeName: string): { readonly sizeBytes: number; readonly nodeCount: number } | undefined {
    const image = this.#images.get(name);
    return image?.nodes.has(nodeName) ? { sizeBytes: image.sizeBytes, nodeCount: image.nodes.size } : undefined;
  }

  #add(name: string, sizeBytes: number, nodeName: string): void {
    const image = this.#images.get(name);
    if (image) image.nodes.add(nodeName);
    else this.#images.set(name, { sizeBytes, nodes: new Set([nodeName]) });
  }

  #remove(name: string, nodeName: string): void {
    const image = this.#images.get(name);
    image?.nodes.delete(nodeName);
    if (image?.nodes.size === 0) this.#images.delete(name);
  }
}
