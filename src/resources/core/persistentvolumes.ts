import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid } from '../../api/field-error.ts';
import type { PersistentVolume, PersistentVolumeSpec, VolumeNodeAffinity } from '../../api/kinds/core-v1.generated.ts';
import { accessModesText } from '../../api/values/access-modes.ts';
import { quantityText } from '../../api/values/quantity.ts';
import { immutable } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';
import { currentNodeLabel, nodeSelectorTermWarnings } from './node/node-label-warnings.ts';
import { amountOf, roundResourceList } from './quantities/resource-quantities.ts';
import { specDifference } from './spec-difference.ts';
import { goOptional } from './struct-difference/go-value.ts';
import { PERSISTENT_SOURCES } from './volume/persistent-volume-source.ts';
import { validatePersistentVolume } from './volume/persistent-volume-validation.ts';
import { setSharedDiskDefaults } from './volume/volume-defaults.ts';
import { storageClassOf, storageClassWarnings } from './volume/volume-text.ts';

const EMPTY_SPEC: PersistentVolumeSpec = {};

const sourcesOf = (spec: PersistentVolumeSpec) =>
  Object.fromEntries(PERSISTENT_SOURCES.filter((name) => spec[name]).map((name) => [name, spec[name]]));

function validateUpdate(volume: PersistentVolume, live: PersistentVolume, dialect: Dialect): FieldError[] {
  const errors = [...metadataErrors(volume, { namespaced: false }), ...validatePersistentVolume(volume, dialect)];
  const [spec, old] = [volume.spec ?? EMPTY_SPEC, live.spec ?? EMPTY_SPEC];
  const [sources, before] = [sourcesOf(spec), sourcesOf(old)];
  // The secret for expansion may be added later.
  if (sources.csi && old.csi && !old.csi.controllerExpandSecretRef) {
    sources.csi = { ...spec.csi, controllerExpandSecretRef: undefined };
  }
  if (!semanticallyEqual(sources, before)) {
    const difference = specDifference('PersistentVolumeSource', before, sources);
    const detail = `spec.persistentvolumesource is immutable after creation\n${difference}`;
    errors.push(forbiddenField('spec.persistentvolumesource', detail));
  }
  errors.push(...immutable(spec.volumeMode, old.volumeMode, 'volumeMode'));
  const affinity = withDeprecatedLabels(spec.nodeAffinity, old.nodeAffinity, dialect);
  if (old.nodeAffinity && !semanticallyEqual(affinity, old.nodeAffinity)) {
    const shown = goOptional('core.v1.VolumeNodeAffinity', affinity);
    errors.push(invalid('nodeAffinity', shown, 'field is immutable, except for updating from beta label to GA'));
  }
  return errors;
}

/** Returns the affinity with deprecated live labels in place of their replacements, because they may be replaced. */
function withDeprecatedLabels(
  affinity: VolumeNodeAffinity | undefined,
  live: VolumeNodeAffinity | undefined,
  dialect: Dialect,
): VolumeNodeAffinity | undefined {
  const copy = structuredClone(affinity);
  for (const [index, { matchExpressions }] of (copy?.required?.nodeSelectorTerms ?? []).entries()) {
    for (const [place, expression] of (matchExpressions ?? []).entries()) {
      const before = live?.required?.nodeSelectorTerms?.[index]?.matchExpressions?.[place]?.key ?? '';
      if (currentNodeLabel(before, dialect) === expression.key) expression.key = before;
    }
  }
  return copy;
}

const DEPRECATED = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

function warnings(volume: PersistentVolume, dialect: Dialect): string[] {
  const spec = volume.spec ?? EMPTY_SPEC;
  const terms = 'spec.nodeAffinity.required.nodeSelectorTerms';
  return [
    ...storageClassWarnings(volume, dialect),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeSelectorTermWarnings(term, `${terms}[${index}]`, dialect),
    ),
    ...DEPRECATED.filter(([name]) => spec[name]).map(
      ([name, why]) => `spec.${name === 'storageos' ? 'storageOS' : name}: ${why}`,
    ),
  ];
}

const claimText = ({ spec }: PersistentVolume): string =>
  spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : '';

const facts = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  shortNames: ['pv'],
  namespaced: false,
  description: 'A piece of storage in the cluster.',
  subresources: { status: {} },
  types: {
    PersistentVolume: { 'spec?': 'PersistentVolumeSpec', 'status?': 'PersistentVolumeStatus' },
    PersistentVolumeStatus: {
      'phase?': 'string as(PersistentVolumePhase)',
      'message?': 'string',
      'reason?': 'string',
      'lastPhaseTransitionTime?': '*meta.v1.Time',
    },
  },
} satisfies KindFacts;

function setStatusDefaults(draft: PersistentVolume): void {
  draft.status ??= {};
  draft.status.phase ||= 'Pending';
}

export const persistentvolumes = resource<PersistentVolume>(facts, {
  deleteAnswersObject: true,
  writesUnchanged: () => true,
  strategy: {
    setDefaults(draft) {
      draft.spec ??= {};
      draft.spec.persistentVolumeReclaimPolicy ||= 'Retain';
      draft.spec.volumeMode ??= 'Filesystem';
      setSharedDiskDefaults(draft.spec);
      roundResourceList(draft.spec.capacity);
      setStatusDefaults(draft);
    },
    prepareForCreate(draft) {
      draft.status = { phase: 'Pending' };
    },
    validate: (volume, { dialect }) => validatePersistentVolume(volume, dialect),
    validateUpdate: (volume, live, { dialect }) => validateUpdate(volume, live, dialect),
    warnings: (volume, _live, { dialect }) => warnings(volume, dialect),
    subresources: {
      status: {
        setDefaults: setStatusDefaults,
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          if (draft.status && !live.status?.lastPhaseTransitionTime) draft.status.lastPhaseTransitionTime = undefined;
        },
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Capacity',
      'string',
      "capacity is the description of the persistent volume's resources and capacity. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity",
      ({ spec }) => {
        const storage = amountOf(spec?.capacity, 'storage');
        return storage ? quantityText(storage) : '0';
      },
    ),
    column(
      'Access Modes',
      'string',
      'accessModes contains all ways the volume can be mounted. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes',
      ({ spec }) => accessModesText(spec?.accessModes),
    ),
    column(
      'Reclaim Policy',
      'string',
      'persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming',
      ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
    ),
    column(
      'Status',
      'string',
      'phase indicates if a volume is available, bound to a claim, or released by a claim. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase',
      ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
    ),
    column(
      'Claim',
      'string',
      'claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding',
      claimText,
    ),
    column('StorageClass', 'string', 'StorageClass of the pv', storageClassOf),
    column(
      'Reason',
      'string',
      'reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.',
      ({ status }) => status?.reason ?? '',
    ),
    ageColumn(),
    column(
      'VolumeMode',
      'string',
      'volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.',
      ({ spec }) => spec?.volumeMode ?? '<unset>',
      1,
    ),
  ],
});
