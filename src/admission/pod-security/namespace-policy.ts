import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { invalidObject } from '../../api/status.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import { evaluatePod, reasonsText } from './evaluate.ts';
import { isExemptSpec, type PodSecurityConfiguration } from './pod-security-configuration.ts';
import {
  areEquivalent,
  isStricter,
  type LevelVersion,
  levelText,
  PRIVILEGED_POLICY,
  policyText,
  readPolicy,
} from './policy.ts';

/** The most pods checked when a level is raised. */
const MAXIMUM_PODS = 3000;

/** Requires valid labels when they are set, and warns which existing pods would violate a raised level. */
export async function checkNamespace(
  attributes: AdmissionAttributes,
  { dialect, reader }: Pick<AdmissionContext, 'dialect' | 'reader'>,
  configuration: PodSecurityConfiguration,
): Promise<void> {
  const { defaults, namespaces } = configuration;
  const { labels, name = attributes.name } = attributes.object?.metadata ?? {};
  const { policy, errors } = readPolicy(labels, dialect, defaults);
  const before = readPolicy(attributes.oldObject?.metadata.labels, dialect, defaults);
  const isUpdate = attributes.operation === 'UPDATE';
  const isKnown = isUpdate && isEqualJson(errors, before.errors);
  if (errors.length && !isKnown) throw invalidObject({ group: '', kind: 'Namespace' }, name, errors);
  if (isUpdate && !isRaised(policy.enforce, before.policy.enforce)) return;
  if (namespaces.has(name)) {
    if (areEquivalent(policy, PRIVILEGED_POLICY) || areEquivalent(policy, defaults)) return;
    const ignored = policyText(policy, labels, dialect);
    attributes.warn(`namespace "${name}" is exempt from Pod Security, and the policy (${ignored}) will be ignored`);
  } else if (isUpdate) {
    for (const text of await violatingPods(name, policy.enforce, reader, configuration)) attributes.warn(text);
  }
}

/** A less strict level of the same version, or the privileged one, cannot add violations. */
const isRaised = (level: LevelVersion, was: LevelVersion): boolean =>
  level.level !== 'privileged' && !(level.minor === was.minor && !isStricter(level, was));

async function violatingPods(
  namespace: string,
  level: LevelVersion,
  reader: ObjectReader,
  configuration: PodSecurityConfiguration,
): Promise<string[]> {
  const all = await reader.list<Pod>('', 'pods', namespace);
  const pods = onePerControllerFirst(all.filter(({ spec }) => !isExemptSpec(spec, configuration)));
  const checked = pods.slice(0, MAXIMUM_PODS);
  const byReasons = new Map<string, string[]>();
  for (const { metadata, spec } of checked) {
    const reasons = reasonsText(evaluatePod(level, metadata, spec));
    if (reasons) byReasons.set(reasons, [...(byReasons.get(reasons) ?? []), metadata.name ?? '']);
  }
  const among = `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`;
  const head = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelText(level)}"`;
  return [
    ...(checked.length < pods.length ? [among] : []),
    ...(byReasons.size > 0 ? [head] : []),
    ...[...byReasons].map(([reasons, names]) => `${namesText(names)}: ${reasons}`).sort(),
  ];
}

/** When not all pods are checked, one of each controller is more informative than many of one. */
function onePerControllerFirst(pods: readonly Pod[]): readonly Pod[] {
  const seen = new Set<string>();
  const isFirst = ({ metadata }: Pod): boolean => {
    const controller = metadata.ownerReferences?.find((owner) => owner.controller)?.uid;
    if (controller === undefined) return true;
    const isNew = !seen.has(controller);
    seen.add(controller);
    return isNew;
  };
  const firsts = new Set(pods.filter(isFirst));
  return [...firsts, ...pods.filter((pod) => !firsts.has(pod))];
}

function namesText(names: readonly string[]): string {
  const [first = ''] = names.toSorted();
  const others = names.length - 1;
  return others === 0 ? first : `${first} (and ${others} other pod${others === 1 ? '' : 's'})`;
}
