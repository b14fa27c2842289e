import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type { TopologySpreadConstraint } from '../../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { validateLabelSelector } from '../../../label-selector-validation.ts';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const NODE_POLICIES = ['Honor', 'Ignore'];

/** Constraints are identified by this pair. */
const pairText = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  field: string,
): FieldError[] {
  const pairs = (constraints ?? []).map(pairText);
  return (constraints ?? []).flatMap((constraint, index) => {
    const path = `${field}[${index}]`;
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
    const errors: FieldError[] = [];
    if (maxSkew <= 0) errors.push(invalid(`${path}.maxSkew`, maxSkew, 'must be greater than zero'));
    if (!topologyKey) errors.push(required(`${path}.topologyKey`, 'can not be empty'));
    if (!ACTIONS.includes(whenUnsatisfiable)) {
      errors.push(notSupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, ACTIONS));
    }
    // The error is at the first of two duplicates.
    if (pairs.includes(pairText(constraint), index + 1)) {
      errors.push(duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, pairText(constraint)));
    }
    return [
      ...errors,
      ...validateMinDomains(constraint, `${path}.minDomains`),
      ...validateNodePolicy(constraint.nodeAffinityPolicy, `${path}.nodeAffinityPolicy`),
      ...validateNodePolicy(constraint.nodeTaintsPolicy, `${path}.nodeTaintsPolicy`),
      ...validateMatchLabelKeys(constraint, `${path}.matchLabelKeys`),
      ...validateLabelSelector(constraint.labelSelector, `${path}.labelSelector`),
    ];
  });
}

function validateMinDomains({ minDomains, whenUnsatisfiable }: TopologySpreadConstraint, field: string): FieldError[] {
  if (minDomains == null) return [];
  const errors = minDomains <= 0 ? [invalid(field, minDomains, 'must be greater than zero')] : [];
  if (whenUnsatisfiable === 'DoNotSchedule') return errors;
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [...errors, invalid(field, minDomains, detail)];
}

const validateNodePolicy = (policy: string | undefined, field: string): FieldError[] =>
  policy != null && !NODE_POLICIES.includes(policy) ? [notSupported(field, policy, NODE_POLICIES)] : [];

function validateMatchLabelKeys(
  { matchLabelKeys, labelSelector }: TopologySpreadConstraint,
  field: string,
): FieldError[] {
  if (!matchLabelKeys?.length) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  return [
    ...(labelSelector ? [] : [forbiddenField(field, 'must not be specified when labelSelector is not set')]),
    ...matchLabelKeys.flatMap((key, index) => [
      ...invalidFor(`${field}[${index}]`, key, isQualifiedName(key)),
      ...(selected.has(key)
        ? [invalid(`${field}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')]
        : []),
    ]),
  ];
}
