import { afterEach, expect, test } from 'vitest';
import { chooseControllers } from '../../src/hosts/controllers/choose-controllers.ts';
import { openControlledServer } from './controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
afterEach(() => cluster.close());

const healthOf = async (name: string) => (await cluster.ask(`/api/v1/componentstatuses/${name}`)).body.conditions[0];
const healthy = { type: 'Healthy', status: 'True', message: 'ok' };
const idle = (name: string) => ({ type: 'Healthy', status: 'False', message: `${name} does not run` });

test.each([
  ['nodeipam', 'controller-manager', 'scheduler'],
  ['scheduler', 'scheduler', 'controller-manager'],
])(
  'component statuses with --controllers=%s report that the %s runs and the %s does not',
  async (list, runs, rests) => {
    cluster = await openControlledServer(chooseControllers(list));
    expect(await healthOf(runs)).toEqual(healthy);
    expect(await healthOf(rests)).toEqual(idle(rests));
    expect(await healthOf('etcd-0')).toEqual(healthy);
  },
);

test('component statuses count the simulation of nodes neither as a controller nor as the scheduler', async () => {
  cluster = await openControlledServer(chooseControllers('simulation'));
  expect(await healthOf('controller-manager')).toEqual(idle('controller-manager'));
  expect(await healthOf('scheduler')).toEqual(idle('scheduler'));
});
