import type { ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';

/** Secrets are in the account's own namespace, so only their names are kept. */
function keepSecretNames(draft: ServiceAccount): void {
  draft.secrets = draft.secrets?.map(({ name }) => ({ name }));
}

export const serviceaccounts = resource<ServiceAccount>({
  group: '',
  resource: 'serviceaccounts',
  deleteAnswersObject: true,
  strategy: {
    prepareForCreate: keepSecretNames,
    prepareForUpdate: keepSecretNames,
    validateUpdate: (object) => metadataErrors(object),
  },
  columns: [
    nameColumn(),
    column(
      'Secrets',
      'string',
      'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
      ({ secrets }) => secrets?.length ?? 0,
    ),
    ageColumn(),
  ],
});
