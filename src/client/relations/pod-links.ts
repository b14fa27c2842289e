import type { Container, PodSpec, Volume } from '../../api/kinds/core-v1.generated.ts';
import type { KindKey } from '../objects/kind-key.ts';
import type { NameLink } from './relation.ts';

/** The kinds of objects that a pod or a pod template uses. Only pods refer to nodes. */
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
  const add = ({ name, ...source }: Source, scope: string | undefined): void => {
    if (name) links.push({ relation: 'uses', ...source, namespace: scope, name });
  };
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])])
    for (const source of environmentSources(container)) add(source, namespace);
  for (const volume of spec.volumes ?? [])
    for (const source of volumeSources(volume)) add({ ...source, detail: `volume ${volume.name}` }, namespace);
  for (const { name } of spec.imagePullSecrets ?? [])
    add({ kind: 'core/Secret', name, detail: 'image pull secret' }, namespace);
  add({ kind: 'core/ServiceAccount', name: spec.serviceAccountName }, namespace);
  add({ kind: 'core/Node', name: spec.nodeName, detail: 'runs on the node' }, undefined);
  add({ kind: 'scheduling/PriorityClass', name: spec.priorityClassName }, undefined);
  add({ kind: 'node/RuntimeClass', name: spec.runtimeClassName }, undefined);
  return links;
}

interface Source {
  readonly kind: KindKey;
  readonly name: string | undefined;
  readonly detail?: string;
  readonly isOptional?: boolean | undefined;
}

/** A reference to a config map or a secret. */
interface Reference {
  readonly name?: string | undefined;
  readonly optional?: boolean | undefined;
}

/** Returns the objects that references name. */
const sourcesOf = (configMap: Reference | undefined, secret: Reference | undefined, detail?: string): Source[] => {
  const source = (kind: KindKey, { name, optional: isOptional }: Reference): Source => ({
    ...{ kind, name, isOptional },
    ...(detail ? { detail } : {}),
  });
  return [
    ...(configMap ? [source('core/ConfigMap', configMap)] : []),
    ...(secret ? [source('core/Secret', secret)] : []),
  ];
};

const environmentSources = ({ name: container, env, envFrom }: Container): Source[] => [
  ...(envFrom ?? []).flatMap(({ configMapRef, secretRef }) =>
    sourcesOf(configMapRef, secretRef, `environment of ${container}`),
  ),
  ...(env ?? []).flatMap(({ name, valueFrom: { configMapKeyRef, secretKeyRef } = {} }) =>
    sourcesOf(configMapKeyRef, secretKeyRef, `${name} of ${container}`),
  ),
];

/** Returns the objects whose content a volume holds. */
export const volumeSources = ({ configMap, secret, persistentVolumeClaim, projected }: Volume): Source[] => [
  ...sourcesOf(configMap, secret && { name: secret.secretName, optional: secret.optional }),
  ...(persistentVolumeClaim
    ? [{ kind: 'core/PersistentVolumeClaim' as const, name: persistentVolumeClaim.claimName }]
    : []),
  ...(projected?.sources ?? []).flatMap((part) => sourcesOf(part.configMap, part.secret)),
];
