import { type FieldError, invalid, notSupported, required, verbatim } from '../../api/field-error.ts';
import type { FlowSchema, FlowSchemaSpec } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goStruct } from '../go-text.ts';
import { resource } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { statusOnly } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateFlowConditions } from './flow-conditions.ts';
import { validateFlowRule } from './flow-rules.ts';
import { inVersion } from './version-v1beta2.ts';

const HIGHEST_PRECEDENCE = 10_000;
const DISTINGUISHERS = ['ByNamespace', 'ByUser'];
/** The mandatory objects, which the server creates and protects from changes. */
const MANDATORY = ['exempt', 'catch-all'];

const names = { group: 'flowcontrol.apiserver.k8s.io', resource: 'flowschemas' };

export const flowschemas = resource<FlowSchema>(names, {
  storageVersion: 'v1beta3',
  conversions: {
    v1beta2: {
      toStorage: (object) => inVersion(object, 'v1beta3') as FlowSchema,
      fromStorage: (object) => inVersion(object, 'v1beta2'),
    },
  },
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults({ spec }) {
      if (spec) spec.matchingPrecedence ||= 1000;
    },
    validate: validateFlowSchema,
    validateUpdate: (object, live) => [...validateFlowSchema(object), ...validateMandatory(object, live)],
    subresources: {
      status: { ...statusOnly, validateUpdate: ({ status }) => validateFlowConditions(status?.conditions) },
    },
  },
  columns: [
    nameColumn(),
    column(
      'PriorityLevel',
      'string',
      '`name` is the name of the priority level configuration being referenced Required.',
      ({ spec }) => spec?.priorityLevelConfiguration.name ?? '',
    ),
    column(
      'MatchingPrecedence',
      'string',
      '`matchingPrecedence` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to 1000 as default.',
      ({ spec }) => spec?.matchingPrecedence ?? 0,
    ),
    column(
      'DistinguisherMethod',
      'string',
      '`distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. `nil` specifies that the distinguisher is disabled and thus will always be the empty string.',
      ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>',
    ),
    ageColumn(),
    column(
      'MissingPL',
      'string',
      'references a broken or non-existent PriorityLevelConfiguration',
      ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status || '?',
    ),
  ],
  compareRows: (a, b) => (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) || compareNames(a, b),
});

const compareNames = ({ metadata: a }: FlowSchema, { metadata: b }: FlowSchema): number =>
  (a.name ?? '') < (b.name ?? '') ? -1 : 1;

function validateFlowSchema({ metadata, spec, status }: FlowSchema): FieldError[] {
  return [...validateSpec(spec ?? {}, metadata.name ?? ''), ...validateFlowConditions(status?.conditions)];
}

function validateSpec(spec: Partial<FlowSchemaSpec>, name: string): FieldError[] {
  const { matchingPrecedence: precedence = 0, distinguisherMethod, rules = [] } = spec;
  const level = spec.priorityLevelConfiguration?.name ?? '';
  const errors: FieldError[] = [];
  const wrong = (detail: string) => invalid('spec.matchingPrecedence', precedence, detail);
  if (precedence <= 0) errors.push(wrong('must be a positive value'));
  if (precedence > HIGHEST_PRECEDENCE) errors.push(wrong(`must not be greater than ${HIGHEST_PRECEDENCE}`));
  if (precedence === 1 && name !== 'exempt') {
    errors.push(wrong("only the schema named 'exempt' may have matchingPrecedence 1"));
  }
  if (distinguisherMethod && !DISTINGUISHERS.includes(distinguisherMethod.type)) {
    errors.push(
      notSupported(
        'spec.distinguisherMethod.type',
        goStruct('flowcontrol.FlowDistinguisherMethod', { Type: distinguisherMethod.type }),
        DISTINGUISHERS,
      ),
    );
  }
  if (level === '') {
    errors.push(required('spec.priorityLevelConfiguration.name', 'must reference a priority level'));
  } else {
    errors.push(...invalidFor('spec.priorityLevelConfiguration.name', level, isDns1123Subdomain(level)));
  }
  return [...errors, ...rules.flatMap((rule, index) => validateFlowRule(rule, `spec.rules[${index}]`))];
}

function validateMandatory({ metadata, spec }: FlowSchema, live: FlowSchema): FieldError[] {
  const name = metadata.name ?? '';
  if (!MANDATORY.includes(name) || semanticallyEqual(spec, live.spec)) return [];
  return [invalid('spec', verbatim('flowcontrol.FlowSchemaSpec{}'), `spec of '${name}' must equal the fixed value`)];
}
