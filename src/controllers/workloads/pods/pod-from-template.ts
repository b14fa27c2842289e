import type { Pod, PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import type { OwnerReference } from '../../../api/kinds/meta-v1.generated.ts';

/** Returns a pod created from a controller's template. The server derives its name from `owner`. */
export function podFromTemplate(
  { metadata, spec }: PodTemplateSpec,
  owner: string,
  reference: OwnerReference,
): Omit<Pod, 'status'> {
  const { labels, annotations, finalizers } = metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${owner}-`,
      ...(labels ? { labels: { ...labels } } : {}),
      ...(annotations ? { annotations: { ...annotations } } : {}),
      ...(finalizers ? { finalizers: [...finalizers] } : {}),
      ownerReferences: [reference],
    },
    spec: { ...spec, containers: spec?.containers ?? null },
  };
}
