import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid } from '../../api/field-error.ts';

export type Level = 'privileged' | 'baseline' | 'restricted';
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];

/** One level of the standards, as it was in one version of them. */
export interface LevelVersion {
  readonly level: Level;
  /** Minor version; Infinity for `latest`. */
  readonly minor: number;
}

/** What a namespace asks for by its labels. `audit` is not here: the audit log is not kept. */
export interface PodSecurityPolicy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
}

/** `restricted:latest` */
export const levelText = ({ level, minor }: LevelVersion): string =>
  `${level}:${minor === Number.POSITIVE_INFINITY ? 'latest' : `v1.${minor}`}`;

export const isStricter = (a: LevelVersion, b: LevelVersion): boolean =>
  LEVELS.indexOf(a.level) > LEVELS.indexOf(b.level);

/** The policy of a namespace's labels, and what is wrong with them: a bad level counts as restricted. */
export function readPolicy(
  labels: Readonly<Record<string, string>> | undefined,
  dialect: Dialect,
): { readonly policy: PodSecurityPolicy; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const read = (mode: string): LevelVersion => {
    const key = dialect.rename(`pod-security.kubernetes.io/${mode}`);
    const level = readLevel(labels?.[key], key, errors);
    return { level, minor: readVersion(labels?.[`${key}-version`], `${key}-version`, errors) };
  };
  const enforce = read('enforce');
  read('audit');
  const warn = read('warn');
  const warns = labels?.[dialect.rename('pod-security.kubernetes.io/warn')] !== undefined;
  return { policy: { enforce, warn: !warns && isStricter(enforce, warn) ? enforce : warn }, errors };
}

function readLevel(value: string | undefined, key: string, errors: FieldError[]): Level {
  if (value === undefined) return 'privileged';
  if (LEVELS.includes(value)) return value as Level;
  errors.push(invalid(`metadata.labels[${key}]`, value, `must be one of ${LEVELS.join(', ')}`));
  return 'restricted';
}

function readVersion(value: string | undefined, key: string, errors: FieldError[]): number {
  if (value === undefined || value === 'latest') return Number.POSITIVE_INFINITY;
  const minor = /^v1\.([0-9]|[1-9][0-9]*)$/.exec(value)?.[1];
  if (minor !== undefined) return Number(minor);
  errors.push(invalid(`metadata.labels[${key}]`, value, 'must be "latest" or "v1.x"'));
  return Number.POSITIVE_INFINITY;
}
