import { duplicate, type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '../../api/kinds/certificates-v1.generated.ts';
import { semanticallyEqual } from '../semantic-equality.ts';

type Conditions = readonly CertificateSigningRequestCondition[];

const FINAL = ['Approved', 'Denied', 'Failed'];
const DECISIONS = ['Approved', 'Denied'];
const STATUSES = ['False', 'True', 'Unknown'];
const FIELD = 'status.conditions';

export const conditionsOf = ({ status }: CertificateSigningRequest): Conditions => status?.conditions ?? [];

/** Sets missing times of conditions. The transition time is kept while the status does not change. `now` is text. */
export function setConditionTimes(
  draft: CertificateSigningRequest,
  live: CertificateSigningRequest,
  now: string,
): void {
  if (!draft.status?.conditions) return;
  draft.status.conditions = draft.status.conditions.map((condition) => {
    const earlier = conditionsOf(live).find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime,
    );
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime ?? now,
      lastTransitionTime: condition.lastTransitionTime ?? earlier?.lastTransitionTime ?? now,
    };
  });
}

/**
 * A status update cannot change decisions, including their messages. It can only drop them, which is rejected later.
 */
export function keepDecisions(draft: CertificateSigningRequest, live: CertificateSigningRequest): void {
  if (!draft.status?.conditions) return;
  for (const type of DECISIONS) {
    const decided: Conditions = conditionsOf(live).filter((condition) => condition.type === type);
    const given: Conditions = draft.status.conditions.filter((condition) => condition.type === type);
    if (given.length < decided.length) continue;
    draft.status.conditions = draft.status.conditions.map(
      (condition) => (condition.type === type ? decided[given.indexOf(condition)] : undefined) ?? condition,
    );
  }
}

export function validateCertificateConditions(conditions: Conditions): FieldError[] {
  return conditions.flatMap(({ type, status }, index) => {
    const field = `${FIELD}[${index}]`;
    const earlier = conditions.slice(0, index);
    const opposite = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined;
    const isContradiction = opposite !== undefined && earlier.some((condition) => condition.type === opposite);
    return [
      ...(type === '' ? [required(`${field}.type`)] : []),
      ...validateStatus(type, status, `${field}.status`),
      ...(isContradiction
        ? [invalid(`${field}.type`, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(earlier.some((condition) => condition.type === type) ? [duplicate(`${field}.type`, type)] : []),
    ];
  });
}

/** Requires status True: these conditions cannot be False or Unknown. */
function validateStatus(type: string, status: string, field: string): FieldError[] {
  if (status === '') return [required(field)];
  const supported = FINAL.includes(type) ? ['True'] : STATUSES;
  return supported.includes(status) ? [] : [notSupported(field, status, supported)];
}

/** Requires that final conditions stay. Only the approval subresource may add a decision or change its message. */
export function validateConditionChanges(conditions: Conditions, live: Conditions, mayDecide: boolean): FieldError[] {
  const ofType = (list: Conditions, type: string) => list.filter((condition) => condition.type === type);
  const removed = FINAL.filter((type) => ofType(conditions, type).length < ofType(live, type).length);
  const errors = removed.map((type) => forbiddenField(FIELD, `updates may not remove a condition of type "${type}"`));
  if (mayDecide) return errors;
  for (const type of DECISIONS) {
    const [now, before] = [ofType(conditions, type), ofType(live, type)];
    if (now.length > before.length) {
      errors.push(forbiddenField(FIELD, `updates may not add a condition of type "${type}"`));
    } else if (now.length === before.length && !semanticallyEqual(now, before)) {
      errors.push(forbiddenField(FIELD, `updates may not modify a condition of type "${type}"`));
    }
  }
  return errors;
}

/** Rejects a Failed condition set through the approval subresource; signers set it through the status. */
export const validateNoFailure = (conditions: Conditions, live: Conditions): FieldError[] =>
  conditions.some(({ type, status }) => type === 'Failed' && status === 'True') &&
  !live.some(({ type }) => type === 'Failed')
    ? [forbiddenField(FIELD, 'approval may not add a condition of type "Failed"')]
    : [];
