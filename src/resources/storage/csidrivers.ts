import { duplicate, type FieldError, notSupported } from '../../api/field-error.ts';
import type { CSIDriver, CSIDriverSpec, TokenRequest } from '../../api/kinds/storage-v1.generated.ts';
import { immutable } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers, checkUnchanged, type MemberRules } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { csiDriverColumns } from './csidriver-columns.ts';

const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];

const facts = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  namespaced: false,
  description: 'A Container Storage Interface driver and its capabilities.',
  twins: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
  types: {
    CSIDriver: { spec: 'CSIDriverSpec' },
    CSIDriverSpec: {
      'attachRequired?': '*bool',
      'podInfoOnMount?': '*bool',
      'volumeLifecycleModes?': '[]string set as(VolumeLifecycleMode)',
      'storageCapacity?': '*bool',
      'fsGroupPolicy?': '*string as(FSGroupPolicy)',
      'tokenRequests?': '[]TokenRequest atomic',
      'requiresRepublish?': '*bool',
      'seLinuxMount?': '*bool',
    },
    TokenRequest: { audience: 'string', 'expirationSeconds?': '*int64' },
  },
} satisfies KindFacts;

export const csidrivers = resource<CSIDriver>(facts, {
  allowUnconditionalUpdate: false,
  deleteAnswersObject: true,
  strategy: {
    setDefaults({ spec }) {
      if (!spec) return;
      spec.attachRequired ??= true;
      spec.podInfoOnMount ??= false;
      spec.storageCapacity ??= false;
      spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
      if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
      spec.requiresRepublish ??= false;
      spec.seLinuxMount ??= false;
    },
    prepareForUpdate({ metadata, spec }, live) {
      // Unlike other kinds, this one has no generation before its first change.
      const isChanged = (['tokenRequests', 'requiresRepublish', 'seLinuxMount'] as const).some(
        (member) => !semanticallyEqual(spec[member], live.spec[member]),
      );
      if (isChanged) metadata.generation = Number(live.metadata.generation ?? 0) + 1;
    },
    validate: ({ spec }) => validateSpec(spec, 'spec'),
    validateUpdate: ({ spec }, { spec: live }) => [
      ...validateMutable(spec, 'spec'),
      ...immutable(spec.attachRequired, live.attachRequired, 'spec.attachedRequired'),
      ...validateUnchanged(spec, live, 'spec'),
      ...immutable(
        spec.volumeLifecycleModes,
        live.volumeLifecycleModes,
        'spec.volumeLifecycleModes',
        goSlice('storage.VolumeLifecycleMode', spec.volumeLifecycleModes),
      ),
      ...validateMount(spec, 'spec'),
    ],
  },
  columns: csiDriverColumns,
});

const validateTokenRequest = checkMembers<TokenRequest>({
  expirationSeconds: {
    minimum: [600, 'may not specify a duration less than 10 minutes'],
    maximum: [2 ** 32, 'may not specify a duration larger than 2^32 seconds'],
  },
});

/** Validates token requests. Repeated audiences are not validated further. */
const validateTokenRequests = (requests: readonly TokenRequest[], field: string): FieldError[] =>
  requests.flatMap((request, index) =>
    requests.findIndex(({ audience }) => audience === request.audience) < index
      ? [duplicate(`${field}[${index}].audience`, request.audience)]
      : validateTokenRequest(request, `${field}[${index}]`),
  );

/** Validates lifecycle modes. Errors have the path of the list. */
const validateLifecycleModes = (modes: readonly string[], field: string): FieldError[] =>
  modes.filter((mode) => !LIFECYCLE_MODES.includes(mode)).map((mode) => notSupported(field, mode, LIFECYCLE_MODES));

const mutable: MemberRules<CSIDriverSpec> = {
  tokenRequests: validateTokenRequests,
  volumeLifecycleModes: validateLifecycleModes,
};
const mount: MemberRules<CSIDriverSpec> = { seLinuxMount: { required: true } };
const validateMutable = checkMembers(mutable);
const validateMount = checkMembers(mount);
const validateSpec = checkMembers<CSIDriverSpec>({
  attachRequired: { required: true, shownAs: 'attachedRequired' },
  podInfoOnMount: { required: true },
  storageCapacity: { required: true },
  fsGroupPolicy: { absentIs: '', oneOf: GROUP_POLICIES },
  ...mutable,
  ...mount,
});
const validateUnchanged = checkUnchanged<CSIDriverSpec>({ fsGroupPolicy: true, podInfoOnMount: true });
