import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { fieldErrorText } from '../../api/field-error.ts';
import type { PodSpec } from '../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { type PodSecurityPolicy, PRIVILEGED_POLICY, readPolicy } from './policy.ts';

/** A PodSecurityConfiguration: defaults for namespaces without labels, and exemptions. */
export interface PodSecurityConfiguration {
  readonly defaults: PodSecurityPolicy;
  readonly namespaces: ReadonlySet<string>;
  readonly usernames: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

/** @throws Error for the author of the configuration */
export function readPodSecurityConfiguration(
  { defaults, exemptions }: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): PodSecurityConfiguration {
  // The defaults have the names of the labels.
  const labels = Object.entries(isRecord(defaults) ? defaults : {}).map(([mode, value]) => [
    dialect.rename(kubernetesName(`pod-security.kubernetes.io/${mode}`)),
    String(value),
  ]);
  const { policy, errors } = readPolicy(Object.fromEntries(labels), dialect, PRIVILEGED_POLICY);
  const [problem] = errors;
  if (problem) throw new Error(`PodSecurity: ${fieldErrorText(problem)}`);
  const exempt = isRecord(exemptions) ? exemptions : {};
  const namesOf = (member: string): ReadonlySet<string> =>
    new Set(Array.isArray(exempt[member]) ? exempt[member].map(String) : []);
  return {
    defaults: policy,
    namespaces: namesOf('namespaces'),
    usernames: namesOf('usernames'),
    runtimeClasses: namesOf('runtimeClasses'),
  };
}

/** Reports whether pods are exempt because of their runtime class. */
export const isExemptSpec = (spec: PodSpec | undefined, { runtimeClasses }: PodSecurityConfiguration): boolean =>
  Boolean(spec?.runtimeClassName && runtimeClasses.has(spec.runtimeClassName));
