import { readdirSync, readFileSync } from 'node:fs';
import type { Dialect, DialectName } from '../../src/api/dialect.ts';
import { DEFAULT_FLAGS, parseServerFlags, type ServerFlags } from '../../src/server/flags/server-flags.ts';
import type { ScenarioResult } from './harness.mjs';

export interface Scenario {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly steps: readonly unknown[];
  /** Flags and files that the server needs for it. */
  readonly server?: {
    readonly enableAdmissionPlugins?: readonly string[];
    readonly disableAdmissionPlugins?: readonly string[];
    readonly admissionConfig?: unknown;
    readonly featureGates?: Readonly<Record<string, boolean>>;
  };
  readonly webhookFixture?: boolean;
  readonly exclusive?: boolean;
}

const folder = new URL('scenarios/', import.meta.url);

/** Recordings whose behaviour differs, by dialect (id → reason), and areas that are not replayed (area → reason). */
export const knownGaps = JSON.parse(readFileSync(new URL('known-gaps.json', import.meta.url), 'utf8')) as Readonly<
  Record<DialectName, Readonly<Record<string, string>>> & { areas: Readonly<Record<string, string>> }
>;

/** What is allowed so many times a second: such a conversation must not wait for others, and so comes after them, alone. */
export const isTimed = ({ server }: Scenario): boolean =>
  server?.enableAdmissionPlugins?.includes('EventRateLimit') ?? false;

/** Every recorded conversation, replayed or not. */
export const recordings: readonly Scenario[] = readdirSync(folder)
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario[]);

/** The recorded conversations that are replayed. */
export const scenarios: readonly Scenario[] = recordings
  .filter(({ area }) => !(area in knownGaps.areas))
  .sort((a, b) => Number(isTimed(a)) - Number(isTimed(b)));

/** Whether versions of lists are compared, which others change: the harness knows no list without items. */
const comparesListVersions = ({ steps }: Scenario): boolean =>
  steps.some((step) => {
    const { body } =
      (step as { expect?: { body?: { kind?: unknown; items?: unknown; metadata?: object } } }).expect ?? {};
    return String(body?.kind).endsWith('List') && body?.items === undefined && body?.metadata !== undefined;
  });

/** What sets defaults for the whole cluster, needs flags, or counts what is there would disturb the others. */
export const needsOwnServer = (scenario: Scenario): boolean =>
  Boolean(scenario.server || scenario.exclusive || scenario.webhookFixture) ||
  scenario.id.startsWith('discovery-') ||
  comparesListVersions(scenario);

/** The flags of the API server that a conversation was recorded with, beyond those of all. */
export function flagsOf({ server = {} }: Scenario): Readonly<Record<string, string>> {
  const { enableAdmissionPlugins, disableAdmissionPlugins, admissionConfig, featureGates } = server;
  return {
    ...(enableAdmissionPlugins ? { 'enable-admission-plugins': enableAdmissionPlugins.join() } : {}),
    ...(disableAdmissionPlugins ? { 'disable-admission-plugins': disableAdmissionPlugins.join() } : {}),
    ...(admissionConfig ? { 'admission-control-config-file': JSON.stringify(admissionConfig) } : {}),
    ...(featureGates
      ? {
          'feature-gates': Object.entries(featureGates)
            .map(([gate, on]) => `${gate}=${on}`)
            .join(),
        }
      : {}),
  };
}

/** Who may ask, as the recordings expect it: see README.md beside this file. */
export const CONFORMANCE_TOKENS = `admin-token,admin,admin-uid,"system:masters"
alice-token,alice,alice-uid,"dev"
bob-token,bob,bob-uid
`;

/** Flags of every server that a recording is replayed against. */
export const CONFORMANCE_FLAGS = {
  'token-auth-file': CONFORMANCE_TOKENS,
  'enable-bootstrap-token-auth': 'true',
  'runtime-config': 'api/all=true',
  // The reference ran with it: the recordings of watches begin some with a list.
  'feature-gates': 'WatchList=true',
};

/** Flags of a server for one conversation, by the real names. */
export const withConformanceFlags = (flags: Readonly<Record<string, string>>): Record<string, string> => ({
  ...flags,
  ...CONFORMANCE_FLAGS,
  'feature-gates': [CONFORMANCE_FLAGS['feature-gates'], flags['feature-gates'] ?? []].flat().join(),
});

/** The flags of a server for conversations: those of all and, where the server knows them, those of one. */
export function conformanceFlags(dialect: Dialect, flags: Readonly<Record<string, string>> = {}): ServerFlags {
  const known = Object.entries(flags).filter(([name]) => name in DEFAULT_FLAGS);
  return parseServerFlags({
    ...withConformanceFlags(Object.fromEntries(known.map(([name, text]) => [name, dialect.renameText(text)]))),
    dialect: dialect.name,
  });
}

/** Whether a scenario is known to fail. Each of these must fail, so that the list cannot grow old. */
export const isKnownGap = (id: string, dialect: DialectName): boolean => id in knownGaps[dialect];

/** What differed, step by step; empty when the conversation went as recorded. */
export const shortfalls = ({ steps }: ScenarioResult) =>
  steps.filter(({ ok }) => !ok).map(({ id, diffs, actual }) => ({ step: id, differences: diffs ?? actual.failed }));
