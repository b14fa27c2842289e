import type { Dialect } from '../../../api/dialect.ts';
import { quoted } from '../../../api/field-error.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { MIRROR_POD_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { notFound } from '../../../api/status.ts';
import { referencesConfigMaps, referencesSecrets } from '../pods/secret-references.ts';

/** Returns why a node may not create a pod: it may only create mirrors of its own static pods. */
export function mirrorPodProblemOfNode(
  pod: Pod,
  node: string,
  stored: Node | undefined,
  dialect: Dialect,
): string | undefined {
  const annotation = dialect.rename(MIRROR_POD_ANNOTATION);
  if (pod.metadata.annotations?.[annotation] === undefined)
    return `pod does not have ${quoted(annotation)} annotation, node ${quoted(node)} can only create mirror pods`;
  if (pod.spec?.nodeName !== node) return `node ${quoted(node)} can only create pods with spec.nodeName set to itself`;
  return ownerProblem(pod, node, stored) ?? referenceProblem(pod, node);
}

function ownerProblem({ metadata }: Pod, node: string, stored: Node | undefined): string | undefined {
  const [owner, ...others] = metadata.ownerReferences ?? [];
  const can = `node ${quoted(node)} can only create pods with`;
  if (others.length) return `${can} a single owner reference set to itself`;
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    return `${can} an owner reference set to itself`;
  if (!owner.controller) return `${can} a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion) return `node ${quoted(node)} must not set blockOwnerDeletion on an owner reference`;
  if (!stored) throw notFound({ group: '', resource: 'node' }, node);
  return owner.uid === stored.metadata.uid
    ? undefined
    : `node ${node} UID mismatch: expected ${owner.uid} got ${stored.metadata.uid ?? ''}`;
}

function referenceProblem(pod: Pod, node: string): string | undefined {
  const cannot = `node ${quoted(node)} can not create pods that reference`;
  if (pod.spec?.serviceAccountName) return `${cannot} a service account`;
  if (referencesSecrets(pod)) return `${cannot} secrets`;
  if (referencesConfigMaps(pod)) return `${cannot} configmaps`;
  return pod.spec?.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim)
    ? `${cannot} persistentvolumeclaims`
    : undefined;
}
