import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, required, type Verbatim } from '../../../api/field-error.ts';
import type {
  Container,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Pod,
  PodSpec,
} from '../../../api/kinds/core-v1.generated.ts';
import { inclusiveRangeMessage } from '../../../api/names.ts';
import { goSlice, goStringMap, goStruct } from '../../go-text.ts';
import { semanticallyEqual } from '../../semantic-equality.ts';
import { metadataErrors } from '../metadata-errors.ts';
import { specDifference } from '../spec-difference.ts';
import { internalPodSpec } from '../struct-difference/go-struct-types.ts';
import { validateImageText } from './container/containers.ts';
import { isMirrorPod, validatePodAnnotationUpdates } from './pod-annotations.ts';
import { validatePodObject } from './pod-validation.ts';
import { validateAddedTolerations } from './scheduling/tolerations.ts';

const MAXIMUM_INT32 = 2147483647;
const IMMUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

const specOf = ({ spec }: Pod): PodSpec => spec ?? { containers: null };

const validateCommon = (pod: Pod, live: Pod, dialect: Dialect): FieldError[] => [
  ...metadataErrors(pod),
  ...validatePodObject(pod, dialect),
  ...validatePodAnnotationUpdates(
    pod.metadata.annotations,
    live.metadata.annotations,
    specOf(pod),
    'metadata.annotations',
    dialect,
  ),
];

/** Validates an update of a pod, whose spec is mostly immutable (ValidatePodUpdate). */
export function validatePodUpdate(pod: Pod, live: Pod, dialect: Dialect): FieldError[] {
  const errors = validateCommon(pod, live, dialect);
  const [spec, old] = [specOf(pod), specOf(live)];
  for (const list of ['containers', 'initContainers'] as const) {
    const { found, isFinal } = validateContainerChanges(spec[list] ?? [], old[list] ?? [], `spec.${list}`);
    errors.push(...found);
    if (isFinal) return errors;
  }
  const deadline = validateDeadline(spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  errors.push(...deadline);
  if (deadline.length && spec.activeDeadlineSeconds != null) return errors;
  errors.push(...validateAddedTolerations(spec.tolerations, old.tolerations, 'spec.tolerations'));
  errors.push(...validateGates(spec, old));
  if (semanticallyEqual(spec, old)) return errors;
  const rest = structuredClone(spec);
  putBackImages(rest.containers, old.containers);
  putBackImages(rest.initContainers, old.initContainers);
  Object.assign(rest, {
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    schedulingGates: old.schedulingGates,
  });
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && rest.terminationGracePeriodSeconds === 1) {
    rest.terminationGracePeriodSeconds = old.terminationGracePeriodSeconds;
  }
  if (old.schedulingGates?.length) errors.push(...takeGatedChanges(rest, old));
  if (!semanticallyEqual(rest, old)) {
    errors.push(
      forbiddenField('spec', `${IMMUTABLE}\n${specDifference('PodSpec', internalPodSpec(old), internalPodSpec(rest))}`),
    );
  }
  return errors;
}

function validateContainerChanges(containers: readonly Container[], live: readonly Container[], field: string) {
  if (containers.length !== live.length) {
    return { found: [forbiddenField(field, 'pod updates may not add or remove containers')], isFinal: true };
  }
  const found = containers.flatMap((container, index) => {
    const path = `${field}[${index}]`;
    return [...(container.image ? [] : [required(`${path}.image`)]), ...validateImageText(container, path)];
  });
  return { found, isFinal: false };
}

/** Validates a change of the deadline, which may only be added or shortened. */
function validateDeadline(deadline: number | undefined, live: number | undefined): FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  if (deadline == null) {
    return live == null ? [] : [invalid(field, undefined, 'must not update from a positive integer to nil value')];
  }
  if (deadline < 0 || deadline > MAXIMUM_INT32) {
    return [invalid(field, deadline, inclusiveRangeMessage(0, MAXIMUM_INT32))];
  }
  return live != null && live < deadline
    ? [invalid(field, deadline, 'must be less than or equal to previous value')]
    : [];
}

