import { expect, it } from 'vitest';
import { SimulatedKubelets } from '../../../src/simulation/kubelet/simulated-kubelets.ts';

const METRICS = 'https://metrics-server.simulation.tabplane.dev/apis/metrics.k8s.io/v1beta1';
const network = async (): Promise<Response> => new Response('network');
const host = { answer: () => Promise.resolve(new Response('simulation')), upgrade: () => undefined };

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

it('holds a request to a simulated host until the simulation runs', async () => {
  const kubelets = new SimulatedKubelets();
  const fetch = kubelets.inFrontOf(network);
  const early = fetch(new Request(METRICS));
  expect(await textOf(fetch(new Request('https://other.example/')))).toBe('network');
  const detach = kubelets.attach(host);
  expect(await textOf(early)).toBe('simulation');
  detach();
  expect(await textOf(fetch(new Request('https://other.example/')))).toBe('network');
});

it.each([
  ['the request is aborted', (abort: AbortController) => abort.abort()],
  ['the simulation is closed', (_: AbortController, kubelets: SimulatedKubelets) => kubelets.close()],
])('rejects a held request without sending it to the network when %s', async (_, end) => {
  const kubelets = new SimulatedKubelets();
  const abort = new AbortController();
  const early = kubelets.inFrontOf(network)(new Request(METRICS, { signal: abort.signal }));
  end(abort, kubelets);
  await expect(early).rejects.toThrow('dial tcp: lookup metrics-server.simulation.tabplane.dev: no such host');
});
