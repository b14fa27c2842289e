import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { checkMembers, type MemberRules } from '../member-rules.ts';

const TYPES = ['Exempt', 'Limited'];
const RESPONSES = ['Queue', 'Reject'];
const MAXIMUM_QUEUES = 10_000_000;
/** Bits of the hash that assigns queues to a flow. */
const MAXIMUM_ENTROPY_BITS = 60;

/** Validates the spec of a priority level. */
export function validatePriorityLevel(
  spec: PriorityLevelConfigurationSpec,
  name: string,
  isV1beta2: boolean,
): FieldError[] {
  const { type, limited, exempt } = spec;
  const errors: FieldError[] = [];
  if ((name === 'exempt') !== (type === 'Exempt')) {
    errors.push(invalid('spec.type', type, "type must be 'Exempt' if and only if name is 'exempt'"));
  }
  if (!TYPES.includes(type)) return [...errors, notSupported('spec.type', type, TYPES)];
  if (type === 'Exempt') {
    if (limited) errors.push(forbiddenField('spec.limited', 'must be nil if the type is not Limited'));
    return exempt ? [...errors, ...validateExempt(exempt, 'spec.exempt')] : errors;
  }
  if (exempt) errors.push(forbiddenField('spec.exempt', 'must be nil if the type is Limited'));
  if (!limited) return [...errors, required('spec.limited', 'must not be empty when type is Limited')];
  return [...errors, ...(isV1beta2 ? validateLimitedV1beta2 : validateLimited)(limited, 'spec.limited')];
}

const NOT_PERCENT = 'must be between 0 and 100, inclusive';
const PERCENT = { minimum: [0, NOT_PERCENT], maximum: [100, NOT_PERCENT] } as const;

const validateExempt = checkMembers<ExemptPriorityLevelConfiguration>({
  nominalConcurrencyShares: { minimum: [0, 'must be a non-negative integer'] },
  lendablePercent: PERCENT,
});

const LIMITED: MemberRules<LimitedPriorityLevelConfiguration> = {
  limitResponse: { absentIs: { type: '' }, check: validateResponse },
  lendablePercent: PERCENT,
  borrowingLimitPercent: { minimum: [0, 'if specified, must be a non-negative integer'] },
};
const SHARES = { absentIs: 0, minimum: [1, 'must be positive'] } as const;
const validateLimited = checkMembers<LimitedPriorityLevelConfiguration>({
  nominalConcurrencyShares: SHARES,
  ...LIMITED,
});
const validateLimitedV1beta2 = checkMembers<LimitedPriorityLevelConfiguration>({
  nominalConcurrencyShares: { ...SHARES, shownAs: 'assuredConcurrencyShares' },
  ...LIMITED,
});

function validateResponse({ type, queuing }: LimitResponse, field: string): FieldError[] {
  const path = `${field}.queuing`;
  if (type === 'Reject') {
    return queuing ? [forbiddenField(path, 'must be nil if limited.limitResponse.type is not Limited')] : [];
  }
  if (type !== 'Queue') return [notSupported(`${field}.type`, type, RESPONSES)];
  if (!queuing) return [required(path, 'must not be empty if limited.limitResponse.type is Limited')];
  return validateQueuing(queuing, path);
}

function validateQueuing({ queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration, field: string) {
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) errors.push(invalid(`${field}.queueLengthLimit`, queueLengthLimit, 'must be positive'));
  if (queues <= 0) errors.push(invalid(`${field}.queues`, queues, 'must be positive'));
  else if (queues > MAXIMUM_QUEUES) {
    errors.push(invalid(`${field}.queues`, queues, `must not be greater than ${MAXIMUM_QUEUES}`));
  }
  if (handSize <= 0) errors.push(invalid(`${field}.handSize`, handSize, 'must be positive'));
  else if (handSize > queues) {
    errors.push(invalid(`${field}.handSize`, handSize, `should not be greater than queues (${queues})`));
  } else if (entropyBits(queues, handSize) > MAXIMUM_ENTROPY_BITS) {
    const detail = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAXIMUM_ENTROPY_BITS}`;
    errors.push(invalid(`${field}.handSize`, handSize, detail));
  }
  return errors;
}

/** Returns the bits needed to deal a hand from a deck. */
function entropyBits(deckSize: number, handSize: number): number {
  let ways = 1;
  for (let dealt = 0; dealt < handSize; dealt += 1) ways *= deckSize - dealt;
  return Math.ceil(Math.log2(ways));
}
