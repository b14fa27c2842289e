import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import { base64Length, base64Text, textBase64 } from '../../api/encoding/base64.ts';
import { type FieldError, invalid, required, tooLong } from '../../api/field-error.ts';
import type { Secret } from '../../api/kinds/core-v1.generated.ts';
import { SERVICE_ACCOUNT_NAME_ANNOTATION, SERVICE_ACCOUNT_TOKEN_TYPE } from '../../api/kubernetes-names.ts';
import { isConfigMapKey } from '../../api/names.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { MAXIMUM_DATA_BYTES, validateFrozen } from './configmaps.ts';
import { jsonError } from './go-json-syntax.ts';
import { metadataErrors } from './metadata-errors.ts';

const TLS_TYPE = kubernetesName('kubernetes.io/tls');
const REDACTED = '<secret contents redacted>';

const requiredKey = (data: Record<string, string>, key: string): FieldError[] =>
  Object.hasOwn(data, key) ? [] : [required(`data[${key}]`)];

function requiredJson(data: Record<string, string>, key: string): FieldError[] {
  const content = data[key];
  if (content === undefined) return [required(`data[${key}]`)];
  const wrong = jsonError(base64Text(content), 'object', 'map[string]interface {}');
  return wrong ? [invalid(`data[${key}]`, REDACTED, wrong)] : [];
}

/** Required contents of the built-in secret types. */
const TYPES: readonly (readonly [
  type: KubernetesName,
  validate: (secret: Secret, data: Record<string, string>, context: StrategyContext) => FieldError[],
])[] = [
  [
    SERVICE_ACCOUNT_TOKEN_TYPE,
    ({ metadata }, _data, { dialect }) => {
      const key = dialect.rename(SERVICE_ACCOUNT_NAME_ANNOTATION);
      return metadata.annotations?.[key] ? [] : [required(`metadata.annotations[${key}]`)];
    },
  ],
  [kubernetesName('kubernetes.io/dockercfg'), (_secret, data) => requiredJson(data, '.dockercfg')],
  [kubernetesName('kubernetes.io/dockerconfigjson'), (_secret, data) => requiredJson(data, '.dockerconfigjson')],
  [
    kubernetesName('kubernetes.io/basic-auth'),
    (_secret, data) =>
      ['username', 'password'].some((key) => Object.hasOwn(data, key))
        ? []
        : [required('data[username]'), required('data[password]')],
  ],
  [
    kubernetesName('kubernetes.io/ssh-auth'),
    (_secret, data) => (data['ssh-privatekey'] ? [] : [required('data[ssh-privatekey]')]),
  ],
  [TLS_TYPE, (_secret, data) => [...requiredKey(data, 'tls.crt'), ...requiredKey(data, 'tls.key')]],
];

function validate(secret: Secret, context: StrategyContext): FieldError[] {
  const { data = {}, type = '' } = secret;
  const errors = Object.keys(data).flatMap((key) => invalidFor(`data[${key}]`, key, isConfigMapKey(key)));
  const size = Object.values(data).reduce((sum, value) => sum + base64Length(value), 0);
  if (size > MAXIMUM_DATA_BYTES) errors.push(tooLong('data', '', MAXIMUM_DATA_BYTES));
  const known = TYPES.find(([name]) => context.dialect.rename(name) === type);
  return known ? [...errors, ...known[1](secret, data, context)] : errors;
}

const PEM_BLOCK = /-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/;

/** Warns of TLS secrets that no server could use. */
function warnings({ type, data = {} }: Secret, _live: Secret | undefined, { dialect }: StrategyContext): string[] {
  if (type !== dialect.rename(TLS_TYPE)) return [];
  for (const [key, what] of [
    ['tls.crt', 'certificate'],
    ['tls.key', 'key'],
  ] as const) {
    if (!PEM_BLOCK.test(base64Text(data[key] ?? ''))) return [`tls: failed to find any PEM data in ${what} input`];
  }
  return [];
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  namespaced: true,
  description: 'Confidential data that pods read as files or environment variables.',
  types: {
    Secret: {
      'immutable?': '*bool number(5)',
      'data?': 'map[string][]byte number(2)',
      'stringData?': 'map[string]string',
      'type?': 'string as(SecretType) number(3)',
    },
  },
} satisfies KindFacts;

export const secrets = resource<Secret>(facts, {
  selectableFields: { type: ({ type }) => type ?? '' },
  unknownFieldLabelError: 'plain',
  strategy: {
    setDefaults(draft) {
      draft.type ||= 'Opaque';
      // stringData is write-only: only bytes are stored.
      for (const [key, text] of Object.entries(draft.stringData ?? {})) {
        draft.data ??= {};
        draft.data[key] = textBase64(text);
      }
      delete draft.stringData;
    },
    validate,
    validateUpdate: (object, live, context) => [
      ...immutable(object.type ?? '', live.type ?? '', 'type'),
      ...validateFrozen(object, live, ['data']),
      ...metadataErrors(object),
      ...validate(object, context),
    ],
    warnings,
  },
  columns: [
    nameColumn(),
    column(
      'Type',
      'string',
      'Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types',
      ({ type }) => type ?? '',
    ),
    column(
      'Data',
      'string',
      "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
      ({ data = {} }) => Object.keys(data).length,
    ),
    ageColumn(),
  ],
});
