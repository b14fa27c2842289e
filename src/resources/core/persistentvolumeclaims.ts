import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, required } from '../../api/field-error.ts';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../api/kinds/core-v1.generated.ts';
import { STORAGE_CLASS_ANNOTATION } from '../../api/kubernetes-names.ts';
import { accessModesText } from '../../api/values/access-modes.ts';
import { compareQuantities, quantityText } from '../../api/values/quantity.ts';
import { immutable } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';
import { fractionalByteWarnings } from './quantities/fractional-bytes.ts';
import { amountOf, roundResourceList, sortedAmounts } from './quantities/resource-quantities.ts';
import { specDifference } from './spec-difference.ts';
import { basicQuantity, validateClaimSpec } from './volume/claim-spec.ts';
import { storageClassOf, storageClassWarnings } from './volume/volume-text.ts';

const SNAPSHOTS = kubernetesName('snapshot.storage.k8s.io');
const EMPTY_SPEC: PersistentVolumeClaimSpec = {};

/** Fills in each of the two data source fields from the other. The old field only accepts claims and snapshots. */
function prepareSpec(spec: PersistentVolumeClaimSpec, live: PersistentVolumeClaimSpec, dialect: Dialect): void {
  // Features that are off in v1.28.
  if (spec.dataSourceRef?.namespace) spec.dataSourceRef = undefined;
  if (spec.resources) spec.resources.claims = undefined;
  const { dataSource } = spec;
  if (dataSource && !live.dataSource && !live.dataSourceRef) {
    const isClaim = !dataSource.apiGroup && dataSource.kind === 'PersistentVolumeClaim';
    const isSnapshot = dataSource.apiGroup === dialect.rename(SNAPSHOTS) && dataSource.kind === 'VolumeSnapshot';
    if (!isClaim && !isSnapshot) spec.dataSource = undefined;
  }
  if (spec.dataSource) spec.dataSourceRef ??= { ...spec.dataSource };
  else if (spec.dataSourceRef) {
    const { apiGroup, kind, name } = spec.dataSourceRef;
    spec.dataSource = { apiGroup, kind, name };
  }
}

function validateUpdate(claim: PersistentVolumeClaim, live: PersistentVolumeClaim, dialect: Dialect): FieldError[] {
  const [spec, old] = [claim.spec ?? EMPTY_SPEC, live.spec ?? EMPTY_SPEC];
  const errors = [...metadataErrors(claim), ...validateClaimSpec(spec, 'spec')];
  const annotation = dialect.rename(STORAGE_CLASS_ANNOTATION);
  const [className, oldClassName] = [claim, live].map(({ metadata }) => metadata.annotations?.[annotation]);
  const rest = structuredClone(spec);
  if (!old.volumeName) rest.volumeName = old.volumeName;
  // A claim without a class in the field may get one, which must equal the annotation if there is one.
  const mayGetClass = old.storageClassName == null && spec.storageClassName != null;
  const isAsAnnotated = oldClassName === undefined || spec.storageClassName === oldClassName;
  if (mayGetClass && isAsAnnotated) rest.storageClassName = old.storageClassName;
  const isMoved = mayGetClass && oldClassName !== undefined && isAsAnnotated && className === undefined;
  if (!isMoved && (className ?? '') !== (oldClassName ?? '')) {
    errors.push(invalid(`metadata.annotations.${annotation}`, className ?? '', 'field is immutable'));
  }
  const requests = rest.resources?.requests;
  const before = old.resources?.requests?.storage;
  if (claim.status?.phase === 'Bound' && requests && before !== undefined) requests.storage = before;
  if (!semanticallyEqual(rest, old)) {
    const what = 'spec is immutable after creation except resources.requests for bound claims';
    errors.push(forbiddenField('spec', `${what}\n${specDifference('PersistentVolumeClaimSpec', old, rest)}`));
  }
  const [size, oldSize] = [spec, old].map(({ resources }) => amountOf(resources?.requests, 'storage'));
  if (size && oldSize && compareQuantities(size, oldSize) < 0) {
    errors.push(forbiddenField('spec.resources.requests.storage', 'field can not be less than previous value'));
  }
  return [...errors, ...immutable(spec.volumeMode, old.volumeMode, 'volumeMode')];
}

