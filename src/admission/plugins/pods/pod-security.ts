import { kubernetesName } from '../../../api/dialect.ts';
import { type FieldError, fieldErrorText } from '../../../api/field-error.ts';
import type { Namespace, Pod, PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import { asRecord, isRecord } from '../../../api/object.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { isSeccompAnnotation } from '../../pod-security/baseline-checks.ts';
import { evaluatePod, violationsText } from '../../pod-security/evaluate.ts';
import { checkNamespace } from '../../pod-security/namespace-policy.ts';
import { isExemptSpec, readPodSecurityConfiguration } from '../../pod-security/pod-security-configuration.ts';
import { type LevelVersion, levelText, readPolicy } from '../../pod-security/policy.ts';

/**
 * Where each kind has its pod template. Violations in a template only cause warnings, because its pods would be denied.
 */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  '/podtemplates': ['template'],
  '/replicationcontrollers': ['spec', 'template'],
  'apps/replicasets': ['spec', 'template'],
  'apps/deployments': ['spec', 'template'],
  'apps/statefulsets': ['spec', 'template'],
  'apps/daemonsets': ['spec', 'template'],
  'batch/jobs': ['spec', 'template'],
  'batch/cronjobs': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Enforces the pod security level in the namespace's labels or the configuration. */
export const podSecurity: AdmissionPluginFactory = (context, given) => {
  const { dialect, reader } = context;
  const configuration = readPodSecurityConfiguration(given, dialect);
  const { namespaces, usernames } = configuration;
  /** Adds the evaluated level and the violations to the audit event. */
  const annotate = (attributes: AdmissionAttributes, key: string, value: string): void =>
    attributes.annotate?.(dialect.rename(kubernetesName(`pod-security.kubernetes.io/${key}`)), value);

  const evaluate = async (attributes: AdmissionAttributes, pod: EvaluatedPod, isEnforced: boolean) => {
    const namespace = await reader.get<Namespace>('', 'namespaces', '', attributes.namespace);
    const { policy, errors } = readPolicy(namespace?.metadata.labels, dialect, configuration.defaults);
    const { enforce, audit, warn } = policy;
    const levels = isEnforced ? [enforce, audit, warn] : [audit, warn];
    if (levels.every(({ level }) => level === 'privileged')) {
      return isEnforced ? annotate(attributes, 'enforce-policy', 'privileged:latest') : undefined;
    }
    if (isEnforced && !isEvaluatedAgain(attributes)) return;
    if (isExemptSpec(pod.spec, configuration)) return annotate(attributes, 'exempt', 'runtimeClass');
    if (errors.length > 0) annotate(attributes, 'error', `Failed to parse policy: ${aggregateOf(errors)}`);
    const violated = (level: LevelVersion): string => violationsText(evaluatePod(level, pod.metadata, pod.spec));
    const would = (level: LevelVersion, what: string): string =>
      `would violate PodSecurity "${levelText(level)}": ${what}`;
    const [audited, warned] = [violated(audit), violated(warn)];
    if (isEnforced) annotate(attributes, 'enforce-policy', levelText(enforce));
    if (audited) annotate(attributes, 'audit-violations', would(audit, audited));
    const violations = isEnforced ? violated(enforce) : '';
    if (violations) throw denial(attributes, `violates PodSecurity "${levelText(enforce)}": ${violations}`);
    if (warned) attributes.warn(would(warn, warned));
  };

  return {
    name: 'PodSecurity',
    handles: operations('CREATE', 'UPDATE'),
    resources: resources('/namespaces', '/pods', '/pods/ephemeralcontainers', ...Object.keys(TEMPLATES)),
    validate(attributes) {
      if (isRequestFor(attributes, '', 'namespaces')) return checkNamespace(attributes, context, configuration);
      const isPod = isRequestFor(attributes, '', 'pods') || isRequestFor(attributes, '', 'pods', 'ephemeralcontainers');
      const path = templatePath(attributes);
      if (!isPod && !path) return undefined;
      if (namespaces.has(attributes.namespace)) return annotate(attributes, 'exempt', 'namespace');
      if (usernames.has(attributes.user.username)) return annotate(attributes, 'exempt', 'user');
      const pod = isPod ? (attributes.object as Pod) : templateAt(attributes, path ?? []);
      return pod ? evaluate(attributes, pod, isPod) : undefined;
    },
  };
};

/** Joins errors like Go's aggregate. */
function aggregateOf(errors: readonly FieldError[]): string {
  const texts = errors.map(fieldErrorText);
  return texts.length > 1 ? `[${texts.join(', ')}]` : texts.join();
}

type EvaluatedPod = Pick<Pod, 'spec'> & PodTemplateSpec;

const templatePath = ({ resource, subresource }: AdmissionAttributes): readonly string[] | undefined =>
  subresource === '' ? TEMPLATES[`${resource.group}/${resource.resource}`] : undefined;

function templateAt({ object }: AdmissionAttributes, path: readonly string[]): EvaluatedPod | undefined {
  const template = path.reduce<unknown>(
    (value, step) => (isRecord(value) ? value[step] : undefined),
    asRecord(object ?? {}),
  );
  return isRecord(template) ? (template as EvaluatedPod) : undefined;
}

/**
 * Reports whether an update must be evaluated again: it changes images, ephemeral containers or seccomp annotations.
 * Other mutable fields do not affect the result.
 */
function isEvaluatedAgain({ operation, object, oldObject }: AdmissionAttributes): boolean {
  return operation !== 'UPDATE' || significantParts(object as Pod) !== significantParts(oldObject as Pod);
}

function significantParts({ spec, metadata }: Pod): string {
  const images = (list: readonly { name: string; image?: string | undefined }[] | null | undefined) =>
    (list ?? []).map(({ name, image }) => [name, image]);
  const profiles = Object.entries(metadata.annotations ?? {}).filter(([key]) => isSeccompAnnotation(key));
  return JSON.stringify([
    images(spec?.containers),
    images(spec?.initContainers),
    images(spec?.ephemeralContainers),
    profiles.sort(),
  ]);
}
