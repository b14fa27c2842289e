import { invalid } from '../../api/field-error.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import { nonnegative } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
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

export const leases = resource<Lease>({
  group: facts.group,
  resource: facts.resource,
  takesAnyFinalizer: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  strategy: {
    validate({ spec = {} }) {
      const { leaseDurationSeconds: duration } = spec;
      return [
        ...(duration != null && duration <= 0
          ? [invalid('spec.leaseDurationSeconds', duration, 'must be greater than 0')]
          : []),
        ...nonnegative(spec.leaseTransitions, 'spec.leaseTransitions'),
      ];
    },
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
