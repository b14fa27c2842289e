import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type {
  CSIPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { validatePathNoBacksteps } from './volume-paths.ts';
import {
  COMMON_SOURCES,
  requiredMembers,
  validateDriverName,
  validateFlex,
  validateGceDisk,
  validateIscsi,
  validateOneSource,
  validateStorageOs,
} from './volume-sources.ts';

/** Sources of persistent volumes, in the order of validation. */
export const PERSISTENT_SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const;
type SourceName = (typeof PERSISTENT_SOURCES)[number];
type Source<K extends SourceName> = NonNullable<PersistentVolumeSpec[K]>;
type Validators = { readonly [K in SourceName]: (source: Source<K>, field: string) => FieldError[] };

const secretErrors = (reference: SecretReference | undefined, field: string): FieldError[] =>
  reference ? requiredMembers(reference, ['name', 'namespace'], field) : [];

/** Validates the secret of a CSI driver. */
function validateSecret({ name, namespace }: SecretReference, field: string): FieldError[] {
  const of = (path: string, value: string | undefined, rule: (text: string) => string[]) =>
    value ? invalidFor(path, value, rule(value)) : [required(path)];
  return [...of(`${field}.name`, name, isDns1123Subdomain), ...of(`${field}.namespace`, namespace, isDns1123Label)];
}

function validateEndpointsNamespace(namespace: string, field: string): FieldError[] {
  if (namespace !== '') return invalidFor(field, namespace, isDns1123Label(namespace));
  return [invalid(field, '', 'if the endpointnamespace is set, it must be a valid namespace name')];
}

function validatePersistentIscsi(source: ISCSIPersistentVolumeSource, name: string, field: string): FieldError[] {
  const errors = [
    ...validateIscsi(source, field, 'must be valid format'),
    ...(source.secretRef && !source.secretRef.name ? [required(`${field}.secretRef.name`)] : []),
  ];
  if (source.initiatorName == null || `${name}:${source.targetPortal}`.length <= 64) return errors;
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalid(`${field}.targetportal`, source.targetPortal, detail), ...errors];
}

const validators = (spec: PersistentVolumeSpec, name: string, path: string, dialect: Dialect): Validators => ({
  ...COMMON_SOURCES,
  // Its errors have a different path.
  gcePersistentDisk: (source) => validateGceDisk(source, `${path}.persistentDisk`),
  glusterfs: (source, field) => [
    ...requiredMembers(source, ['endpoints', 'path'], field),
    ...(source.endpointsNamespace == null
      ? []
      : validateEndpointsNamespace(source.endpointsNamespace, `${field}.endpointsNamespace`)),
  ],
  rbd: (source, field) => requiredMembers(source, ['monitors', 'image'], field),
  cephfs: (source, field) => requiredMembers(source, ['monitors'], field),
  iscsi: (source, field) => validatePersistentIscsi(source, name, field),
  cinder: (source, field) => [
    ...requiredMembers(source, ['volumeID'], field),
    ...secretErrors(source.secretRef, `${field}.secretRef`),
  ],
  flexVolume: (source, field) => validateFlex(source, field, dialect),
  azureFile: (source, field) => [
    ...requiredMembers(source, ['secretName', 'shareName'], field),
    ...(source.secretNamespace === '' ? [required(`${field}.secretNamespace`)] : []),
  ],
  vsphereVolume: (source, field) => requiredMembers(source, ['volumePath'], field),
  photonPersistentDisk: (source, field) => requiredMembers(source, ['pdID'], field),
  portworxVolume: (source, field) => requiredMembers(source, ['volumeID'], field),
  local: (source, field) => [
    ...(source.path ? validatePathNoBacksteps(source.path, `${field}.path`) : [required(`${field}.path`)]),
    ...(spec.nodeAffinity ? [] : [required(`${path}.nodeAffinity`, 'Local volume requires node affinity')]),
  ],
  storageos: (source, field) => validateStorageOs(source, ['name', 'namespace'], field),
  csi: validateCsi,
});

function validateCsi(source: CSIPersistentVolumeSource, field: string): FieldError[] {
  const references = [
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ] as const;
  return [
    ...validateDriverName(source.driver, `${field}.driver`),
    ...requiredMembers(source, ['volumeHandle'], field),
    ...references.flatMap((name) => {
      const reference = source[name];
      return reference ? validateSecret(reference, `${field}.${name}`) : [];
    }),
  ];
}

/** Requires exactly one source and validates it. */
export function validatePersistentSource(
  spec: PersistentVolumeSpec,
  volumeName: string,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const rules = validators(spec, volumeName, field, dialect);
  const row = <K extends SourceName>(name: K): readonly [string, (() => FieldError[]) | undefined] => {
    const source = spec[name];
    const validate: (source: Source<K>, path: string) => FieldError[] = rules[name];
    return [name, source ? () => validate(source as Source<K>, `${field}.${name}`) : undefined];
  };
  return validateOneSource(
    PERSISTENT_SOURCES.map((name) => row(name)),
    field,
    true,
  );
}
