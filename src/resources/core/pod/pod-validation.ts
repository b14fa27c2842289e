import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, forbiddenField } from '../../../api/field-error.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { validateImageText } from './container/containers.ts';
import { validatePodAnnotations, validateSameSeccomp } from './pod-annotations.ts';
import { validatePodSpec } from './pod-spec-validation.ts';

/** Validates a new or updated pod. */
export function validatePodObject({ metadata, spec = { containers: null } }: Pod, dialect: Dialect): FieldError[] {
  const errors = [
    ...validatePodAnnotations(metadata.annotations, spec, 'metadata.annotations', dialect),
    ...validatePodSpec(spec, 'spec', dialect, metadata.name ?? ''),
  ];
  if (!spec.serviceAccountName) {
    for (const [index, { projected }] of (spec.volumes ?? []).entries()) {
      for (const [sourceIndex, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
        if (!serviceAccountToken) continue;
        const path = `spec.volumes[${index}].projected.sources[${sourceIndex}].serviceAccountToken`;
        errors.push(forbiddenField(path, 'must not be specified when serviceAccountName is not set'));
      }
    }
  }
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      errors.push(...validateImageText(container, `spec.${list}[${index}]`));
    }
  }
  return errors;
}

/** Validates a new pod. */
export function validateNewPod(pod: Pod, dialect: Dialect): FieldError[] {
  const errors = validatePodObject(pod, dialect);
  if (pod.spec?.ephemeralContainers?.length) {
    errors.push(forbiddenField('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (pod.spec?.nodeName && pod.spec.schedulingGates?.length) {
    errors.push(forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  if (pod.spec) errors.push(...validateSameSeccomp(pod.metadata.annotations, pod.spec, 'spec', dialect));
  return errors;
}
