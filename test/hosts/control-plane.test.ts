import { expect, it } from 'vitest';
import { DEBUG_API_VERSION } from '../../src/api/debug/access-explanation.ts';
import { controlPlaneAfter } from '../../src/hosts/control-plane.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { SimulatedKubelets } from '../../src/simulation/kubelet/simulated-kubelets.ts';
import { createWholeServer } from '../server/whole-server.ts';

/** Starts controllers that wait until the test lets them begin. */
async function start({ chosen, flags = {} }: { chosen: boolean | string; flags?: Readonly<Record<string, string>> }) {
  const { server, get } = await createWholeServer();
  let begin = (): void => undefined;
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const parts = { server, dialect: 'kubernetes', chosen, flags, stopped: ['job-controller'] } as const;
  const environment = { clock: systemClock, random: systemRandom, kubelets: new SimulatedKubelets() };
  const stop = controlPlaneAfter(() => began).startControllers({ ...parts, ...environment });
  const states = async (): Promise<ReadonlyMap<string, boolean>> => {
    const { items } = await (await get(`/apis/${DEBUG_API_VERSION}/controllerstates`)).json();
    type State = { metadata: { name: string }; spec: { isRunning: boolean } };
    return new Map((items as State[]).map(({ metadata, spec }) => [metadata.name, spec.isRunning]));
  };
  const hasRoots = async (): Promise<boolean> =>
    (await get('/api/v1/namespaces/default/configmaps/kube-root-ca.crt')).ok;
  return { begin, stop, states, hasRoots };
}

it('lists controllers that wait, with those that a user has stopped', async () => {
  const { stop, states } = await start({ chosen: true });
  const listed = await states();
  expect(listed.get('namespace-controller')).toBe(true);
  expect(listed.get('job-controller')).toBe(false);
  await stop();
});

it('lets controllers work when the wait has ended', async () => {
  const { begin, stop, hasRoots } = await start({ chosen: 'root-ca-certificate-publisher-controller' });
  expect(await hasRoots()).toBe(false);
  begin();
  await expect.poll(hasRoots).toBe(true);
  await stop();
});

it('starts no controllers when they are stopped before the wait has ended', async () => {
  const { begin, stop, hasRoots } = await start({ chosen: true });
  await stop();
  begin();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await hasRoots()).toBe(false);
});

it('rejects unknown controllers and flags before the wait has ended', async () => {
  await expect(start({ chosen: 'no-such-controller' })).rejects.toThrow('not in the list of known controllers');
  await expect(start({ chosen: true, flags: { 'no-such-flag': '1' } })).rejects.toThrow('unknown flag --no-such-flag');
});
