import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type {
  ResourceQuota,
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
} from '../../api/kinds/core-v1.generated.ts';
import { quantityText } from '../../api/values/quantity.ts';
import { goSlice, goStruct } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { isQuotaResource, validateQuotaResourceName, validateResourceAmount } from './quantities/resource-names.ts';
import { quantityFrom, type ResourceList, roundResourceList, sortedAmounts } from './quantities/resource-quantities.ts';

const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
];
const CONFLICTING = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
const COMPUTED = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/** Reports whether a scope applies to a counted resource. Unknown scopes do not. */
function scopeApplies(scope: string, name: string): boolean {
  if (scope === 'BestEffort') return name === 'pods';
  return !SCOPES.includes(scope) || name === 'pods' || COMPUTED.includes(name);
}

/** Returns the quota's resources that the scope does not apply to. */
const unscopable = (scope: string, hard: ResourceList | undefined): readonly string[] =>
  Object.keys(hard ?? {}).filter((name) => isQuotaResource(name) && !scopeApplies(scope, name));

const conflicts = (scopes: readonly string[]): boolean =>
  CONFLICTING.some((pair) => pair.every((scope) => scopes.includes(scope)));

const goScopes = (scopes: readonly string[] | undefined) => goSlice('core.ResourceQuotaScope', scopes);

function validateScopes({ scopes = [], hard }: ResourceQuotaSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (detail: string) => errors.push(invalid(field, goScopes(scopes), detail));
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) wrong('unsupported scope');
    for (const _ of unscopable(scope, hard)) wrong('unsupported scope applied to resource');
  }
  if (conflicts(scopes)) wrong('conflicting scopes');
  return errors;
}

function validateRequirement({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement, field: string) {
  const errors: FieldError[] = [];
  if (SCOPES.includes(scopeName) && scopeName !== 'PriorityClass' && operator !== 'Exists') {
    const detail =
      "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(invalid(`${field}.operator`, operator, detail));
  }
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      errors.push(required(`${field}.values`, detail));
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length) {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      errors.push(invalid(`${field}.values`, values, detail));
    }
  } else {
    errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  }
  return errors;
}

function validateScopeSelector({ scopeSelector, scopes, hard }: ResourceQuotaSpec, field: string): FieldError[] {
  const requirements = scopeSelector?.matchExpressions ?? [];
  const shown = goStruct('core.ScopeSelector', {
    MatchExpressions: goSlice(
      'core.ScopedResourceSelectorRequirement',
      requirements.map(({ scopeName, operator, values }) =>
        goStruct('core.ScopedResourceSelectorRequirement', {
          ScopeName: scopeName,
          Operator: operator,
          Values: goSlice('string', values),
        }),
      ),
    ),
  });
  const errors = requirements.flatMap((requirement) => [
    ...(SCOPES.includes(requirement.scopeName)
      ? []
      : [invalid(`${field}.scopeName`, requirement.scopeName, 'unsupported scope')]),
    ...unscopable(requirement.scopeName, hard).map(() =>
      invalid(field, shown, 'unsupported scope applied to resource'),
    ),
    ...validateRequirement(requirement, field),
  ]);
  const names = requirements.map(({ scopeName }) => scopeName);
  // The real server shows the other list of scopes here.
  return conflicts(names) ? [...errors, invalid(field, goScopes(scopes), 'conflicting scopes')] : errors;
}

const validateAmounts = (list: ResourceList | undefined, field: string, dialect: Dialect): FieldError[] =>
  sortedAmounts(list).flatMap(([name, quantity]) => [
    ...validateQuotaResourceName(name, `${field}[${name}]`),
    ...validateResourceAmount(name, quantity, `${field}[${name}]`, dialect),
  ]);

const validate = ({ spec = {} }: ResourceQuota, dialect: Dialect): FieldError[] => [
  ...validateAmounts(spec.hard, 'spec.hard', dialect),
  ...validateScopes(spec, 'spec.scopes'),
  ...validateScopeSelector(spec, 'spec.scopeSelector.matchExpressions'),
];

function validateUpdate(quota: ResourceQuota, live: ResourceQuota, dialect: Dialect): FieldError[] {
  const errors = validate(quota, dialect);
  const [scopes, before] = [new Set(quota.spec?.scopes), new Set(live.spec?.scopes)];
  const isSame = scopes.size === before.size && [...scopes].every((scope) => before.has(scope));
  return isSame ? errors : [...errors, invalid('spec.scopes', goScopes(quota.spec?.scopes), 'field is immutable')];
}

/** Returns `pods: 3/10, …` of the limits, or of everything else. */
const usageText = ({ status }: ResourceQuota, ofLimits: boolean): string =>
  sortedAmounts(status?.hard)
    .filter(([name]) => name.startsWith('limits') === ofLimits)
    .map(([name, hard]) => `${name}: ${quantityText(quantityFrom(status?.used?.[name] ?? '0'))}/${quantityText(hard)}`)
    .join(', ');

const facts = {
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  shortNames: ['quota'],
  namespaced: true,
  description: 'Limits the total resources that a namespace may use.',
  subresources: { status: {} },
  types: {
    ResourceQuota: { 'spec?': 'ResourceQuotaSpec', 'status?': 'ResourceQuotaStatus' },
    ResourceQuotaSpec: {
      'hard?': 'map[string]api.resource.Quantity',
      'scopes?': '[]string as(ResourceQuotaScope)',
      'scopeSelector?': '*ScopeSelector',
    },
    ResourceQuotaStatus: { 'hard?': 'map[string]api.resource.Quantity', 'used?': 'map[string]api.resource.Quantity' },
    ScopedResourceSelectorRequirement: {
      scopeName: 'string as(ResourceQuotaScope)',
      operator: 'string as(ScopeSelectorOperator)',
      'values?': '[]string',
    },
  },
} satisfies KindFacts;

function setStatusDefaults({ status }: ResourceQuota): void {
  roundResourceList(status?.hard);
  roundResourceList(status?.used);
}

export const resourcequotas = resource<ResourceQuota>(facts, {
  deleteAnswersObject: true,
  strategy: {
    setDefaults(draft) {
      roundResourceList(draft.spec?.hard);
      setStatusDefaults(draft);
    },
    validate: (quota, { dialect }) => validate(quota, dialect),
    validateUpdate: (quota, live, { dialect }) => validateUpdate(quota, live, dialect),
    subresources: {
      status: {
        setDefaults: setStatusDefaults,
        validateUpdate: ({ status }, _live, { dialect }) => [
          ...validateAmounts(status?.hard, 'status.hard', dialect),
          ...validateAmounts(status?.used, 'status.used', dialect),
        ],
      },
    },
  },
  columns: [
    nameColumn(),
    ageColumn(),
    column(
      'Request',
      'string',
      'Request represents a minimum amount of cpu/memory that a container may consume.',
      (quota) => usageText(quota, false),
    ),
    column(
      'Limit',
      'string',
      'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
      (quota) => usageText(quota, true),
    ),
  ],
});