const validateStatus = ({ spec, status }: PersistentVolumeClaim): FieldError[] => [
  ...(spec?.accessModes?.length ? [] : [required('Spec.accessModes')]),
  ...sortedAmounts(status?.capacity).flatMap(([name, quantity]) => basicQuantity(quantity, `status.capacity[${name}]`)),
];

const statusText = ({ metadata, status }: PersistentVolumeClaim): string =>
  metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '');

function capacityText({ spec, status }: PersistentVolumeClaim): string {
  const storage = spec?.volumeName ? amountOf(status?.capacity, 'storage') : undefined;
  if (!spec?.volumeName) return '';
  return storage ? quantityText(storage) : '0';
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  namespaced: true,
  description: 'Requests a piece of storage.',
  subresources: { status: {} },
  types: {
    PersistentVolumeClaim: { 'spec?': 'PersistentVolumeClaimSpec', 'status?': 'PersistentVolumeClaimStatus' },
    PersistentVolumeClaimCondition: {
      type: 'string as(PersistentVolumeClaimConditionType)',
      status: 'string as(ConditionStatus)',
      'lastProbeTime?': 'meta.v1.Time',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
  },
} satisfies KindFacts;

function setStatusDefaults(draft: PersistentVolumeClaim): void {
  draft.status ??= {};
  draft.status.phase ||= 'Pending';
  roundResourceList(draft.status.capacity);
}

export const persistentvolumeclaims = resource<PersistentVolumeClaim>(facts, {
  deleteAnswersObject: true,
  writesUnchanged: () => true,
  strategy: {
    setDefaults(draft) {
      draft.spec ??= {};
      draft.spec.volumeMode ??= 'Filesystem';
      roundResourceList(draft.spec.resources?.limits);
      roundResourceList(draft.spec.resources?.requests);
      setStatusDefaults(draft);
    },
    prepareForCreate(draft, { dialect }) {
      draft.status = { phase: 'Pending' };
      if (draft.spec) prepareSpec(draft.spec, EMPTY_SPEC, dialect);
    },
    prepareForUpdate(draft, live, { dialect }) {
      if (draft.spec) prepareSpec(draft.spec, live.spec ?? EMPTY_SPEC, dialect);
    },
    validate: ({ spec }) => validateClaimSpec(spec ?? EMPTY_SPEC, 'spec'),
    validateUpdate: (claim, live, { dialect }) => validateUpdate(claim, live, dialect),
    warnings: (claim, _live, { dialect }) => [
      ...storageClassWarnings(claim, dialect),
      ...fractionalByteWarnings(claim.spec?.resources?.requests, ['storage'], 'spec.resources.requests'),
    ],
    subresources: {
      status: {
        setDefaults: setStatusDefaults,
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          if (draft.status && !live.status?.allocatedResources) draft.status.allocatedResources = undefined;
          if (draft.status && !live.status?.allocatedResourceStatuses)
            draft.status.allocatedResourceStatuses = undefined;
        },
        validateUpdate: validateStatus,
      },
    },
  },
  columns: [
    nameColumn(),
    column('Status', 'string', 'phase represents the current phase of PersistentVolumeClaim.', statusText),
    column(
      'Volume',
      'string',
      'volumeName is the binding reference to the PersistentVolume backing this claim.',
      ({ spec }) => spec?.volumeName ?? '',
    ),
    column('Capacity', 'string', 'capacity represents the actual resources of the underlying volume.', capacityText),
    column(
      'Access Modes',
      'string',
      'accessModes contains the actual access modes the volume backing the PVC has. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1',
      ({ spec, status }) => (spec?.volumeName ? accessModesText(status?.accessModes) : ''),
    ),
    column('StorageClass', 'string', 'StorageClass of the pvc', storageClassOf),
    ageColumn(),
    column(
      'VolumeMode',
      'string',
      'volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.',
      ({ spec }) => spec?.volumeMode ?? '<unset>',
      1,
    ),
  ],
});