function validateGates({ schedulingGates }: PodSpec, live: PodSpec): FieldError[] {
  const names = new Set((live.schedulingGates ?? []).map(({ name }) => name));
  return (schedulingGates ?? []).flatMap(({ name }, index) =>
    names.has(name)
      ? []
      : [
          forbiddenField(
            `spec.schedulingGates[${index}].name`,
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );
}

function putBackImages(
  containers: readonly Container[] | null | undefined,
  live: readonly Container[] | null | undefined,
) {
  for (const [index, container] of (containers ?? []).entries()) container.image = live?.[index]?.image;
}

/**
 * Validates that pods with scheduling gates only get narrower scheduling constraints. Resets allowed changes to the
 * live values, so that comparing the specs finds only the other changes.
 */
function takeGatedChanges(spec: PodSpec, live: PodSpec): FieldError[] {
  const errors: FieldError[] = [];
  const kept = Object.entries(live.nodeSelector ?? {}).every(([key, value]) => spec.nodeSelector?.[key] === value);
  if (!kept) {
    const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    errors.push(invalid('spec.nodeSelector', goStringMap(spec.nodeSelector), detail));
  }
  spec.nodeSelector = live.nodeSelector;
  errors.push(...takeAffinityChange(spec, live));
  return errors;
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

function takeAffinityChange(spec: PodSpec, live: PodSpec): FieldError[] {
  const [next, old] = [spec.affinity?.nodeAffinity, live.affinity?.nodeAffinity];
  if (semanticallyEqual(next, old)) return [];
  const field = `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`;
  const [terms, before] = [next?.[REQUIRED]?.nodeSelectorTerms ?? [], old?.[REQUIRED]?.nodeSelectorTerms ?? []];
  putBackNodeAffinity(spec, live);
  if (before.length === 0) return [];
  if (terms.length !== before.length) {
    const shown = goSlice('core.NodeSelectorTerm', next?.[REQUIRED]?.nodeSelectorTerms?.map(goTerm));
    return [invalid(field, shown, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  return terms.flatMap((term, index) =>
    onlyAdds(term, before[index])
      ? []
      : [invalid(`${field}[${index}]`, goTerm(term), 'only additions are allowed (no mutations or deletions)')],
  );
}

/** Scheduling gates only allow changes of node affinity, not of pod affinity. An empty affinity is removed. */
function putBackNodeAffinity(spec: PodSpec, live: PodSpec): void {
  const affinity = { ...spec.affinity, nodeAffinity: live.affinity?.nodeAffinity };
  const isEmpty = Object.values(affinity).every((part) => part == null);
  spec.affinity = isEmpty && !live.affinity ? undefined : affinity;
}

const goTerm = ({ matchExpressions, matchFields }: NodeSelectorTerm): Verbatim => {
  const requirements = (list: readonly NodeSelectorRequirement[] | undefined) =>
    goSlice(
      'core.NodeSelectorRequirement',
      list?.map(({ key, operator, values }) =>
        goStruct('core.NodeSelectorRequirement', { Key: key, Operator: operator, Values: goSlice('string', values) }),
      ),
    );
  return goStruct('core.NodeSelectorTerm', {
    MatchExpressions: requirements(matchExpressions),
    MatchFields: requirements(matchFields),
  });
};

/** Reports whether a term only gets more requirements. An empty term, which matches nothing, must stay empty. */
const onlyAdds = (term: NodeSelectorTerm, live: NodeSelectorTerm | undefined): boolean => {
  const lists = ['matchExpressions', 'matchFields'] as const;
  return lists.every((list) => !live?.[list]?.length)
    ? lists.every((list) => !term[list]?.length)
    : lists.every((list) =>
        (live?.[list] ?? []).every((requirement, index) => semanticallyEqual(term[list]?.[index], requirement)),
      );
};

/** Validates an update of ephemeral containers, which may be added but not changed or removed. */
export function validateEphemeralUpdate(pod: Pod, live: Pod, dialect: Dialect): FieldError[] {
  const errors = validateCommon(pod, live, dialect);
  if (isMirrorPod(live.metadata.annotations, dialect)) {
    return [forbiddenField('[]', 'static pods do not support ephemeral containers')];
  }
  const field = 'spec.ephemeralContainers';
  const containers = specOf(pod).ephemeralContainers ?? [];
  for (const old of specOf(live).ephemeralContainers ?? []) {
    const next = containers.find(({ name }) => name === old.name);
    if (!next) {
      errors.push(forbiddenField(field, `existing ephemeral containers "${old.name}" may not be removed\n`));
    } else if (!semanticallyEqual(next, old)) {
      const difference = specDifference('EphemeralContainer', old, next);
      errors.push(
        forbiddenField(field, `existing ephemeral containers "${old.name}" may not be changed\n${difference}`),
      );
    }
  }
  return errors;
}
