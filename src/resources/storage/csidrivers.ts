import { duplicate, type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { CSIDriver, CSIDriverSpec, TokenRequest } from '../../api/kinds/storage-v1.generated.ts';
import { immutable } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { csiDriverColumns } from './csidriver-columns.ts';

const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];
const MINIMUM_SECONDS = 600;
const MAXIMUM_SECONDS = 2 ** 32;

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

export const csidrivers = resource<CSIDriver>({
  group: facts.group,
  resource: facts.resource,
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
    validate: ({ spec }) => validateSpec(spec),
    validateUpdate: ({ spec }, { spec: live }) => [
      ...validateTokenRequests(spec.tokenRequests ?? []),
      ...validateLifecycleModes(spec),
      ...immutable(spec.attachRequired, live.attachRequired, 'spec.attachedRequired'),
      ...immutable(spec.fsGroupPolicy, live.fsGroupPolicy, 'spec.fsGroupPolicy'),
      ...immutable(spec.podInfoOnMount, live.podInfoOnMount, 'spec.podInfoOnMount'),
      ...immutable(
        spec.volumeLifecycleModes,
        live.volumeLifecycleModes,
        'spec.volumeLifecycleModes',
        goSlice('storage.VolumeLifecycleMode', spec.volumeLifecycleModes),
      ),
      ...validatePresence(spec, ['seLinuxMount']),
    ],
  },
  columns: csiDriverColumns,
});

function validateSpec(spec: CSIDriverSpec): FieldError[] {
  const { fsGroupPolicy = '' } = spec;
  return [
    ...(spec.attachRequired === undefined ? [required('spec.attachedRequired')] : []),
    ...validatePresence(spec, ['podInfoOnMount', 'storageCapacity']),
    ...(GROUP_POLICIES.includes(fsGroupPolicy)
      ? []
      : [notSupported('spec.fsGroupPolicy', fsGroupPolicy, GROUP_POLICIES)]),
    ...validateTokenRequests(spec.tokenRequests ?? []),
    ...validateLifecycleModes(spec),
    ...validatePresence(spec, ['seLinuxMount']),
  ];
}

const validateLifecycleModes = ({ volumeLifecycleModes: modes = [] }: CSIDriverSpec): FieldError[] =>
  modes
    .filter((mode) => !LIFECYCLE_MODES.includes(mode))
    .map((mode) => notSupported('spec.volumeLifecycleModes', mode, LIFECYCLE_MODES));

const validatePresence = (spec: CSIDriverSpec, members: readonly (keyof CSIDriverSpec)[]): FieldError[] =>
  members.filter((member) => spec[member] === undefined).map((member) => required(`spec.${member}`));

function validateTokenRequests(requests: readonly TokenRequest[]): FieldError[] {
  return requests.flatMap(({ audience, expirationSeconds: seconds }, index) => {
    const field = `spec.tokenRequests[${index}]`;
    if (requests.findIndex((request) => request.audience === audience) < index) {
      return [duplicate(`${field}.audience`, audience)];
    }
    if (seconds == null) return [];
    const wrong = (detail: string) => [invalid(`${field}.expirationSeconds`, seconds, detail)];
    if (seconds < MINIMUM_SECONDS) return wrong('may not specify a duration less than 10 minutes');
    return seconds > MAXIMUM_SECONDS ? wrong('may not specify a duration larger than 2^32 seconds') : [];
  });
}
