import type { ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';

/** Keeps only the names of secrets, because they are in the account's namespace. */
function keepSecretNames(draft: ServiceAccount): void {
  draft.secrets = draft.secrets?.map(({ name }) => ({ name }));
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  shortNames: ['sa'],
  namespaced: true,
  description: 'An identity for processes in pods.',
  subresources: { token: { kind: 'authentication.k8s.io/v1 TokenRequest', verbs: ['create'] } },
  types: {
    ServiceAccount: {
      'secrets?': '[]ObjectReference merge(name)',
      'imagePullSecrets?': '[]LocalObjectReference',
      'automountServiceAccountToken?': '*bool',
    },
  },
} satisfies KindFacts;

export const serviceaccounts = resource<ServiceAccount>(facts, {
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
