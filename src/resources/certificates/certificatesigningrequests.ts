import { kubernetesName } from '../../api/dialect.ts';
import { readBase64 } from '../../api/encoding/base64.ts';
import { timeText } from '../../api/environment.ts';
import { duplicate, type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestSpec,
} from '../../api/kinds/certificates-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { isSentEmpty } from '../../schema/sent-empties.ts';
import { goBytes } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import {
  conditionsOf,
  keepDecisions,
  setConditionTimes,
  validateCertificateConditions,
  validateConditionChanges,
  validateNoFailure,
} from './certificate-conditions.ts';
import { certificateSigningRequestColumns } from './certificatesigningrequest-columns.ts';
import { validateSignerName } from './signer-name.ts';
import { certificateChainError, signingRequestError } from './signing-request.ts';

const LEGACY_UNKNOWN_SIGNER = kubernetesName('kubernetes.io/legacy-unknown');

const MINIMUM_SECONDS = 600;
const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

/** The part of a signing request that a write may change. */
interface Permission {
  readonly mayDecide: boolean;
  readonly mayIssue: boolean;
}

const facts = {
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  shortNames: ['csr'],
  namespaced: false,
  description: 'Requests an X.509 certificate, which a signer issues after approval.',
  subresources: { approval: {}, status: {} },
  twins: ['certificates.k8s.io/v1beta1'],
  types: {
    CertificateSigningRequest: { spec: 'CertificateSigningRequestSpec', 'status?': 'CertificateSigningRequestStatus' },
    CertificateSigningRequestCondition: {
      type: 'string as(RequestConditionType)',
      status: 'string as(ConditionStatus) number(6)',
      'reason?': 'string number(2)',
      'message?': 'string number(3)',
      'lastUpdateTime?': 'meta.v1.Time number(4)',
      'lastTransitionTime?': 'meta.v1.Time number(5)',
    },
  },
} satisfies KindFacts;

export const certificatesigningrequests = resource<CertificateSigningRequest>(facts, {
  validateName: nameIsPathSegment,
  selectableFields: { 'spec.signerName': ({ spec }) => spec.signerName },
  unknownFieldLabelError: 'plain',
  // Storage distinguishes an empty certificate from an absent one.
  writesUnchanged: ({ status }) => status !== undefined && isSentEmpty(status, 'certificate'),
  strategy: {
    resetFields: ['spec', 'status'],
    prepareForCreate({ spec }, { user }) {
      spec.username = user.username;
      spec.uid = user.uid;
      spec.groups = user.groups && [...user.groups];
      spec.extra =
        user.extra && Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]]));
    },
    prepareForUpdate(draft, live) {
      draft.spec = live.spec;
    },
    validate: validateRequest,
    validateUpdate: (object, live, context) =>
      validateRequestUpdate(object, live, context, { mayDecide: false, mayIssue: false }),
    subresources: {
      status: {
        resetFields: ['spec', 'status.conditions'],
        prepareForUpdate(draft, live, { clock }) {
          draft.spec = live.spec;
          keepDecisions(draft, live);
          setConditionTimes(draft, live, timeText(clock.now()));
        },
        validateUpdate: (object, live, context) =>
          validateRequestUpdate(object, live, context, { mayDecide: false, mayIssue: true }),
      },
      approval: {
        resetFields: ['spec', 'status.certificate'],
        prepareForUpdate(draft, live, { clock }) {
          draft.spec = live.spec;
          draft.status = { ...live.status, conditions: draft.status?.conditions };
          setConditionTimes(draft, live, timeText(clock.now()));
        },
        validateUpdate: (object, live, context) =>
          validateRequestUpdate(object, live, context, { mayDecide: true, mayIssue: false }),
      },
    },
  },
  columns: certificateSigningRequestColumns,
});

async function validateRequest(object: CertificateSigningRequest, { dialect }: StrategyContext) {
  const { spec, status } = object;
  const certificate = certificateChainError(readBase64(status?.certificate ?? '') ?? new Uint8Array());
  return [
    ...(await validateSigningRequest(spec.request)),
    ...validateUsages(spec.usages ?? []),
    ...(spec.signerName === dialect.rename(LEGACY_UNKNOWN_SIGNER)
      ? [invalid('spec.signerName', spec.signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(spec.signerName, 'spec.signerName')),
    ...validateExpiration(spec),
    ...validateCertificateConditions(conditionsOf(object)),
    ...(certificate === undefined ? [] : [invalid('status.certificate', '<certificate data>', certificate)]),
  ];
}

async function validateSigningRequest(request: string | null | undefined): Promise<FieldError[]> {
  const bytes = request == null ? undefined : readBase64(request);
  const error = await signingRequestError(bytes ?? new Uint8Array());
  return error === undefined ? [] : [invalid('spec.request', goBytes(bytes), error)];
}

function validateUsages(usages: readonly string[]): FieldError[] {
  if (usages.length === 0) return [required('spec.usages')];
  return [
    ...usages.flatMap((usage, index) =>
      USAGES.includes(usage) ? [] : [notSupported(`spec.usages[${index}]`, usage, USAGES)],
    ),
    ...usages.flatMap((usage, index) =>
      usages.indexOf(usage) < index ? [duplicate(`spec.usages[${index}]`, usage)] : [],
    ),
  ];
}

function validateExpiration({ expirationSeconds: seconds }: CertificateSigningRequestSpec): FieldError[] {
  if (seconds == null || seconds >= MINIMUM_SECONDS) return [];
  const detail = `may not specify a duration less than ${MINIMUM_SECONDS} seconds (10 minutes)`;
  return [invalid('spec.expirationSeconds', seconds, detail)];
}

async function validateRequestUpdate(
  object: CertificateSigningRequest,
  live: CertificateSigningRequest,
  context: StrategyContext,
  permission: Permission,
): Promise<FieldError[]> {
  const isStrict = context.dialect.follows('certificate-only-when-approved');
  return [
    ...(await validateRequest(object, context)),
    ...validateConditionChanges(conditionsOf(object), conditionsOf(live), permission.mayDecide),
    ...(isStrict && permission.mayDecide ? validateNoFailure(conditionsOf(object), conditionsOf(live)) : []),
    ...validateCertificateChange(object, live, permission.mayIssue, isStrict),
  ];
}

function validateCertificateChange(
  object: CertificateSigningRequest,
  live: CertificateSigningRequest,
  mayIssue: boolean,
  isStrict: boolean,
): FieldError[] {
  const [certificate, before] = [object.status?.certificate ?? '', live.status?.certificate ?? ''];
  if (certificate === before) return [];
  const refused = (detail: string) => [forbiddenField('status.certificate', detail)];
  if (!mayIssue) return refused('updates may not set certificate content');
  if (before !== '') return refused('updates may not modify existing certificate content');
  const isRefused = conditionsOf(object).some(({ type }) => type === 'Denied' || type === 'Failed');
  return isStrict && isRefused ? refused('denied and failed requests may not have a certificate') : [];
}
