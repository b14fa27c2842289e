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

type Reasons = Readonly<Record<string, string>>;

/**
 * Recordings whose behaviour differs, in both dialects or in one (id → reason), and areas that are not replayed (area →
 * reason).
 */
export const knownGaps = JSON.parse(readFileSync(new URL('known-gaps.json', import.meta.url), 'utf8')) as Readonly<
  Record<DialectName | 'both' | 'areas', Reasons>
>;

/** Reasons of the conversations that differ in a dialect, by id. */
export const gapsIn = (dialect: DialectName): Reasons => ({ ...knownGaps.both, ...knownGaps[dialect] });

/**
 * They read what controllers write in quick succession, or what happens within seconds: nothing else may keep the server
 * busy.
 */
const NEEDS_IDLE_SERVER = [
  'controllers-bootstrap-signer',
  'controllers-deployment-adopts-replicaset',
  'controllers-deployment-conditions',
  'controllers-deployment-progress-deadline',
  'watches-timeout',
];

/**
 * Options of the tests that replay them: tried again, because the recording shows what the real controllers had written
 * by the time of a request. A difference in behavior fails every attempt.
 */
export const testOptionsOf = ({ id }: Scenario): { readonly retry?: number } =>
  NEEDS_IDLE_SERVER.includes(id) ? { retry: 2 } : {};

/**
 * Whether list versions are compared, which other scenarios change. The harness treats lists without items like
 * objects.
 */
const comparesListVersions = ({ steps }: Scenario): boolean =>
  steps.some((step) => {
    const { body } =
      (step as { expect?: { body?: { kind?: unknown; items?: unknown; metadata?: object } } }).expect ?? {};
    return String(body?.kind).endsWith('List') && body?.items === undefined && body?.metadata !== undefined;
  });

/**
 * Scenarios that depend on time, those with rate limits among them, or on revisions, which all servers of an etcd share:
 * they run last, one at a time.
 */
export const runsAlone = (scenario: Scenario): boolean =>
  NEEDS_IDLE_SERVER.includes(scenario.id) ||
  (scenario.server?.enableAdmissionPlugins?.includes('EventRateLimit') ?? false) ||
  comparesListVersions(scenario);

/** Every recorded conversation, replayed or not. */
export const recordings: readonly Scenario[] = readdirSync(folder)
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario[]);

/** Whether most of a minute passes in it. */
const isSlow = ({ title }: Scenario): boolean => title.includes('(slow: ');

/** The recorded conversations that are replayed: first the slow ones, so that none of them runs when all others have ended. */
export const scenarios: readonly Scenario[] = recordings
  .filter(({ area }) => !(area in knownGaps.areas))
  .sort((a, b) => Number(runsAlone(a)) - Number(runsAlone(b)) || Number(isSlow(b)) - Number(isSlow(a)));

/** Whether the recorded server had its controllers running. */
export const needsControllers = ({ area }: Scenario): boolean => area === 'controllers';

/** The controllers of those recordings, as `--controllers` has them: as kubeadm sets them up. */
export const CONFORMANCE_CONTROLLERS = '*,bootstrap-signer-controller,token-cleaner-controller';

/** Whether pods of other scenarios would be placed on its nodes. */
const createsNodes = (scenario: Scenario): boolean =>
  needsControllers(scenario) &&
  scenario.steps.some((step) => {
    const { method, path } = step as { method?: string; path?: string };
    return method === 'POST' && path === '/api/v1/nodes';
  });

/** Scenarios that set cluster-wide defaults, need flags or count objects would disturb others. */
export const needsOwnServer = (scenario: Scenario): boolean =>
  Boolean(scenario.server || scenario.exclusive || scenario.webhookFixture) ||
  createsNodes(scenario) ||
  NEEDS_IDLE_SERVER.includes(scenario.id) ||
  scenario.id.startsWith('discovery-') ||
  comparesListVersions(scenario);

/** The recording of what happens to a node without heartbeats. */
const SILENT_NODE = 'controllers-node-silent';

/** Returns the flags of the API server and the controllers that a conversation needs, in addition to those of all. */
export function flagsOf(scenario: Scenario): Readonly<Record<string, string>> {
  const { server = {}, id } = scenario;
  const { enableAdmissionPlugins, disableAdmissionPlugins, admissionConfig, featureGates } = server;
  return {
    // Recorded nodes send no heartbeats: a busy machine must not take longer than a node may be silent.
    ...(createsNodes(scenario) && id !== SILENT_NODE ? { 'node-monitor-grace-period': '10m' } : {}),
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

/** The tokens that the recordings use; see README.md in this folder. */
export const CONFORMANCE_TOKENS = `admin-token,admin,admin-uid,"system:masters"
alice-token,alice,alice-uid,"dev"
bob-token,bob,bob-uid
`;

/** Flags of every server that recordings are replayed against. */
export const CONFORMANCE_FLAGS = {
  'token-auth-file': CONFORMANCE_TOKENS,
  'enable-bootstrap-token-auth': 'true',
  'runtime-config': 'api/all=true',
  // The reference server had it enabled: some recorded watches start with a list.
  'feature-gates': 'WatchList=true',
};

/** Returns the flags of a server for one conversation, by their real names. */
export const withConformanceFlags = (flags: Readonly<Record<string, string>>): Record<string, string> => ({
  ...flags,
  ...CONFORMANCE_FLAGS,
  'feature-gates': [CONFORMANCE_FLAGS['feature-gates'], flags['feature-gates'] ?? []].flat().join(),
});

/** Returns the flags of a server: those of all conversations and, if the server supports them, those of one. */
export function conformanceFlags(dialect: Dialect, flags: Readonly<Record<string, string>> = {}): ServerFlags {
  const known = Object.entries(flags).filter(([name]) => name in DEFAULT_FLAGS);
  return parseServerFlags({
    ...withConformanceFlags(Object.fromEntries(known.map(([name, text]) => [name, dialect.renameText(text)]))),
    dialect: dialect.name,
  });
}

/** Reports whether a scenario is known to fail. Each of these must fail, so that the list stays current. */
export const isKnownGap = (id: string, dialect: DialectName): boolean => id in gapsIn(dialect);

/** Milliseconds after which a conversation that is known to differ is given up: what it waits for may never come. */
export const GAP_PATIENCE = 20_000;

/** Returns the differences, a line for each step that has any; empty when the conversation equals the recording. */
export const shortfalls = ({ steps }: ScenarioResult): string =>
  steps
    .filter(({ ok }) => !ok)
    .map(({ id, diffs, actual }) => `${id}: ${JSON.stringify(diffs ?? actual.failed)}`)
    .join('\n');
