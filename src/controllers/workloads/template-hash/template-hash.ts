import type { PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import { fnv1a, safeText } from './fnv.ts';
import { goDump } from './go-dump.ts';

/**
 * Returns the hash of a pod template as computed by the real controllers. It names the replica sets of deployments and
 * the revisions of daemon sets. The collision count changes it when another object has the name.
 */
export function podTemplateHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const text = new TextEncoder().encode(goDump('PodTemplateSpec', template));
  if (collisionCount === undefined) return safeText(fnv1a(text));
  const bytes = new Uint8Array(text.length + 8);
  bytes.set(text);
  new DataView(bytes.buffer).setUint32(text.length, collisionCount, true);
  return safeText(fnv1a(bytes));
}
