import type { Dialect } from '../../../api/dialect.ts';
import { duplicate, type FieldError, forbiddenField, invalid, required } from '../../../api/field-error.ts';
import type {
  CSIVolumeSource,
  LocalObjectReference,
  PersistentVolumeClaimTemplate,
  Volume,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, nameIsDnsSubdomain } from '../../../api/names.ts';
import { quantitySign } from '../../../api/values/quantity.ts';
import { invalidFor } from '../../field-validation.ts';
import { checkMembers } from '../../member-rules.ts';
import { validateTemplateMetadata } from '../../object-meta.ts';
import { quantityFrom } from '../quantities/resource-quantities.ts';
import { validateClaimSpec } from '../volume/claim-spec.ts';
import { FILE_MODE, validateDescendingPath, validateKeyToPath } from '../volume/volume-paths.ts';
import {
  COMMON_SOURCES,
  requiredMembers,
  validateDriverName,
  validateFlex,
  validateGceDisk,
  validateIscsi,
  validateOneSource,
  validateStorageOs,
} from '../volume/volume-sources.ts';
import { validateDownwardFile } from './container/downward-api.ts';
import { validateProjected } from './projected-volume.ts';

/** The valid volumes of a pod, which containers may mount. */
export type VolumesByName = ReadonlyMap<string, Volume>;

interface Scope {
  readonly dialect: Dialect;
  /** The name of the pod; undefined in templates. */
  readonly podName: string | undefined;
}

export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  field: string,
  scope: Scope,
): { errors: FieldError[]; volumesByName: VolumesByName } {
  const volumesByName = new Map<string, Volume>();
  const created = new Set(
    (volumes ?? []).flatMap(({ name, ephemeral }) => (scope.podName && ephemeral ? [`${scope.podName}-${name}`] : [])),
  );
  const errors = (volumes ?? []).flatMap((volume, index) => {
    const path = `${field}[${index}]`;
    const { name, persistentVolumeClaim: claim } = volume;
    const found = validateSource(volume, path, scope);
    if (!name) found.push(required(`${path}.name`));
    else found.push(...invalidFor(`${path}.name`, name, isDns1123Label(name)));
    if (volumesByName.has(name)) found.push(duplicate(`${path}.name`, name));
    if (found.length === 0) volumesByName.set(name, volume);
    if (claim && created.has(claim.claimName)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      found.push(invalid(`${path}.persistentVolumeClaim.claimName`, claim.claimName, detail));
    }
    return found;
  });
  return { errors, volumesByName };
}

type Source<K extends keyof Volume> = NonNullable<Volume[K]>;
type SourceRule = (source: never, path: string, scope: Scope, volume: Volume) => FieldError[];

const row = <K extends Exclude<keyof Volume, 'name'>>(
  name: K,
  validate: (source: Source<K>, path: string, scope: Scope, volume: Volume) => FieldError[],
): readonly [K, SourceRule] => [name, validate];

const members =
  <T extends object>(...names: (keyof T & string)[]) =>
  (source: T, path: string) =>
    requiredMembers(source, names, path);

const FILES = { defaultMode: FILE_MODE, items: { each: validateKeyToPath } } as const;
const validateMode = checkMembers<Source<'downwardAPI'>>({ defaultMode: FILE_MODE });

