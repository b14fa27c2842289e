import type {
  Container,
  EnvFromSource,
  EnvVar,
  EphemeralContainer,
  Pod,
  ServiceAccount,
} from '../../../api/kinds/core-v1.generated.ts';
import { containersOf } from '../../attributes.ts';

interface WithEnvironment {
  readonly name: string;
  readonly env?: readonly EnvVar[] | undefined;
  readonly envFrom?: readonly EnvFromSource[] | undefined;
}

/** Returns why a pod may not use its secrets: its service account does not list them. */
export function secretProblem(pod: Pod, account: ServiceAccount): string | undefined {
  const mountable = namesOf(account.secrets);
  const tail = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`;
  for (const { secret } of pod.spec?.volumes ?? []) {
    const name = secret?.secretName ?? '';
    if (secret && !mountable.has(name)) return `volume with secret.secretName="${name}" ${tail} secret`;
  }
  for (const { type, container } of containersOf(pod)) {
    const problem = environmentProblem(type, container, mountable, tail);
    if (problem) return problem;
  }
  const pullable = namesOf(account.imagePullSecrets);
  for (const [index, { name = '' }] of (pod.spec?.imagePullSecrets ?? []).entries()) {
    if (!pullable.has(name)) return `imagePullSecrets[${index}].name="${name}" ${tail} imagePullSecret`;
  }
  return undefined;
}

export function secretProblemOfEphemeralContainers(pod: Pod, account: ServiceAccount): string | undefined {
  const tail = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`;
  for (const container of pod.spec?.ephemeralContainers ?? []) {
    const problem = environmentProblem('ephemeral container', container, namesOf(account.secrets), tail);
    if (problem) return problem;
  }
  return undefined;
}

/** Returns why a mirror pod is invalid: it refers to other API objects. */
export function mirrorPodProblem(pod: Pod): string | undefined {
  const { serviceAccountName, volumes } = pod.spec ?? {};
  if (serviceAccountName) return 'a mirror pod may not reference service accounts';
  if (referencesSecrets(pod)) return 'a mirror pod may not reference secrets';
  if (volumes?.some(({ projected }) => projected?.sources?.some((source) => source.serviceAccountToken))) {
    return 'a mirror pod may not use ServiceAccountToken volume projections';
  }
  return undefined;
}

export function referencesSecrets(pod: Pod): boolean {
  const isInEnvironment = everyContainerOf(pod).some(
    ({ env, envFrom }) =>
      env?.some(({ valueFrom }) => valueFrom?.secretKeyRef) || envFrom?.some(({ secretRef }) => secretRef),
  );
  const { imagePullSecrets, volumes } = pod.spec ?? {};
  return Boolean(imagePullSecrets?.length || isInEnvironment || volumes?.some(secretsOfVolume));
}

export function referencesConfigMaps(pod: Pod): boolean {
  const isInEnvironment = everyContainerOf(pod).some(
    ({ env, envFrom }) =>
      env?.some(({ valueFrom }) => valueFrom?.configMapKeyRef) || envFrom?.some(({ configMapRef }) => configMapRef),
  );
  const isInVolume = pod.spec?.volumes?.some(
    ({ configMap, projected }) => configMap || projected?.sources?.some((source) => source.configMap),
  );
  return isInEnvironment || isInVolume === true;
}

const everyContainerOf = (pod: Pod): readonly (Container | EphemeralContainer)[] => [
  ...containersOf(pod).map(({ container }) => container),
  ...(pod.spec?.ephemeralContainers ?? []),
];

function secretsOfVolume(volume: NonNullable<NonNullable<Pod['spec']>['volumes']>[number]): boolean {
  const { secret, projected, azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi } = volume;
  return Boolean(
    secret ||
      azureFile ||
      projected?.sources?.some((source) => source.secret) ||
      [cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].some((source) => source?.secretRef) ||
      csi?.nodePublishSecretRef,
  );
}

function environmentProblem(
  type: string,
  { name, env, envFrom }: WithEnvironment,
  mountable: ReadonlySet<string>,
  tail: string,
): string | undefined {
  for (const variable of env ?? []) {
    const secret = variable.valueFrom?.secretKeyRef;
    if (secret && !mountable.has(secret.name ?? '')) {
      return `${type} ${name} with envVar ${variable.name} referencing secret.secretName="${secret.name ?? ''}" ${tail} secret`;
    }
  }
  for (const { secretRef } of envFrom ?? []) {
    if (secretRef && !mountable.has(secretRef.name ?? '')) {
      return `${type} ${name} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" ${tail} secret`;
    }
  }
  return undefined;
}

const namesOf = (references: readonly { name?: string | undefined }[] | undefined): ReadonlySet<string> =>
  new Set((references ?? []).map(({ name = '' }) => name));
