import { type DialectName, dialectNamed, kubernetesName } from '../../api/dialect.ts';
import { type Clock, type Random, reportToConsole, uuid } from '../../api/environment.ts';
import { LeaderElection } from '../../client/leader-election.ts';
import { inProcessClient } from '../../embedding/users/in-process-client.ts';
import type { Server } from '../../server/create-server.ts';

const LEASE_GROUP = kubernetesName('coordination.k8s.io');
const NAME = 'kube-controller-manager';

interface Candidate {
  readonly dialect: DialectName;
  readonly hostname: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Starts the controllers. Returns a function that stops them. */
  readonly begin: () => () => Promise<void>;
}

/**
 * Runs the controllers of one of the servers that share a storage: the server that holds the Lease. Returns a function
 * that stops them and releases the Lease to another server.
 */
export function electLeader(
  server: Server,
  { dialect, hostname, clock, random, begin }: Candidate,
): () => Promise<void> {
  const user = { username: `system:${NAME}`, groups: ['system:authenticated'] };
  const election = new LeaderElection({
    client: inProcessClient(server, user, NAME),
    ...{ clock, random, begin, name: NAME },
    reportProblem: reportToConsole,
    leases: {
      group: dialectNamed(dialect).rename(LEASE_GROUP),
      version: 'v1',
      resource: 'leases',
      namespace: 'kube-system',
    },
    identity: `${hostname}_${uuid(random)}`,
  });
  return () => election.close();
}
