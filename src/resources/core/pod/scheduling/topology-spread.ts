import { duplicate, type FieldError, forbiddenField, invalid } from '../../../../api/field-error.ts';
import type { TopologySpreadConstraint } from '../../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { validateLabelSelector } from '../../../label-selector-validation.ts';
import { checkMembers } from '../../../member-rules.ts';

const NODE_POLICIES = ['Honor', 'Ignore'];

/** Returns the pair that identifies a constraint. */
const pairText = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const validateFirst = checkMembers<TopologySpreadConstraint>({
  maxSkew: { minimum: [1, 'must be greater than zero'] },
  topologyKey: { notEmpty: 'can not be empty' },
  whenUnsatisfiable: { oneOf: ['DoNotSchedule', 'ScheduleAnyway'] },
});

const validateLast = checkMembers<TopologySpreadConstraint>({
  minDomains: validateMinDomains,
  nodeAffinityPolicy: { oneOf: NODE_POLICIES },
  nodeTaintsPolicy: { oneOf: NODE_POLICIES },
  matchLabelKeys: validateMatchLabelKeys,
  labelSelector: validateLabelSelector,
});

export function validateTopologySpread(constraints: readonly TopologySpreadConstraint[], field: string): FieldError[] {
  const pairs = constraints.map(pairText);
  return constraints.flatMap((constraint, index) => {
    const path = `${field}[${index}]`;
    return [
      ...validateFirst(constraint, path),
      // The first of two duplicates has the error.
      ...(pairs.includes(pairText(constraint), index + 1)
        ? [duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, pairText(constraint))]
        : []),
      ...validateLast(constraint, path),
    ];
  });
}

function validateMinDomains(minDomains: number, field: string, { whenUnsatisfiable }: TopologySpreadConstraint) {
  const errors = minDomains <= 0 ? [invalid(field, minDomains, 'must be greater than zero')] : [];
  if (whenUnsatisfiable === 'DoNotSchedule') return errors;
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [...errors, invalid(field, minDomains, detail)];
}

function validateMatchLabelKeys(keys: readonly string[], field: string, { labelSelector }: TopologySpreadConstraint) {
  if (keys.length === 0) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  return [
    ...(labelSelector ? [] : [forbiddenField(field, 'must not be specified when labelSelector is not set')]),
    ...keys.flatMap((key, index) => [
      ...invalidFor(`${field}[${index}]`, key, isQualifiedName(key)),
      ...(selected.has(key)
        ? [invalid(`${field}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')]
        : []),
    ]),
  ];
}
