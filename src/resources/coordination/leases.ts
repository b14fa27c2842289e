import { invalid } from '../../api/field-error.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import { nonnegative } from '../field-validation.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

export const leases = resource<Lease>({
  group: 'coordination.k8s.io',
  resource: 'leases',
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
