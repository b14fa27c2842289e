import type { Session } from '../../api/debug/session.ts';
import { errorText } from '../../api/error-text.ts';
import { startCluster } from '../../embedding/running-cluster.ts';
import {
  contentForPlaying,
  PLAYED_SECONDS,
  requestOfPlayer,
  WHILE_PLAYING,
} from '../../embedding/sessions/play-session.ts';
import { readSession } from '../../embedding/sessions/read-session.ts';
import { FlagError, type ServerFlags } from '../../server/flags/server-flags.ts';
import { controlPlane } from '../control-plane.ts';
import { systemClock, systemRandom } from '../platform.ts';
import { CLUSTER_OPTIONS } from './cluster-of-files.ts';
import { readOption } from './read-server-flags.ts';
import { nodeParts, type Served } from './served.ts';
import type { ListeningOptions } from './start-host.ts';

/** Options that describe another cluster, or one that changes. */
const OF_OTHER_CLUSTERS = [
  ...['dialect', 'event-history-seconds', 'data-dir', 'etcd-servers', 'controllers', 'simulated-nodes'],
  ...CLUSTER_OPTIONS,
];

type Options = Readonly<Record<string, readonly string[] | undefined>>;

/** Returns the session in the file that an option names; undefined without the option. @throws FlagError */
export async function sessionOf(options: Options): Promise<Session | undefined> {
  const path = options.session?.at(-1);
  if (path === undefined) return undefined;
  const other = OF_OTHER_CLUSTERS.find((name) => options[name]);
  if (other) throw new FlagError(`--session cannot be combined with --${other}`);
  const text = await readOption('session', path);
  try {
    return readSession(text);
  } catch (error) {
    throw new FlagError(`--session: ${path}: ${errorText(error)}`);
  }
}

/** The flags of a server that plays a session. */
export const flagsOfSession = ({ dialect }: Session): Options => ({
  dialect: [dialect],
  'event-history-seconds': [PLAYED_SECONDS],
});

/** Serves the history of a session, which cannot be changed. */
export async function serveSession(
  session: Session,
  flags: ServerFlags,
  listening: ListeningOptions,
  closing: (() => unknown)[],
): Promise<Served> {
  const { storage, ...logs } = await contentForPlaying(session);
  const { server, clock, upgrade, stop } = await startCluster(
    storage,
    { flags, controllers: false, controllerFlags: {} },
    {
      ...{ ...nodeParts(listening), ...controlPlane, ...logs, ...WHILE_PLAYING },
      ...{ clock: systemClock, random: systemRandom },
    },
  );
  closing.push(stop);
  return {
    ...{ server, flags, upgrade, stop, hasSecretTokens: true },
    answer: (request, connection) => server.answer(requestOfPlayer(request, session.newest), connection),
    now: () => clock.now(),
    closeStorage: () => storage.close(),
  };
}
