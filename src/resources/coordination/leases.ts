import type { Lease, LeaseSpec } from '../../api/kinds/coordination-v1.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers, NONNEGATIVE } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const facts = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  namespaced: true,
  description: 'A time-limited lock, as used for leader election.',
  twins: ['coordination.k8s.io/v1beta1'],
  types: {
    Lease: { 'spec?': 'LeaseSpec' },
    LeaseSpec: {
      'holderIdentity?': '*string',
      'leaseDurationSeconds?': '*int32',
      'acquireTime?': '*meta.v1.MicroTime',
      'renewTime?': '*meta.v1.MicroTime',
      'leaseTransitions?': '*int32',
    },
  },
} satisfies KindFacts;

const validateSpec = checkMembers<LeaseSpec>({
  leaseDurationSeconds: { minimum: [1, 'must be greater than 0'] },
  leaseTransitions: NONNEGATIVE,
});

export const leases = resource<Lease>(facts, {
  takesAnyFinalizer: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  strategy: {
    validate: ({ spec }) => validateSpec(spec, 'spec'),
  },
  columns: [
    nameColumn(),
    column(
      'Holder',
      'string',
      'holderIdentity contains the identity of the holder of a current lease.',
      ({ spec }) => spec?.holderIdentity ?? '',
    ),
    ageColumn(),
  ],
});
