import { timeText } from '../../api/environment.ts';
import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type {
  APIService,
  APIServiceCondition,
  APIServiceSpec,
  APIServiceStatus,
  ServiceReference,
} from '../../api/kinds/apiregistration-v1.generated.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import { isDns1035Label, isDns1123Subdomain, isValidPortNumber, nameIsPathSegment } from '../../api/names.ts';
import { invalidFor, requiredNameErrors } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { statusOnly } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const MAXIMUM_GROUP_PRIORITY = 20_000;
const MAXIMUM_VERSION_PRIORITY = 1000;

const facts = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  resource: 'apiservices',
  categories: ['api-extensions'],
  namespaced: false,
  description: 'An API group and version, and the service that serves it if it is aggregated.',
  subresources: { status: {} },
  types: {
    APIService: { 'spec?': 'APIServiceSpec', 'status?': 'APIServiceStatus' },
    APIServiceStatus: { 'conditions?': '[]APIServiceCondition map(type) merge(type)' },
    ServiceReference: { 'namespace?': 'string', 'name?': 'string', 'port?': '*int32' },
    APIServiceCondition: {
      type: 'string as(APIServiceConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
  },
} satisfies KindFacts;

export const apiservices = resource<APIService>(facts, {
  takesAnyFinalizer: true,
  validateName: nameErrors,
  strategy: {
    setDefaults({ spec }) {
      if (spec?.service) spec.service.port ??= 443;
    },
    prepareForCreate(draft, { clock }) {
      if (draft.spec?.service) return;
      const lastTransitionTime = timeText(clock.now());
      const message = 'Local APIServices are always available';
      draft.status = {
        conditions: [{ type: 'Available', status: 'True', lastTransitionTime, reason: 'Local', message }],
      };
    },
    validate: validateService,
    subresources: { status: { ...statusOnly, validateUpdate: ({ status }) => validateStatus(status, 'status') } },
  },
  columns: [
    nameColumn(),
    column('Service', 'string', 'The reference to the service that hosts this API endpoint.', ({ spec }) =>
      spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local',
    ),
    column('Available', 'string', 'Whether this service is available.', availableText),
    ageColumn(),
  ],
});

function validateService({ metadata, spec: given }: APIService): FieldError[] {
  const spec: Partial<APIServiceSpec> = given ?? {};
  const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0 } = spec;
  const name = `${version}.${group}`;
  const errors = requiredNameErrors(validNames(metadata), name, `must be \`spec.version+"."+spec.group\`: "${name}"`);
  if (group !== '') errors.push(...invalidFor('spec.group', group, isDns1123Subdomain(group)));
  else if (version !== 'v1') {
    errors.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
  }
  return [
    ...errors,
    ...invalidFor('spec.version', version, isDns1035Label(version)),
    ...validatePriority(groupPriorityMinimum, MAXIMUM_GROUP_PRIORITY, 'spec.groupPriorityMinimum'),
    ...validatePriority(versionPriority, MAXIMUM_VERSION_PRIORITY, 'spec.versionPriority'),
    ...(spec.service ? validateReference(spec.service, spec) : validateLocal(spec)),
  ];
}

/** A prefix of names is validated like a name. */
function nameErrors(name: string): string[] {
  return nameIsPathSegment(name, false);
}

/** Returns the valid names of an object. Others are not compared with the required name. */
const validNames = ({ name = '', generateName = '' }: ObjectMeta): ObjectMeta => ({
  ...(nameErrors(name).length === 0 && { name }),
  ...(nameErrors(generateName).length === 0 && { generateName }),
});

const validatePriority = (value: number, maximum: number, field: string): FieldError[] =>
  value > 0 && value <= maximum ? [] : [invalid(field, value, `must be positive and less than ${maximum}`)];

/** Validates a local API, which must not have connection settings. */
function validateLocal({ caBundle = '', insecureSkipTLSVerify }: Partial<APIServiceSpec>): FieldError[] {
  const size = (caBundle.length / 4) * 3 - (caBundle.match(/=+$/)?.[0].length ?? 0);
  return [
    ...(caBundle === ''
      ? []
      : [invalid('spec.caBundle', `${size} bytes`, 'local APIServices may not have a caBundle')]),
    ...(insecureSkipTLSVerify
      ? [invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')]
      : []),
  ];
}

function validateReference(service: ServiceReference, spec: Partial<APIServiceSpec>): FieldError[] {
  const { namespace = '', name = '', port = 443 } = service;
  const ofPort = isValidPortNumber(port);
  return [
    ...(namespace === '' ? [required('spec.service.namespace')] : []),
    ...(name === '' ? [required('spec.service.name')] : []),
    ...(ofPort.length > 0 ? [invalid('spec.service.port', port, `port is not valid: ${ofPort.join(', ')}`)] : []),
    ...(spec.insecureSkipTLSVerify && spec.caBundle
      ? [invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')]
      : []),
  ];
}

const validateStatus = checkMembers<APIServiceStatus>({
  conditions: { each: checkMembers<APIServiceCondition>({ status: { oneOf: ['True', 'False', 'Unknown'] } }) },
});

function availableText({ status }: APIService): string {
  const condition = status?.conditions?.find(({ type }) => type === 'Available');
  if (!condition) return 'Unknown';
  return condition.status === 'True' ? 'True' : `${condition.status} (${condition.reason ?? ''})`;
}
