import { dialectNamed, kubernetesDialect } from '../../api/dialect.ts';
import { wait } from '../../client/wait.ts';
import type { CommandEnvironment, ImpersonatedUser } from '../../kubectl/command.ts';
import type { Application } from '../application.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { clusterTime } from '../state/stores/cluster-clock-store.ts';
import { type Identity, identityHeaders } from '../state/stores/identity-store.ts';

type Place = Required<Pick<CommandEnvironment, 'namespace' | 'setNamespace' | 'edit'>>;

/** Returns what kubectl's commands use of the app: its cluster, its identity and its time. */
export function terminalEnvironment(
  { clientAs, identity, moment, discovery, clusterClock, platform }: Application,
  place: Place,
): CommandEnvironment {
  const identityOf = (user: ImpersonatedUser | undefined): Identity =>
    user ? { type: 'user', name: user.username, groups: user.groups } : identity.getState().identity;
  const { openStream } = platform;
  return {
    ...place,
    connect: (user, onWarnings) => clientAs(identityOf(user), onWarnings),
    ...(openStream
      ? {
          async openStream(user, path, protocols) {
            if (moment.getState().at !== undefined) throw new Error('the past has no running processes: return to now');
            return openStream(path, protocols, identityHeaders(platform.token, identityOf(user)));
          },
        }
      : {}),
    async discovery(isFresh) {
      if (isFresh) await discovery.getState().refresh();
      const { discovery: known, error } = discovery.getState();
      if (!known) throw error ?? new Error('the cluster has not answered yet');
      return known;
    },
    dialect() {
      const { discovery: known } = discovery.getState();
      return known ? dialectNamed(dialectOf(known)) : kubernetesDialect;
    },
    now: () => clusterTime(clusterClock.getState(), platform.clock.now()),
    sleep: (milliseconds, signal) => wait(platform.clock, milliseconds, signal),
    address: platform.baseUrl,
    readFile: async (name) => {
      throw new Error(`open ${name}: the terminal has no files. Use "-f -" and paste the content.`);
    },
  };
}
