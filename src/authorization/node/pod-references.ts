import type {
  Container,
  EphemeralContainer,
  PersistentVolume,
  Pod,
  Volume,
} from '../../api/kinds/core-v1.generated.ts';

interface SecretName {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** Names of objects in the pod's namespace that its node must read. */
export interface PodReferences {
  readonly secrets: readonly string[];
  readonly configMaps: readonly string[];
  readonly claims: readonly string[];
}

export function podReferences({ metadata, spec }: Pod): PodReferences {
  const volumes = spec?.volumes ?? [];
  const containers: (Container | EphemeralContainer)[] = [
    ...(spec?.initContainers ?? []),
    ...(spec?.containers ?? []),
    ...(spec?.ephemeralContainers ?? []),
  ];
  const pulls = (spec?.imagePullSecrets ?? []).map(({ name }) => name);
  return {
    secrets: present([...pulls, ...containers.flatMap(secretsOfContainer), ...volumes.flatMap(secretsOfVolume)]),
    configMaps: present([...containers.flatMap(configMapsOfContainer), ...volumes.flatMap(configMapsOfVolume)]),
    claims: present(
      volumes.map(({ name, persistentVolumeClaim, ephemeral }) =>
        ephemeral ? `${metadata.name ?? ''}-${name}` : persistentVolumeClaim?.claimName,
      ),
    ),
  };
}

const secretsOfContainer = ({ env, envFrom }: Container | EphemeralContainer) => [
  ...(envFrom ?? []).map(({ secretRef }) => secretRef?.name),
  ...(env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
];

const configMapsOfContainer = ({ env, envFrom }: Container | EphemeralContainer) => [
  ...(envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
  ...(env ?? []).map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
];

function secretsOfVolume(volume: Volume) {
  const { secret, projected, azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi } = volume;
  return [
    secret?.secretName,
    azureFile?.secretName,
    csi?.nodePublishSecretRef?.name,
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef?.name),
    ...(projected?.sources ?? []).map((source) => source.secret?.name),
  ];
}

const configMapsOfVolume = ({ configMap, projected }: Volume) => [
  configMap?.name,
  ...(projected?.sources ?? []).map((source) => source.configMap?.name),
];

/** Returns the secrets required to mount a volume, as `namespace/name`; the default namespace is that of the claim. */
export function secretsOfPersistentVolume({ spec }: PersistentVolume): readonly string[] {
  const { azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi, claimRef } = spec ?? {};
  const references: (SecretName | undefined)[] = [
    azureFile && { namespace: azureFile.secretNamespace, name: azureFile.secretName },
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef),
    csi?.nodePublishSecretRef,
    csi?.nodeStageSecretRef,
    csi?.nodeExpandSecretRef,
  ];
  return references.flatMap((reference) =>
    reference?.name ? [`${reference.namespace || (claimRef?.namespace ?? '')}/${reference.name}`] : [],
  );
}

const present = (names: readonly (string | undefined)[]): readonly string[] =>
  names.flatMap((name) => (name ? [name] : []));
