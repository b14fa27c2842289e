import { type FieldError, invalid, verbatim } from '../../api/field-error.ts';
import type {
  LimitedPriorityLevelConfiguration as LimitedV1beta2,
  PriorityLevelConfiguration as PriorityLevelV1beta2,
} from '../../api/kinds/flowcontrol-v1beta2.generated.ts';
import type {
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { statusOnly } from '../status-subresource.ts';
import { validateFlowConditions } from './flow-conditions.ts';
import { validatePriorityLevel } from './priority-level-validation.ts';
import { priorityLevelColumns } from './prioritylevelconfiguration-columns.ts';
import { inVersion } from './version-v1beta2.ts';

const DEFAULT_SHARES = 30;
/** The mandatory objects, which the server creates and protects from changes. */
const MANDATORY = ['exempt', 'catch-all'];

const names = { group: 'flowcontrol.apiserver.k8s.io', resource: 'prioritylevelconfigurations' };

export const prioritylevelconfigurations = resource<PriorityLevelConfiguration>(names, {
  storageVersion: 'v1beta3',
  conversions: { v1beta2: { toStorage: fromV1beta2, fromStorage: toV1beta2 } },
  generation: ({ spec }) => spec,
  strategy: {
    setDefaults,
    validate: validateLevel,
    validateUpdate: (object, live, context) => [...validateLevel(object, context), ...validateMandatory(object, live)],
    subresources: {
      status: { ...statusOnly, validateUpdate: ({ status }) => validateFlowConditions(status?.conditions) },
    },
  },
  columns: priorityLevelColumns,
});

function setDefaults({ apiVersion, spec }: PriorityLevelConfiguration): void {
  if (!spec) return;
  if (spec.type === 'Exempt') {
    spec.exempt ??= {};
    spec.exempt.nominalConcurrencyShares ??= 0;
    spec.exempt.lendablePercent ??= 0;
  }
  if (!spec.limited) return;
  if (apiVersion.endsWith('/v1beta3')) spec.limited.nominalConcurrencyShares ||= DEFAULT_SHARES;
  else setSharesOfV1beta2(spec.limited as LimitedV1beta2);
  spec.limited.lendablePercent ??= 0;
  const queuing = spec.limited.limitResponse?.queuing;
  if (!queuing) return;
  queuing.handSize ||= 8;
  queuing.queues ||= 64;
  queuing.queueLengthLimit ||= 50;
}

function setSharesOfV1beta2(limited: LimitedV1beta2): void {
  limited.assuredConcurrencyShares ||= DEFAULT_SHARES;
}

/** Converts an object of v1beta2, which has another name for the concurrency shares. */
function fromV1beta2(object: ApiObject): PriorityLevelConfiguration {
  const { spec, ...rest } = inVersion(object, 'v1beta3') as PriorityLevelV1beta2;
  if (!spec?.limited) return { ...rest, ...(spec ? { spec: withoutLimited(spec) } : {}) };
  const { assuredConcurrencyShares, ...limited } = spec.limited;
  return { ...rest, spec: { ...spec, limited: { nominalConcurrencyShares: assuredConcurrencyShares, ...limited } } };
}

const withoutLimited = ({ limited: _limited, ...spec }: NonNullable<PriorityLevelV1beta2['spec']>) => spec;

function toV1beta2(object: PriorityLevelConfiguration): ApiObject {
  const { spec, ...rest } = inVersion(object, 'v1beta2') as PriorityLevelConfiguration;
  if (!spec?.limited) return { ...rest, ...(spec ? { spec } : {}) } as ApiObject;
  const { nominalConcurrencyShares, ...limited } = spec.limited;
  const converted: PriorityLevelV1beta2 = {
    ...rest,
    spec: { ...spec, limited: { assuredConcurrencyShares: nominalConcurrencyShares, ...limited } },
  };
  return converted;
}

/** Validates a level. Errors show the field names of the request's version. */
function validateLevel(
  { metadata, spec, status }: PriorityLevelConfiguration,
  { version }: StrategyContext,
): FieldError[] {
  return [
    ...validatePriorityLevel(spec ?? { type: '' }, metadata.name ?? '', version === 'v1beta2'),
    ...validateFlowConditions(status?.conditions),
  ];
}

/** Validates an update of a mandatory level. Only the lending fields of the exempt level may change. */
function validateMandatory({ metadata, spec }: PriorityLevelConfiguration, live: PriorityLevelConfiguration) {
  const name = metadata.name ?? '';
  if (!MANDATORY.includes(name)) return [];
  const isExempt = name === 'exempt';
  const fixed = (of: PriorityLevelConfigurationSpec | undefined) => (isExempt ? { ...of, exempt: undefined } : of);
  if (semanticallyEqual(fixed(spec), fixed(live.spec))) return [];
  const except = isExempt ? ' except the spec.exempt field' : '';
  const shown = verbatim('flowcontrol.PriorityLevelConfigurationSpec{}');
  return [invalid('spec', shown, `spec of '${name}'${except} must equal the fixed value`)];
}
