import type { Container, Pod, Volume } from '../../api/kinds/core-v1.generated.ts';

/** A config map or a secret to which a pod refers. */
export interface ConfigSource {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly isOptional: boolean;
  /** The keys that it must have. */
  readonly keys: readonly string[];
}

/** Every pod with a token refers to it. Clusters without the controller that publishes it also run such pods. */
const ROOT_CERTIFICATE = 'kube-root-ca.crt';

/** The members of `envFrom`, `valueFrom`, a volume or a projection that reference a config map or a secret. */
interface Reference {
  readonly name?: string | undefined;
  readonly secretName?: string | undefined;
  readonly key?: string | undefined;
  readonly items?: readonly { readonly key: string }[] | undefined;
  readonly optional?: boolean | undefined;
}

function add(sources: ConfigSource[], kind: ConfigSource['kind'], reference: Reference | undefined): void {
  if (!reference) return;
  const { name, secretName, key, items, optional = false } = reference;
  const keys = key === undefined ? (items ?? []).map((item) => item.key) : [key];
  sources.push({ kind, name: secretName ?? name ?? '', isOptional: optional, keys });
}

/** Returns the sources of a container's environment, in the order in which the kubelet reads them. */
export function environmentSources({ envFrom = [], env = [] }: Container): ConfigSource[] {
  const sources: ConfigSource[] = [];
  for (const { configMapRef, secretRef } of envFrom) {
    add(sources, 'configmap', configMapRef);
    add(sources, 'secret', secretRef);
  }
  for (const { valueFrom } of env) {
    add(sources, 'configmap', valueFrom?.configMapKeyRef);
    add(sources, 'secret', valueFrom?.secretKeyRef);
  }
  return sources;
}

/** Returns the sources of the files of a volume. */
export function volumeSources({ configMap, secret, projected }: Volume, withIdentity = false): ConfigSource[] {
  const sources: ConfigSource[] = [];
  for (const volume of [{ configMap, secret }, ...(projected?.sources ?? [])]) {
    if (withIdentity || volume.configMap?.name !== ROOT_CERTIFICATE) add(sources, 'configmap', volume.configMap);
    add(sources, 'secret', volume.secret);
  }
  return sources;
}

/** Reports whether a pod refers to the resources of its containers, which the node's resources may limit. */
export function refersToResources({ spec }: Pod): boolean {
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const items = (spec?.volumes ?? []).flatMap(({ downwardAPI, projected }) =>
    [downwardAPI, ...(projected?.sources ?? []).map((source) => source.downwardAPI)].flatMap(
      (each) => each?.items ?? [],
    ),
  );
  return (
    items.some(({ resourceFieldRef }) => resourceFieldRef) ||
    containers.some(({ env }) => env?.some(({ valueFrom }) => valueFrom?.resourceFieldRef))
  );
}

/**
 * Returns the sources of all containers and volumes of a pod.
 * @param withIdentity whether to include the cluster's root certificate
 */
export function configSources({ spec }: Pod, withIdentity = false): ConfigSource[] {
  const sources: ConfigSource[] = [];
  for (const volume of spec?.volumes ?? []) sources.push(...volumeSources(volume, withIdentity));
  for (const containers of [spec?.initContainers, spec?.containers, spec?.ephemeralContainers])
    for (const container of containers ?? [])
      if (container.env || container.envFrom) sources.push(...environmentSources(container));
  return sources;
}

/** The volume for the service account's token that admission adds. */
const ADMITTED_TOKEN = /^kube-api-access-/;
const TOKEN_FOLDER = /secrets\/kubernetes\.io\/serviceaccount/;

/**
 * Reports whether commands of containers need a token: the pod mounts its own token, or they name the token's folder.
 */
export const needsToken = ({ spec }: Pod): boolean =>
  (spec?.volumes ?? []).some(
    ({ name, projected }) =>
      !ADMITTED_TOKEN.test(name) && projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken),
  ) ||
  (spec?.containers ?? []).some(({ command = [], args = [] }) => TOKEN_FOLDER.test([...command, ...args].join(' ')));
