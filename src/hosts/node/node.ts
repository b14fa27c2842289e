/** The package entry `tabplane/node`: API servers for kubectl and other programs, over HTTP and HTTPS. */
import {
  type Checks,
  checkOptions,
  isAnything,
  isCount,
  isText,
  isTexts,
  must,
} from '../../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import { embeddedClusterOf } from '../../embedding/wrapped-clusters.ts';
import type { NodeHostOptions } from './node-host-options.ts';
import { serveCluster, serveOwn } from './served.ts';
import { type NodeHost, startHost } from './start-host.ts';

export type { NodeHostOptions } from './node-host-options.ts';
export type { NodeHost } from './start-host.ts';

const isPort = must(
  'a port number',
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 16,
);

const CHECKS: Checks<NodeHostOptions> = {
  cluster: (value) =>
    embeddedClusterOf(value) ? undefined : 'must be a cluster of createCluster, createTestCluster or a scenario',
  ...{ storage: isAnything, flags: isAnything, auditSink: isAnything, certificate: isAnything },
  allowedHosts: must('a list of names', Array.isArray),
  ...{ host: isText, port: isPort, securePort: isPort, controllers: CLUSTER_CHECKS.controllers },
  ...{ controllerFlags: isTexts, simulatedNodes: isCount },
};

/** Options of the server that is started without `cluster`. */
const OF_OWN_SERVER = ['storage', 'flags', 'auditSink', 'controllers', 'controllerFlags', 'simulatedNodes'] as const;

/**
 * Starts an API server over HTTP and HTTPS, for kubectl and other clients.
 * @throws TypeError for an option that is not valid; what listening throws
 */
export async function startNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  checkOptions('startNodeHost', options, CHECKS);
  if (options.port === undefined && options.securePort === undefined)
    throw new TypeError('startNodeHost needs a port or a securePort; 0 selects a free one');
  const own = OF_OWN_SERVER.find((name) => options.cluster && options[name] !== undefined);
  if (own) throw new TypeError(`startNodeHost: the option ${own} is one of the cluster, which has been created`);
  const cluster = embeddedClusterOf(options.cluster);
  return startHost(options, (closing) => (cluster ? serveCluster(cluster) : serveOwn(options, closing)));
}
