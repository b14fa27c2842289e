import { dialectNamed, kubernetesDialect } from '../../api/dialect.ts';
import { wait } from '../../client/wait.ts';
import type { CommandEnvironment } from '../../kubectl/command.ts';
import type { Application } from '../application.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { clusterTime } from '../state/stores/cluster-clock-store.ts';

type Place = Required<Pick<CommandEnvironment, 'namespace' | 'setNamespace' | 'edit'>>;

/** Returns what kubectl's commands use of the app: its cluster, its identity and its time. */
export function terminalEnvironment(
  { clientAs, identity, discovery, clusterClock, platform }: Application,
  place: Place,
): CommandEnvironment {
  return {
    ...place,
    connect: (user, onWarnings) =>
      clientAs(
        user ? { type: 'user', name: user.username, groups: user.groups } : identity.getState().identity,
        onWarnings,
      ),
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
