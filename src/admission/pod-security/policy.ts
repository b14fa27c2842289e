import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, invalid } from '../../api/field-error.ts';

export type Level = 'privileged' | 'baseline' | 'restricted';
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];

/** A level of the standards at one of their versions. */
export interface LevelVersion {
  readonly level: Level;
  /** The minor version; Infinity for `latest`. */
  readonly minor: number;
}

/** The levels that a namespace's labels set. */
export interface PodSecurityPolicy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

/** `restricted:latest` */
export const levelText = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === Number.POSITIVE_INFINITY ? 'latest' : `v1.${minor}`}`;

export const isStricter = (a: LevelVersion, b: LevelVersion): boolean =>
  LEVELS.indexOf(a.level) > LEVELS.indexOf(b.level);

const PRIVILEGED: LevelVersion = { level: 'privileged', minor: Number.POSITIVE_INFINITY };
export const PRIVILEGED_POLICY: PodSecurityPolicy = { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED };

/**
 * Parses the policy of a namespace's labels, with errors. An invalid level counts as restricted for enforcement, and as
 * privileged for auditing and warnings. Missing labels have the values of `defaults`.
 */
export function readPolicy(
  labels: Readonly<Record<string, string>> | undefined,
  dialect: Dialect,
  defaults: PodSecurityPolicy,
): { readonly policy: PodSecurityPolicy; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const read = (mode: keyof PodSecurityPolicy): LevelVersion => {
    const key = dialect.rename(kubernetesName(`pod-security.kubernetes.io/${mode}`));
    const { level, minor } = defaults[mode];
    return {
      level: readLevel(labels?.[key], key, level, errors) ?? (mode === 'enforce' ? 'restricted' : 'privileged'),
      minor: readVersion(labels?.[`${key}-version`], `${key}-version`, minor, errors),
    };
  };
  const [enforce, audit, warn] = [read('enforce'), read('audit'), read('warn')];
  const names = (mode: string): boolean =>
    labels?.[dialect.rename(kubernetesName(`pod-security.kubernetes.io/${mode}`))] !== undefined;
  // Namespaces that only set `enforce` also warn at that level.
  const isWarned = names('enforce') && !names('warn') && isStricter(enforce, warn);
  return { policy: { enforce, audit, warn: isWarned ? enforce : warn }, errors };
}

/** Returns undefined when the value is not a level. */
function readLevel(value: string | undefined, key: string, standard: Level, errors: FieldError[]): Level | undefined {
  if (value === undefined) return standard;
  if (LEVELS.includes(value)) return value as Level;
  errors.push(invalid(`metadata.labels[${key}]`, value, `must be one of ${LEVELS.join(', ')}`));
  return undefined;
}

function readVersion(value: string | undefined, key: string, standard: number, errors: FieldError[]): number {
  if (value === undefined) return standard;
  if (value === 'latest') return Number.POSITIVE_INFINITY;
  const minor = /^v1\.([0-9]|[1-9][0-9]*)$/.exec(value)?.[1];
  if (minor !== undefined) return Number(minor);
  errors.push(invalid(`metadata.labels[${key}]`, value, 'must be "latest" or "v1.x"'));
  return Number.POSITIVE_INFINITY;
}

/** Returns the modes that the labels themselves set above privileged, as messages show them. */
export const policyText = (
  policy: PodSecurityPolicy,
  labels: Readonly<Record<string, string>> | undefined,
  dialect: Dialect,
): string =>
  Object.entries(policy)
    .filter(([mode, { level }]: [string, LevelVersion]) => {
      const key = dialect.rename(kubernetesName(`pod-security.kubernetes.io/${mode}`));
      const isLabelled = labels?.[key] !== undefined || labels?.[`${key}-version`] !== undefined;
      return level !== 'privileged' && isLabelled;
    })
    .map(([mode, level]) => `${mode}=${levelText(level)}`)
    .join(', ');

/** Reports whether two levels are equivalent. Privileged is the same in every version. */
const isEquivalent = (a: LevelVersion, b: LevelVersion): boolean =>
  a.level === b.level && (a.level === 'privileged' || a.minor === b.minor);

export const areEquivalent = (a: PodSecurityPolicy, b: PodSecurityPolicy): boolean =>
  isEquivalent(a.enforce, b.enforce) && isEquivalent(a.audit, b.audit) && isEquivalent(a.warn, b.warn);
