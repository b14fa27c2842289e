import { type ApiClient, createApiClient } from '../client/api-client.ts';
import { findResource } from '../client/discovery.ts';
import type { PlatformPort } from './platform-port.ts';
import { createPreflightClient, type PreflightClientOptions } from './state/access/preflight-client.ts';
import { createShortcutHelpStore, type ShortcutHelpStore } from './state/keyboard-shortcuts.ts';
import { type ClusterClockStore, createClusterClockStore } from './state/stores/cluster-clock-store.ts';
import { type ClustersStore, createClustersStore } from './state/stores/clusters-store.ts';
import { type ConnectionStore, createConnectionStore, observedFetch } from './state/stores/connection-store.ts';
import { createDiscoveryStore, type DiscoveryStore, firstDiscovery } from './state/stores/discovery-store.ts';
import { createDraftsStore, type DraftsStore } from './state/stores/drafts-store.ts';
import {
  createIdentityStore,
  type Identity,
  type IdentityStore,
  identityHeaders,
  usernameOf,
} from './state/stores/identity-store.ts';
import { createImportStore, type ImportStore } from './state/stores/import-store.ts';
import { createLabStore, type LabStore } from './state/stores/lab-store.ts';
import { createLessonsStore, type LessonsStore } from './state/stores/lessons-store.ts';
import { createLogsStore, type LogsStore } from './state/stores/logs-store.ts';
import { createMomentStore, type MomentStore } from './state/stores/moment-store.ts';
import { createNotificationsStore, type NotificationsStore } from './state/stores/notifications-store.ts';
import { createPersistenceStore, type PersistenceStore, persistingFetch } from './state/stores/persistence-store.ts';
import { createPreferencesStore, type PreferencesStore } from './state/stores/preferences-store.ts';
import { createPresenterStore, type PresenterStore } from './state/stores/presenter-store.ts';
import { createTerminalStore, type TerminalStore } from './state/stores/terminal-store.ts';
import { pastRequests } from './state/time/past-requests.ts';
import { createTimeline, type Timeline } from './state/timeline/timeline.ts';

/** The application without its components: the API client and the stores that all views share. */
export interface Application {
  readonly platform: PlatformPort;
  /** Sends requests as the current identity. */
  readonly client: ApiClient;
  /** Returns a client that sends requests as another identity. */
  readonly clientAs: (identity: Identity, onWarnings?: (texts: readonly string[]) => void) => ApiClient;
  /** Returns a client of the cluster as it was at a revision, or as it is now. It sends requests as the current identity. */
  readonly clientAt: (revision: number | undefined) => ApiClient;
  /** The moment at which `client` reads the cluster. */
  readonly moment: MomentStore;
  readonly identity: IdentityStore;
  readonly connection: ConnectionStore;
  readonly discovery: DiscoveryStore;
  readonly preferences: PreferencesStore;
  readonly notifications: NotificationsStore;
  readonly drafts: DraftsStore;
  readonly lab: LabStore;
  readonly lessons: LessonsStore;
  readonly logs: LogsStore;
  readonly imports: ImportStore;
  readonly presenter: PresenterStore;
  readonly shortcutHelp: ShortcutHelpStore;
  readonly terminal: TerminalStore;
  readonly timeline: Timeline;
  /** Undefined when the page is proxied to a cluster elsewhere. */
  readonly clusterClock: ClusterClockStore;
  readonly clusters: ClustersStore | undefined;
  readonly persistence: PersistenceStore;
}

export function createApplication(platform: PlatformPort): Application {
  const identity = createIdentityStore(platform.session);
  const connection = createConnectionStore();
  const notifications = createNotificationsStore();
  const { missing, shown } = platform.clusters ?? {};
  if (missing !== undefined)
    notifications
      .getState()
      .notify(
        'warning',
        `This browser has no cluster “${missing}”`,
        `It was deleted or renamed, or its link comes from another browser. This tab shows “${shown?.name}”.`,
      );
  const persistence = createPersistenceStore(platform.storage);
  const connectionOptions = {
    fetch: persistingFetch(observedFetch(platform.fetch, connection), persistence),
    baseUrl: platform.baseUrl,
    namesRequests: false,
  };
  const clusters = platform.clusters && createClustersStore(platform.clusters);
  const isPlayer = (): boolean => clusters?.getState().shown.playsUntil !== undefined;
  const clientAt: Application['clientAt'] = (revision) =>
    createApiClient({
      ...connectionOptions,
      createRequest: pastRequests(platform.baseUrl, () => revision, isPlayer),
      headers: () => identityHeaders(platform.token, identity.getState().identity),
    });
  const createRequest = pastRequests(platform.baseUrl, () => moment.getState().at, isPlayer);
  const clientAs: Application['clientAs'] = (as, onWarnings) =>
    createApiClient({
      ...{ ...connectionOptions, createRequest },
      headers: () => identityHeaders(platform.token, as),
      ...(onWarnings ? { onWarnings } : {}),
    });
  const sending = createApiClient({
    ...{ ...connectionOptions, createRequest },
    headers: () => identityHeaders(platform.token, identity.getState().identity),
    onWarnings: (texts, { method }) => {
      // Every read of a deprecated version returns a warning, so that only warnings about writes are shown.
      if (method !== 'GET')
        for (const text of texts) notifications.getState().notify('warning', 'Warning from the server', text);
    },
  });
  platform.offline.subscribe(({ isNew }, before) => {
    if (isNew && !before.isNew)
      notifications.getState().notify('success', 'Ready to work offline', 'Tabplane now opens without a network.');
  });
  const discovery = createDiscoveryStore(sending);
  const preflight: PreflightClientOptions = {
    username: () => {
      const acting = identity.getState().identity;
      return acting.type === 'administrator' ? undefined : usernameOf(acting);
    },
    reviews: async () => {
      const served = await firstDiscovery(discovery);
      return served && findResource(served, 'selfsubjectaccessreviews');
    },
    clock: platform.clock,
  };
  const present = createPreflightClient(clientAt(undefined), preflight);
  const moment = createMomentStore(present);
  const client = createPreflightClient(sending, { ...preflight, at: () => moment.getState().at });
  const clusterClock = createClusterClockStore(client, platform.clock);
  moment.subscribe(({ at }, before) => {
    if (at === before.at) return;
    void discovery.getState().refresh();
    // The view reports a cluster that does not answer.
    void clusterClock
      .getState()
      .load()
      .catch(() => undefined);
  });
  return {
    platform,
    client,
    clientAs,
    clientAt,
    moment,
    identity,
    connection,
    discovery,
    notifications,
    drafts: createDraftsStore(),
    logs: createLogsStore(),
    presenter: createPresenterStore(platform.session),
    shortcutHelp: createShortcutHelpStore(),
    terminal: createTerminalStore(),
    lab: createLabStore(platform.settings, shown?.id ?? ''),
    lessons: createLessonsStore(platform),
    imports: createImportStore(platform.session),
    // The timeline records the present, also while the past is shown.
    timeline: createTimeline({
      ...{ ...platform, identity, discovery, clusterClock },
      client: present,
    }),
    persistence,
    clusterClock,
    preferences: createPreferencesStore(platform.settings),
    clusters,
  };
}
