import type { ContainerImage } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';

/** An image as containerd identifies it. */
export interface Image {
  /** With registry, and tag or digest: `docker.io/library/nginx:1.25`. */
  readonly name: string;
  /** `docker.io/library/nginx@sha256:…`. */
  readonly id: string;
  /** The entry in a node's status. */
  readonly reported: ContainerImage;
}

const SMALLEST = 2_000_000;
const SIZES = 198_000_000;

const known = new BoundedMap<string, Image>(1000);

/** Returns the image of a container's reference. Its digest and size depend only on its name. */
export function imageOf(reference: string): Image {
  const last = known.get(reference);
  if (last) return last;
  const image = readImage(reference);
  known.set(reference, image);
  return image;
}

function readImage(reference: string): Image {
  const [tagged = '', digest] = withRegistry(reference).split('@');
  const colon = tagged.lastIndexOf(':');
  const tag = colon > tagged.lastIndexOf('/') ? tagged.slice(colon + 1) : undefined;
  const repository = tag === undefined ? tagged : tagged.slice(0, colon);
  const name = digest ? `${repository}@${digest}` : `${repository}:${tag ?? 'latest'}`;
  const { text, size } = digestOf(name);
  const id = `${repository}@${digest ?? `sha256:${text}`}`;
  return { name, id, reported: { names: digest ? [id] : [id, name], sizeBytes: size } };
}

/** Adds the registry and folder that Docker references may omit: `nginx` is `docker.io/library/nginx`. */
function withRegistry(reference: string): string {
  const slash = reference.indexOf('/');
  const first = reference.slice(0, Math.max(slash, 0));
  const hasRegistry = /[.:]/.test(first) || first === 'localhost';
  if (!hasRegistry) return `docker.io/${slash < 0 ? 'library/' : ''}${reference}`;
  return reference.replace(/^(?:index\.)?docker\.io\/(?=[^/]+$)/, 'docker.io/library/');
}

/** Returns 64 hexadecimal digits and a number of bytes that depend only on the name. */
function digestOf(name: string): { readonly text: string; readonly size: number } {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const size = SMALLEST + (state % SIZES);
  const words = Array.from({ length: 8 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(16).padStart(8, '0');
  });
  return { text: words.join(''), size };
}
