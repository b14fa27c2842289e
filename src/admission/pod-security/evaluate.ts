import type { PodSpec } from '../../api/kinds/core-v1.generated.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import { BASELINE_CHECKS } from './baseline-checks.ts';
import type { Check, CheckedPod, Violation } from './check.ts';
import type { LevelVersion } from './policy.ts';
import { RESTRICTED_CHECKS } from './restricted-checks.ts';

/** Returns the violations of a level: first of baseline checks, then of restricted checks, each sorted by check. */
export function evaluatePod(
  { level, minor }: LevelVersion,
  metadata: ObjectMeta | undefined,
  spec: PodSpec | undefined,
): readonly Violation[] {
  if (level === 'privileged' || !spec) return [];
  const pod: CheckedPod = { annotations: metadata?.annotations ?? {}, spec };
  const restricted = level === 'restricted' ? inVersion(RESTRICTED_CHECKS, minor) : [];
  const overridden = new Set(restricted.flatMap(({ overrides }) => overrides ?? []));
  const baseline = inVersion(BASELINE_CHECKS, minor).filter(({ name }) => !overridden.has(name));
  return [...baseline, ...restricted].flatMap((check) => check.run(pod, minor) ?? []);
}

const inVersion = (checks: readonly Check[], minor: number): readonly Check[] =>
  checks.filter(({ since = 0 }) => minor >= since);

/** `host namespaces (hostNetwork=true), privileged (…)` */
export const violationsText = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail ? `${reason} (${detail})` : reason)).join(', ');

export const reasonsText = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ');
