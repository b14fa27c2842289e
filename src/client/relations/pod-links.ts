import type { Container, PodSpec, Volume } from '../../api/kinds/core-v1.generated.ts';
import type { KindKey } from '../objects/kind-key.ts';
import type { NameLink } from './relation.ts';

/** What a pod, or the template of a workload, uses. Only pods lead to their nodes. */
export const POD_USES: readonly KindKey[] = [
  'core/ConfigMap',
  'core/Secret',
  'core/ServiceAccount',
  'core/PersistentVolumeClaim',
  'node/RuntimeClass',
  'scheduling/PriorityClass',
];

/** Returns the objects that the spec of a pod names. */
export function podSpecLinks(spec: PodSpec | undefined, namespace: string | undefined): NameLink[] {
  if (!spec) return [];
  const links: NameLink[] = [];
  const uses = (kind: KindKey, name: string | undefined, detail?: string, isNamespaced = true): void => {
    if (name) links.push({ relation: 'uses', kind, namespace: isNamespaced ? namespace : undefined, name, detail });
  };
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    for (const { kind, name, detail } of environmentLinks(container)) uses(kind, name, detail);
  }
  for (const volume of spec.volumes ?? []) {
    for (const { kind, name } of volumeSources(volume)) uses(kind, name, `volume ${volume.name}`);
  }
  for (const { name } of spec.imagePullSecrets ?? []) uses('core/Secret', name, 'image pull secret');
  uses('core/ServiceAccount', spec.serviceAccountName);
  uses('core/Node', spec.nodeName, 'runs on the node', false);
  uses('scheduling/PriorityClass', spec.priorityClassName, undefined, false);
  uses('node/RuntimeClass', spec.runtimeClassName, undefined, false);
  return links;
}

interface Source {
  readonly kind: KindKey;
  readonly name: string | undefined;
  readonly detail: string;
}

function environmentLinks({ name: container, env, envFrom }: Container): Source[] {
  const links: Source[] = [];
  for (const { configMapRef, secretRef } of envFrom ?? []) {
    const detail = `environment of ${container}`;
    if (configMapRef) links.push({ kind: 'core/ConfigMap', name: configMapRef.name, detail });
    if (secretRef) links.push({ kind: 'core/Secret', name: secretRef.name, detail });
  }
  for (const { name, valueFrom } of env ?? []) {
    const detail = `${name} of ${container}`;
    const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
    if (configMapKeyRef) links.push({ kind: 'core/ConfigMap', name: configMapKeyRef.name, detail });
    if (secretKeyRef) links.push({ kind: 'core/Secret', name: secretKeyRef.name, detail });
  }
  return links;
}

/** Returns the objects whose content a volume holds. */
export function volumeSources({
  configMap,
  secret,
  persistentVolumeClaim,
  projected,
}: Volume): Omit<Source, 'detail'>[] {
  const sources: Omit<Source, 'detail'>[] = [];
  if (configMap) sources.push({ kind: 'core/ConfigMap', name: configMap.name });
  if (secret) sources.push({ kind: 'core/Secret', name: secret.secretName });
  if (persistentVolumeClaim)
    sources.push({ kind: 'core/PersistentVolumeClaim', name: persistentVolumeClaim.claimName });
  for (const part of projected?.sources ?? []) {
    if (part.configMap) sources.push({ kind: 'core/ConfigMap', name: part.configMap.name });
    if (part.secret) sources.push({ kind: 'core/Secret', name: part.secret.name });
  }
  return sources;
}