/** The sources of a volume, in the order in which they are validated. */
const SOURCES = new Map<string, SourceRule>([
  row('emptyDir', ({ sizeLimit }, path) =>
    sizeLimit != null && quantitySign(quantityFrom(sizeLimit)) < 0
      ? [forbiddenField(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
      : [],
  ),
  row('hostPath', COMMON_SOURCES.hostPath),
  row('gitRepo', (source, path) => [
    ...requiredMembers(source, ['repository'], path),
    ...validateDescendingPath(source.directory ?? '', `${path}.directory`),
  ]),
  // Its errors have another path.
  row('gcePersistentDisk', (source, path) =>
    validateGceDisk(source, path.replace(/gcePersistentDisk$/, 'persistentDisk')),
  ),
  row('awsElasticBlockStore', COMMON_SOURCES.awsElasticBlockStore),
  row('secret', checkMembers<Source<'secret'>>({ secretName: { notEmpty: true }, ...FILES })),
  row('nfs', COMMON_SOURCES.nfs),
  row('iscsi', (source, path) => validateIscsi(source, path)),
  row('glusterfs', members<Source<'glusterfs'>>('endpoints', 'path')),
  row('flocker', COMMON_SOURCES.flocker),
  row('persistentVolumeClaim', members<Source<'persistentVolumeClaim'>>('claimName')),
  row('rbd', members<Source<'rbd'>>('monitors', 'image')),
  row(
    'cinder',
    checkMembers<Source<'cinder'>>({
      volumeID: { notEmpty: true },
      secretRef: checkMembers<LocalObjectReference>({ name: { notEmpty: true } }),
    }),
  ),
  row('cephfs', members<Source<'cephfs'>>('monitors')),
  row('quobyte', COMMON_SOURCES.quobyte),
  row('downwardAPI', (source, path) => [
    ...validateMode(source, path),
    ...(source.items ?? []).flatMap((file) => validateDownwardFile(file, path)),
  ]),
  row('fc', COMMON_SOURCES.fc),
  row('flexVolume', (source, path, { dialect }) => validateFlex(source, path, dialect)),
  row('configMap', checkMembers<Source<'configMap'>>({ name: { notEmpty: true }, ...FILES })),
  row('azureFile', members<Source<'azureFile'>>('secretName', 'shareName')),
  row('vsphereVolume', members<Source<'vsphereVolume'>>('volumePath')),
  row('photonPersistentDisk', members<Source<'photonPersistentDisk'>>('pdID')),
  row('portworxVolume', members<Source<'portworxVolume'>>('volumeID')),
  row('azureDisk', COMMON_SOURCES.azureDisk),
  row('storageos', (source, path) => validateStorageOs(source, ['name'], path)),
  row('projected', validateProjected),
  row('scaleIO', COMMON_SOURCES.scaleIO),
  row('csi', validateCsi),
  row('ephemeral', ({ volumeClaimTemplate }, path, scope, volume) =>
    validateEphemeral(volumeClaimTemplate, path, volume.name, scope.podName),
  ),
]);
const ORDER = [...SOURCES.keys()];

function validateSource(volume: Volume, field: string, scope: Scope): FieldError[] {
  const present = Object.entries(volume).flatMap(([name, source]) => {
    const validate = source ? SOURCES.get(name) : undefined;
    return validate ? [[name, () => validate(source as never, `${field}.${name}`, scope, volume)] as const] : [];
  });
  if (present.length > 1) present.sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const errors = validateOneSource(present, field);
  const { iscsi } = volume;
  if (iscsi?.initiatorName != null && `${volume.name}:${iscsi.targetPortal}`.length > 64) {
    const detail =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
    errors.push(invalid(`${field}.name`, volume.name, detail));
  }
  return errors;
}

function validateCsi({ driver, nodePublishSecretRef }: CSIVolumeSource, field: string): FieldError[] {
  return [
    ...validateDriverName(driver, `${field}.driver`),
    ...(nodePublishSecretRef ? validateSecretName(nodePublishSecretRef.name ?? '', field) : []),
  ];
}

/** Errors of a non-empty name have the path of the volume. */
const validateSecretName = (name: string, field: string): FieldError[] =>
  name
    ? invalidFor(`${field}.name`, name, nameIsDnsSubdomain(name, false))
    : [required(`${field}.nodePublishSecretRef.name`)];

function validateEphemeral(
  template: PersistentVolumeClaimTemplate | undefined,
  field: string,
  volumeName: string,
  podName: string | undefined,
): FieldError[] {
  const path = `${field}.volumeClaimTemplate`;
  if (!template) return [required(path)];
  const { metadata, spec } = template;
  const claimName = `${podName}-${volumeName}`;
  return [
    ...validateTemplateMetadata(metadata, `${path}.metadata`),
    ...validateClaimSpec(spec, `${path}.spec`),
    ...(podName && volumeName
      ? nameIsDnsSubdomain(claimName, false).map((message) =>
          invalid(`${field}.name`, volumeName, `PVC name "${claimName}": ${message}`),
        )
      : []),
  ];
}
