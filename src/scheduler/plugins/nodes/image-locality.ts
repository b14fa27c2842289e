import { MAXIMUM_SCORE, type ScorePlugin } from '../../framework/plugin.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes below which a node gets no score, and bytes per container above which it gets the highest. */
const LOWEST = 23 * MEGABYTE;
const HIGHEST = 1000 * MEGABYTE;

/** Prefers nodes that already have large images of the pod. Images on few nodes count less, to avoid hot spots. */
export const imageLocality: ScorePlugin = {
  name: 'ImageLocality',
  weight: 1,
  score({ pod }, nodes, { cache }) {
    const containers = pod.spec?.containers ?? [];
    const names = containers.map(({ image }) => normalizedImageName(image ?? ''));
    if (!names.some((name) => cache.images.has(name))) return undefined;
    const total = cache.nodes.length;
    const highest = HIGHEST * containers.length;
    return nodes.map(({ name: nodeName }) => {
      let bytes = 0;
      for (const name of names) {
        const found = cache.images.find(name, nodeName);
        if (found) bytes += Math.floor(found.sizeBytes * (found.nodeCount / total));
      }
      const bounded = Math.min(Math.max(bytes, LOWEST), highest);
      return Math.floor((MAXIMUM_SCORE * (bounded - LOWEST)) / (highest - LOWEST));
    });
  },
};

/** Adds the tag `latest` to a name without a tag; a colon before a slash belongs to the registry's port. */
const normalizedImageName = (name: string): string =>
  name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
