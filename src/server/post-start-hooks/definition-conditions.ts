import type { Dialect } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from '../../api/kinds/apiextensions-v1.generated.ts';
import { type Approval, approvalOf } from '../../resources/apiextensions/definition-approval.ts';

/** Returns the status of a definition after a check of its names against those of its group. `now` in milliseconds. */
export function withNamesAccepted(
  definition: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
  now: number,
  dialect: Dialect,
): CustomResourceDefinitionStatus {
  const status: Partial<CustomResourceDefinitionStatus> = definition.status ?? {};
  const { names, conflict } = acceptNames(definition, others);
  const accepted = conflict ?? { status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  const known = status.conditions ?? [];
  const wasEstablished = known.some(({ type, status: is }) => type === 'Established' && is === 'True');
  const established =
    conflict && !wasEstablished
      ? { status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }
      : {
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        };
  const withNames = withCondition(known, { type: 'NamesAccepted', ...accepted }, now);
  const conditions = withCondition(withNames, { type: 'Established', ...established }, now);
  const approval = approvalOf(definition, dialect);
  return {
    ...status,
    acceptedNames: names,
    conditions: approval ? withCondition(conditions, conformance(approval), now) : conditions,
  };
}

const APPROVAL_REASONS: Readonly<Record<Approval['state'], string>> = {
  missing: 'MissingAnnotation',
  unapproved: 'UnapprovedAnnotation',
  approved: 'ApprovedAnnotation',
  invalid: 'InvalidAnnotation',
};

/** Returns the condition of a definition in a protected group. */
const conformance = ({
  state,
  explanation,
}: Approval): Omit<CustomResourceDefinitionCondition, 'lastTransitionTime'> => ({
  type: 'KubernetesAPIApprovalPolicyConformant',
  status: state === 'approved' ? 'True' : 'False',
  reason: APPROVAL_REASONS[state],
  message: explanation,
});

/** Returns the conditions with one added or changed. The transition time changes only with the status. */
export function withCondition(
  conditions: readonly CustomResourceDefinitionCondition[],
  changed: Omit<CustomResourceDefinitionCondition, 'lastTransitionTime'>,
  now: number,
): CustomResourceDefinitionCondition[] {
  const old = conditions.find(({ type }) => type === changed.type);
  const { type, status, ...why } = changed;
  const time = old?.status === status ? old.lastTransitionTime : timeText(now);
  const next = { type, status, lastTransitionTime: time, ...why };
  return old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next];
}

export const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === 'Established' && condition.status === 'True');

type Conflict = Pick<CustomResourceDefinitionCondition, 'status' | 'reason' | 'message'>;

/** Returns the accepted names and the last conflict. Resource names share one namespace, kinds another. */
function acceptNames(
  { spec, status }: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): { names: CustomResourceDefinitionNames; conflict: Conflict | undefined } {
  const taken = others.flatMap((other) => (other.status?.acceptedNames ? [other.status.acceptedNames] : []));
  const resources = new Set(taken.flatMap((names) => [names.plural, names.singular, ...(names.shortNames ?? [])]));
  const kinds = new Set(taken.flatMap((names) => [names.kind, names.listKind]));
  const wanted = spec.names;
  const old: Partial<CustomResourceDefinitionNames> = status?.acceptedNames ?? {};
  let conflict: Conflict | undefined;
  const accept = (name: string | undefined, had: string | undefined, space: Set<string | undefined>, what: string) => {
    if (!name || name === had || !space.has(name)) return name;
    conflict = { status: 'False', reason: `${what}Conflict`, message: `"${name}" is already in use` };
    return had;
  };
  const plural = accept(wanted.plural, old.plural, resources, 'Plural') ?? '';
  const singular = accept(wanted.singular, old.singular, resources, 'Singular');
  const clashing = (wanted.shortNames ?? []).filter((name) => !old.shortNames?.includes(name) && resources.has(name));
  for (const name of clashing) accept(name, undefined, resources, 'ShortNames');
  const shortNames = clashing.length > 0 ? old.shortNames : wanted.shortNames;
  const kind = accept(wanted.kind, old.kind, kinds, 'Kind') ?? '';
  const listKind = accept(wanted.listKind, old.listKind, kinds, 'ListKind');
  const { categories } = wanted;
  const names: CustomResourceDefinitionNames = {
    plural,
    ...(singular ? { singular } : {}),
    ...(shortNames?.length ? { shortNames } : {}),
    kind,
    ...(listKind ? { listKind } : {}),
    ...(categories?.length ? { categories } : {}),
  };
  return { names, conflict };
}
