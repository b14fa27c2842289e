import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import { utf8Length } from '../../../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required, tooLong } from '../../../api/field-error.ts';
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  HostPathVolumeSource,
  ISCSIVolumeSource,
  LocalObjectReference,
  NFSVolumeSource,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isInRange } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { checkMembers } from '../../member-rules.ts';
import { validatePathNoBacksteps } from './volume-paths.ts';

/** Validation of disk types that pods and persistent volumes share (pkg/apis/core/validation). */
const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const ISCSI_NAME = {
  iqn: /^iqn\.\d{4}-\d{2}\.([a-z0-9.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[a-zA-Z0-9]{16}$/,
  naa: /^naa.[a-zA-Z0-9]{16}([a-zA-Z0-9]{16})?$/,
} as const;
const MAXIMUM_LUN = 255;

/** Requires non-empty members. */
export const requiredMembers = <T extends object>(source: T, names: readonly (keyof T & string)[], field: string) =>
  names
    .filter((name) => {
      const value: unknown = source[name];
      return Array.isArray(value) ? value.length === 0 : !value;
    })
    .map((name) => required(`${field}.${name}`));

function validateHostPath({ path, type }: HostPathVolumeSource, field: string): FieldError[] {
  if (!path) return [required(`${field}.path`)];
  const errors = validatePathNoBacksteps(path, `${field}.path`);
  if (type != null && !HOST_PATH_TYPES.includes(type))
    errors.push(notSupported(`${field}.type`, type, HOST_PATH_TYPES));
  return errors;
}

const NOT_A_PARTITION = `must be between 1 and ${MAXIMUM_LUN}, inclusive`;
const PARTITION = { minimum: [0, NOT_A_PARTITION], maximum: [MAXIMUM_LUN, NOT_A_PARTITION] } as const;

export const validateGceDisk = checkMembers<GCEPersistentDiskVolumeSource>({
  pdName: { notEmpty: true },
  partition: PARTITION,
});

const validateAwsDisk = checkMembers<{ volumeID: string; partition?: number | undefined }>({
  volumeID: { notEmpty: true },
  partition: PARTITION,
});

const validateNfs = (source: NFSVolumeSource, field: string): FieldError[] => [
  ...requiredMembers(source, ['server', 'path'], field),
  ...(source.path.startsWith('/') ? [] : [invalid(`${field}.path`, source.path, 'must be an absolute path')]),
];

export function validateIscsi(
  source: Omit<ISCSIVolumeSource, 'secretRef'> & { secretRef?: object | undefined },
  field: string,
  prefixDetail = 'must be valid format starting with iqn, eui, or naa',
): FieldError[] {
  const { iqn, initiatorName, lun } = source;
  const errors: FieldError[] = requiredMembers(source, ['targetPortal', 'iqn'], field);
  if (iqn) errors.push(...validateIscsiName(iqn, `${field}.iqn`, prefixDetail));
  errors.push(...invalidFor(`${field}.lun`, lun, isInRange(lun, 0, MAXIMUM_LUN)));
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef)
    errors.push(required(`${field}.secretRef`));
  if (initiatorName != null) {
    errors.push(...validateIscsiName(initiatorName, `${field}.initiatorname`, prefixDetail));
  }
  return errors;
}

function validateIscsiName(name: string, field: string, prefixDetail: string): FieldError[] {
  for (const [kind, pattern] of Object.entries(ISCSI_NAME)) {
    if (name.startsWith(kind)) return pattern.test(name) ? [] : [invalid(field, name, 'must be valid format')];
  }
  return [invalid(field, name, prefixDetail)];
}

function validateFlocker({ datasetName, datasetUUID }: FlockerVolumeSource, field: string): FieldError[] {
  if (!datasetName && !datasetUUID) return [required(field, 'one of datasetName and datasetUUID is required')];
  const errors: FieldError[] = [];
  if (datasetName && datasetUUID) {
    errors.push(invalid(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName?.includes('/')) errors.push(invalid(`${field}.datasetName`, datasetName, "must not contain '/'"));
  return errors;
}

function validateFibreChannel({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, field: string): FieldError[] {
  const path = `${field}.targetWWNs`;
  if (targetWWNs.length === 0) {
    return wwids.length ? [] : [required(path, 'must specify either targetWWNs or wwids, but not both')];
  }
  const errors = wwids.length
    ? [invalid(path, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously')]
    : [];
  if (lun == null) return [...errors, required(`${field}.lun`, 'lun is required if targetWWNs is specified')];
  return [...errors, ...invalidFor(`${field}.lun`, lun, isInRange(lun, 0, MAXIMUM_LUN))];
}

const RESERVED_DOMAINS = [kubernetesName('kubernetes.io'), kubernetesName('k8s.io')];

export function validateFlex(
  { driver, options }: Pick<FlexVolumeSource, 'driver' | 'options'>,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const errors = driver ? [] : [required(`${field}.driver`)];
  for (const key of Object.keys(options ?? {}).sort()) {
    const namespace = key.includes('/') ? key.slice(0, key.indexOf('/')) : key;
    const reserved = RESERVED_DOMAINS.map((name) => dialect.rename(name));
    if (reserved.some((name) => `.${namespace.toLowerCase()}`.endsWith(`.${name}`))) {
      errors.push(invalid(`${field}.options[${key}]`, key, `${reserved.join(' and ')} namespaces are reserved`));
    }
  }
  return errors;
}

const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite'];
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared'];

function validateAzureDisk(source: AzureDiskVolumeSource, field: string): FieldError[] {
  const { diskURI, cachingMode, kind } = source;
  const errors: FieldError[] = requiredMembers(source, ['diskName', 'diskURI'], field);
  if (cachingMode != null && !CACHING_MODES.includes(cachingMode)) {
    errors.push(notSupported(`${field}.cachingMode`, cachingMode, CACHING_MODES));
  }
  if (kind != null && !DISK_KINDS.includes(kind)) errors.push(notSupported(`${field}.kind`, kind, DISK_KINDS));
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    errors.push(
      notSupported(`${field}.diskURI`, diskURI, [
        '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
      ]),
    );
  }
  if (kind != null && kind !== 'Managed' && !diskURI.startsWith('https://')) {
    errors.push(
      notSupported(`${field}.diskURI`, diskURI, [
        'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd',
      ]),
    );
  }
  return errors;
}

const validateScaleIo = (source: { gateway: string; system: string; volumeName?: string | undefined }, field: string) =>
  requiredMembers(source, ['gateway', 'system', 'volumeName'], field);

function validateQuobyte(
  source: { registry: string; volume: string; tenant?: string | undefined },
  field: string,
): FieldError[] {
  const { registry, tenant = '' } = source;
  const errors: FieldError[] = [];
  if (!registry) {
    errors.push(required(`${field}.registry`, 'must be a host:port pair or multiple pairs separated by commas'));
  } else if (utf8Length(tenant) >= 65) {
    errors.push(required(`${field}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
  } else {
    const detail = 'must be a host:port pair or multiple pairs separated by commas';
    for (const pair of registry.split(',')) {
      if (!/^(\[[^\]]*\]|[^:]*):[^:]*$/.test(pair)) errors.push(invalid(`${field}.registry`, registry, detail));
    }
  }
  return [...errors, ...requiredMembers(source, ['volume'], field)];
}

const MAXIMUM_DRIVER_NAME = 63;

/** Validates the name of a CSI driver: a DNS subdomain that may contain uppercase letters. */
export function validateDriverName(name: string, field: string): FieldError[] {
  const errors = name ? [] : [required(field)];
  if (name.length > MAXIMUM_DRIVER_NAME) errors.push(tooLong(field, name, MAXIMUM_DRIVER_NAME));
  return [...errors, ...invalidFor(field, name, isDns1123Subdomain(name.toLowerCase()))];
}

/** Validates a StorageOS volume. `secretNames` are the required members of its secret. */
export const validateStorageOs = (
  source: {
    volumeName?: string | undefined;
    volumeNamespace?: string | undefined;
    secretRef?: (LocalObjectReference & { namespace?: string | undefined }) | undefined;
  },
  secretNames: readonly ('name' | 'namespace')[],
  field: string,
): FieldError[] => [
  ...(source.volumeName
    ? invalidFor(`${field}.volumeName`, source.volumeName, isDns1123Label(source.volumeName))
    : [required(`${field}.volumeName`)]),
  ...(source.volumeNamespace
    ? invalidFor(`${field}.volumeNamespace`, source.volumeNamespace, isDns1123Label(source.volumeNamespace))
    : []),
  ...(source.secretRef ? requiredMembers(source.secretRef, secretNames, `${field}.secretRef`) : []),
];

/** Sources with other names in errors about surplus sources. */
const NAMES_OF_SURPLUS: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Requires at most one source and validates it. Sources are checked in the given order. */
export function validateOneSource(
  sources: readonly (readonly [name: string, validate: (() => FieldError[]) | undefined])[],
  field: string,
  isPersistent = false,
): FieldError[] {
  const present = sources.filter(([, validate]) => validate !== undefined);
  if (present.length === 0) return [required(field, 'must specify a volume type')];
  return present.flatMap(([name, validate], index) =>
    // The real server forgets to count the sources before this one.
    index === 0 || (name === 'flexVolume' && isPersistent)
      ? (validate?.() ?? [])
      : [forbiddenField(`${field}.${NAMES_OF_SURPLUS[name] ?? name}`, 'may not specify more than 1 volume type')],
  );
}

/** The sources that pods and persistent volumes validate alike. */
export const COMMON_SOURCES = {
  hostPath: validateHostPath,
  awsElasticBlockStore: validateAwsDisk,
  nfs: validateNfs,
  flocker: validateFlocker,
  quobyte: validateQuobyte,
  fc: validateFibreChannel,
  azureDisk: validateAzureDisk,
  scaleIO: validateScaleIo,
};
