import type { Container, Pod, Volume } from '../../api/kinds/core-v1.generated.ts';

/** A config map or a secret that a pod refers to. */
export interface ConfigSource {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly isOptional: boolean;
  /** The keys of it that must exist. */
  readonly keys: readonly string[];
}

/** What every pod with a token refers to. Clusters without its publisher run such pods, too. */
const ROOT_CERTIFICATE = 'kube-root-ca.crt';

/** Members of `envFrom`, `valueFrom`, a volume or a projection that name a config map or a secret. */
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

/** Returns the sources of the environment of a container, in the order in which the kubelet reads them. */
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

/** Reports whether a pod asks for the resources of its containers, which those of its node may limit. */
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
 * @param withIdentity whether the cluster's root certificate is one
 */
export function configSources({ spec }: Pod, withIdentity = false): ConfigSource[] {
  const sources: ConfigSource[] = [];
  for (const volume of spec?.volumes ?? []) sources.push(...volumeSources(volume, withIdentity));
  for (const containers of [spec?.initContainers, spec?.containers, spec?.ephemeralContainers])
    for (const container of containers ?? [])
      if (container.env || container.envFrom) sources.push(...environmentSources(container));
  return sources;
}

/** The volume that admission adds for the token of the service account. */
const ADMITTED_TOKEN = /^kube-api-access-/;
const TOKEN_FOLDER = /secrets\/kubernetes\.io\/serviceaccount/;

/** Reports whether the commands of containers need a token: the pod mounts one of its own, or they name its folder. */
export const needsToken = ({ spec }: Pod): boolean =>
  (spec?.volumes ?? []).some(
    ({ name, projected }) =>
      !ADMITTED_TOKEN.test(name) && projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken),
  ) ||
  (spec?.containers ?? []).some(({ command = [], args = [] }) => TOKEN_FOLDER.test([...command, ...args].join(' ')));
