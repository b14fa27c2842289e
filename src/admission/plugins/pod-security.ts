import type { Namespace, Pod, PodSpec, PodTemplateSpec } from '../../api/kinds/core-v1.generated.ts';
import { asRecord, isRecord } from '../../api/object.ts';
import { invalidObject } from '../../api/status.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../admission-plugin.ts';
import { type PodSecurityConfiguration, readPodSecurityConfiguration } from '../pod-security/configuration.ts';
import { evaluatePod, reasonsText, violationsText } from '../pod-security/evaluate.ts';
import {
  isStricter,
  type LevelVersion,
  levelText,
  type PodSecurityPolicy,
  policyText,
  readPolicy,
} from '../pod-security/policy.ts';
import { isAbout, operations, refusal } from '../refusal.ts';

/** Where the pod template of a kind is; its creation only warns, for it is its pods that would be refused. */
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

/** Holds pods to the level of the pod security standards that their namespace's labels, or the configuration, name. */
export const podSecurity: AdmissionPluginFactory = (context, given) => {
  const configuration = readPodSecurityConfiguration(given, context.dialect);
  const { namespaces, usernames } = configuration;
  const isExempt = ({ namespace, user }: AdmissionAttributes): boolean =>
    namespaces.has(namespace) || usernames.has(user.username);
  const policyOf = async ({ namespace }: AdmissionAttributes): Promise<PodSecurityPolicy> => {
    const found = await context.reader.get<Namespace>('', 'namespaces', '', namespace);
    return readPolicy(found?.metadata.labels, context.dialect, configuration.defaults).policy;
  };
  return {
    name: 'PodSecurity',
    handles: operations('CREATE', 'UPDATE'),
    async validate(attributes) {
      const { resource, subresource } = attributes;
      if (isAbout(attributes, '', 'namespaces')) return checkNamespace(attributes, context, configuration);
      const isPod = isAbout(attributes, '', 'pods') || isAbout(attributes, '', 'pods', 'ephemeralcontainers');
      const path = subresource === '' ? TEMPLATES[`${resource.group}/${resource.resource}`] : undefined;
      if ((!isPod && !path) || isExempt(attributes)) return;
      const policy = await policyOf(attributes);
      if (path) warnOfTemplate(attributes, path, policy, configuration);
      else checkPod(attributes, policy, configuration);
    },
  };
};

function checkPod(
  attributes: AdmissionAttributes,
  { enforce, warn }: PodSecurityPolicy,
  configuration: PodSecurityConfiguration,
): void {
  const pod = attributes.object as Pod;
  if (attributes.operation === 'UPDATE' && !isSignificant(pod, attributes.oldObject as Pod)) return;
  if (isExemptSpec(pod.spec, configuration)) return;
  const violations = evaluatePod(enforce, pod.metadata, pod.spec);
  if (violations.length) {
    throw refusal(attributes, `violates PodSecurity "${levelText(enforce)}": ${violationsText(violations)}`);
  }
  warnOf(attributes, warn, pod);
}

const isExemptSpec = (spec: PodSpec | undefined, { runtimeClasses }: PodSecurityConfiguration): boolean =>
  spec?.runtimeClassName !== undefined && runtimeClasses.has(spec.runtimeClassName);

function warnOfTemplate(
  attributes: AdmissionAttributes,
  path: readonly string[],
  { warn }: PodSecurityPolicy,
  configuration: PodSecurityConfiguration,
): void {
  const template = path.reduce<unknown>(
    (value, step) => (isRecord(value) ? value[step] : undefined),
    asRecord(attributes.object ?? {}),
  );
  if (!isRecord(template)) return;
  const { metadata, spec } = template as PodTemplateSpec;
  if (!isExemptSpec(spec, configuration)) warnOf(attributes, warn, { metadata, spec });
}

function warnOf(
  attributes: AdmissionAttributes,
  warn: LevelVersion,
  { metadata, spec }: Pick<Pod, 'spec'> & PodTemplateSpec,
) {
  const violations = evaluatePod(warn, metadata, spec);
  if (violations.length)
    attributes.warn(`would violate PodSecurity "${levelText(warn)}": ${violationsText(violations)}`);
}

/** Of what may change in a pod at all, images and ephemeral containers matter. */
function isSignificant({ spec, metadata }: Pod, live: Pod): boolean {
  const before = live.spec;
  const images = (list: readonly { name: string; image?: string | undefined }[] | null | undefined) =>
    JSON.stringify((list ?? []).map(({ name, image }) => [name, image]));
  const profiles = (annotations: Readonly<Record<string, string>> | undefined) =>
    JSON.stringify(
      Object.entries(annotations ?? {})
        .filter(([key]) => /apparmor|seccomp/.test(key))
        .sort(),
    );
  return (
    images(spec?.containers) !== images(before?.containers) ||
    images(spec?.initContainers) !== images(before?.initContainers) ||
    images(spec?.ephemeralContainers) !== images(before?.ephemeralContainers) ||
    profiles(metadata.annotations) !== profiles(live.metadata.annotations)
  );
}

/** Labels must be valid when they are set; raising the level tells which pods would not be let in any more. */
async function checkNamespace(
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  { defaults, namespaces }: PodSecurityConfiguration,
): Promise<void> {
  const name = attributes.object?.metadata.name ?? attributes.name;
  const { policy, errors } = readPolicy(attributes.object?.metadata.labels, context.dialect, defaults);
  const before = readPolicy(attributes.oldObject?.metadata.labels, context.dialect, defaults);
  const isUpdate = attributes.operation === 'UPDATE';
  const isKnown = isUpdate && JSON.stringify(errors) === JSON.stringify(before.errors);
  if (errors.length && !isKnown) throw invalidObject({ group: '', kind: 'Namespace' }, name, errors);
  const [level, was] = [policy.enforce, before.policy.enforce];
  const isRelaxed = level.minor === was.minor && !isStricter(level, was);
  const isRaised = isUpdate && level.level !== 'privileged' && !isRelaxed;
  if (namespaces.has(name) && (isRaised || !isUpdate)) return warnOfExemption(attributes, name, policy, defaults);
  if (!isRaised) return;
  const pods = await context.reader.list<Pod>('', 'pods', name);
  const byReasons = new Map<string, string[]>();
  for (const pod of pods) {
    const reasons = reasonsText(evaluatePod(level, pod.metadata, pod.spec));
    if (reasons) byReasons.set(reasons, [...(byReasons.get(reasons) ?? []), pod.metadata.name ?? '']);
  }
  if (byReasons.size === 0) return;
  attributes.warn(
    `existing pods in namespace "${name}" violate the new PodSecurity enforce level "${levelText(level)}"`,
  );
  const texts = [...byReasons].map(([reasons, [first = '', ...others]]) => {
    const and = others.length ? ` (and ${others.length} other pod${others.length === 1 ? '' : 's'})` : '';
    return `${first}${and}: ${reasons}`;
  });
  for (const text of texts.sort()) attributes.warn(text);
}

/** Labels of a namespace that is never held to them mislead. */
function warnOfExemption(
  attributes: AdmissionAttributes,
  name: string,
  policy: PodSecurityPolicy,
  defaults: PodSecurityPolicy,
): void {
  const text = policyText(policy);
  if (text === '' || text === policyText(defaults)) return;
  attributes.warn(`namespace "${name}" is exempt from Pod Security, and the policy (${text}) will be ignored`);
}
