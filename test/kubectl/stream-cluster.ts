import type { EmbeddedCluster } from '../../src/embedding/embedded-cluster.ts';
import { messageStreamsOf } from '../../src/hosts/browser/message-streams.ts';
import { createCluster } from '../../src/hosts/core.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { PageSockets } from '../../src/hosts/worker/calls/page-sockets.ts';
import { until } from '../helpers/until.ts';
import type { SessionOptions } from './terminal-session.ts';

/** Containers by the names of their pods. */
export type Pods = Readonly<Record<string, readonly object[]>>;

/** Opens a cluster with running pods, and the connections to their processes that the worker gives to pages. */
export async function openStreamCluster(pods: Pods) {
  const cluster = (await createCluster()) as EmbeddedCluster;
  for (const [name, containers] of Object.entries(pods)) {
    // JSON, because YAML, which seeds are sent as, has no control characters.
    const pod = { metadata: { name }, spec: { containers, terminationGracePeriodSeconds: 0 } };
    const create = () =>
      cluster.fetch('/api/v1/namespaces/default/pods', { method: 'POST', body: JSON.stringify(pod) });
    // The service account of the namespace is created after the cluster.
    await until(async () => (await create()).status === 201);
  }
  const sockets = new PageSockets({
    answer: (request, connection) => cluster.answer(request, connection),
    upgrade: async (request) => (await cluster.running()).upgrade(request),
    ...{ origin: 'http://127.0.0.1', clock: systemClock, random: systemRandom },
  });
  const options: SessionOptions = {
    fetch: (request) => cluster.fetch(request),
    openStream: messageStreamsOf((method, ...parameters) =>
      sockets.run(method, parameters, 'page', new AbortController().signal),
    ),
  };
  const phases = async (): Promise<string[]> => {
    const { items } = (await (await cluster.fetch('/api/v1/namespaces/default/pods')).json()) as {
      items: { status: { phase: string } }[];
    };
    return items.map(({ status }) => status.phase);
  };
  await until(async () => (await phases()).every((phase) => phase === 'Running'));
  const close = (): Promise<void> => {
    sockets.close();
    return cluster.close();
  };
  return { cluster, options, close };
}
