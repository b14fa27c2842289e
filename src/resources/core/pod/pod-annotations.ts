import { type Dialect, type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, quoted } from '../../../api/field-error.ts';
import type { PodSpec, SeccompProfile, Toleration } from '../../../api/kinds/core-v1.generated.ts';
import { MIRROR_POD_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { isRecord } from '../../../api/object.ts';
import { jsonError } from '../go-json-syntax.ts';
import { validateDescendingPath } from '../volume/volume-paths.ts';
import { containerPaths } from './container/container-paths.ts';
import { containersOf } from './pod-defaults.ts';
import { validateTolerations } from './scheduling/tolerations.ts';

type Annotations = Readonly<Record<string, string>> | undefined;

const TOLERATIONS = kubernetesName('scheduler.alpha.kubernetes.io/tolerations');
const DELETION_COST = kubernetesName('controller.kubernetes.io/pod-deletion-cost');
const SECCOMP_POD = kubernetesName('seccomp.security.alpha.kubernetes.io/pod');
const SECCOMP_CONTAINER = kubernetesName('container.seccomp.security.alpha.kubernetes.io/');
const APP_ARMOR = kubernetesName('container.apparmor.security.beta.kubernetes.io/');

export const isMirrorPod = (annotations: Annotations, dialect: Dialect): boolean =>
  annotations !== undefined && Object.hasOwn(annotations, dialect.rename(MIRROR_POD_ANNOTATION));

/** Validates annotations with a meaning for pods. */
export function validatePodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  field: string,
  dialect: Dialect,
): FieldError[] {
  if (!annotations) return [];
  const read = (name: KubernetesName): readonly [string, string | undefined] => {
    const key = dialect.rename(name);
    return [`${field}[${key}]`, annotations[key]];
  };
  const errors: FieldError[] = [];
  const [mirrorPath, mirror] = read(MIRROR_POD_ANNOTATION);
  if (mirror !== undefined && !spec.nodeName) {
    errors.push(invalid(mirrorPath, mirror, 'must set spec.nodeName if mirror pod annotation is set'));
  }
  const tolerations = read(TOLERATIONS)[1];
  if (tolerations) errors.push(...validateTolerationsText(tolerations, dialect.rename(TOLERATIONS), field));
  const [costPath, cost] = read(DELETION_COST);
  if (cost !== undefined && !isInt32(cost)) errors.push(invalid(costPath, cost, 'must be a 32bit integer'));
  const startingWith = (prefix: KubernetesName) =>
    Object.entries(annotations)
      .filter(([key]) => key.startsWith(dialect.rename(prefix)))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  const podProfile = read(SECCOMP_POD)[1];
  return [
    ...errors,
    ...(podProfile === undefined ? [] : validateSeccomp(podProfile, `${field}.${dialect.rename(SECCOMP_POD)}`)),
    ...startingWith(SECCOMP_CONTAINER).flatMap(([key, profile]) => validateSeccomp(profile, `${field}.${key}`)),
    ...startingWith(APP_ARMOR).flatMap(([key, profile]) =>
      validateAppArmor(key.slice(dialect.rename(APP_ARMOR).length), profile, spec, `${field}[${key}]`),
    ),
  ];
}

/** Reports whether a text is a 32-bit integer without a plus sign or leading zeros. */
const isInt32 = (text: string): boolean =>
  (text === '0' || /^-?[1-9][0-9]*$/.test(text)) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;

function validateTolerationsText(text: string, key: string, field: string): FieldError[] {
  const wrong = jsonError(text, 'array', '[]core.Toleration');
  if (wrong) return [invalid(field, key, wrong)];
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? validateTolerations(parsed.filter(isToleration), `${field}.${key}`) : [];
}
const isToleration = (value: unknown): value is Toleration => isRecord(value);

function validateSeccomp(profile: string, field: string): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (profile.startsWith('localhost/')) return validateDescendingPath(profile.slice('localhost/'.length), field);
  return [invalid(field, profile, 'must be a valid seccomp profile')];
}

/** Requires that a seccomp profile set by both an annotation and a field is the same. */
export function validateSameSeccomp(
  annotations: Annotations,
  spec: PodSpec,
  field: string,
  dialect: Dialect,
): FieldError[] {
  if (!annotations) return [];
  const compare = (annotation: string, profile: SeccompProfile | undefined, path: string): FieldError[] => {
    const text = annotations[annotation];
    return text === undefined || !profile
      ? []
      : differentProfile(text, profile, `${path}.securityContext.seccompProfile`);
  };
  return [
    ...compare(dialect.rename(SECCOMP_POD), spec.securityContext?.seccompProfile, field),
    ...containerPaths(spec, field).flatMap(([{ name, securityContext }, path]) =>
      compare(dialect.rename(SECCOMP_CONTAINER) + name, securityContext?.seccompProfile, path),
    ),
  ];
}

const SECCOMP_TEXTS: Readonly<Record<string, readonly string[]>> = {
  Unconfined: ['unconfined'],
  RuntimeDefault: ['runtime/default', 'docker/default'],
};

function differentProfile(text: string, { type, localhostProfile }: SeccompProfile, field: string): FieldError[] {
  const otherType = [forbiddenField(`${field}.type`, 'seccomp type in annotation and field must match')];
  if (type !== 'Localhost') return (SECCOMP_TEXTS[type] ?? [text]).includes(text) ? [] : otherType;
  if (!text.startsWith('localhost/')) return otherType;
  return text.slice('localhost/'.length) === localhostProfile
    ? []
    : [forbiddenField(`${field}.localhostProfile`, 'seccomp profile in annotation and field must match')];
}

function validateAppArmor(container: string, profile: string, spec: PodSpec, field: string): FieldError[] {
  const errors = containersOf(spec).some(({ name }) => name === container)
    ? []
    : [invalid(field, container, 'container not found')];
  const isKnown = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
  return isKnown ? errors : [...errors, invalid(field, profile, `invalid AppArmor profile name: ${quoted(profile)}`)];
}

/** Requires that annotations which define a pod do not change. */
export function validatePodAnnotationUpdates(
  annotations: Annotations,
  live: Annotations,
  spec: PodSpec,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const forbidden = (key: string, verb: string): FieldError[] => {
    if (key.startsWith(dialect.rename(APP_ARMOR)))
      return [forbiddenField(`${field}[${key}]`, `may not ${verb} AppArmor annotations`)];
    if (key === dialect.rename(MIRROR_POD_ANNOTATION))
      return [forbiddenField(`${field}[${key}]`, `may not ${verb} mirror pod annotation`)];
    return [];
  };
  const [next, before] = [annotations ?? {}, live ?? {}];
  return [
    ...Object.keys(before)
      .filter((key) => next[key] !== before[key])
      .flatMap((key) => forbidden(key, 'remove or update')),
    ...Object.keys(next)
      .filter((key) => !Object.hasOwn(before, key))
      .flatMap((key) => forbidden(key, 'add')),
    ...validatePodAnnotations(annotations, spec, field, dialect),
  ];
}
