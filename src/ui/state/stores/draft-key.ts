import type { ObjectMeta } from '../../../api/kinds/meta-v1.generated.ts';
import type { GroupResource } from '../../../api/object.ts';

/**
 * Returns the key of a draft. Without metadata: a new object of the resource; without a resource: objects of any kind.
 */
export function draftKey(resource: GroupResource | undefined, metadata: ObjectMeta | undefined): string {
  if (!resource) return 'new';
  const name = metadata ? `${metadata.namespace ?? ''}/${metadata.name}` : 'new';
  return `${resource.group}/${resource.resource} ${name}`;
}
