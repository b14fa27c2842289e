import { afterEach, expect, test } from 'vitest';
import { nodeIpamController } from '../../src/controllers/nodes/ipam.ts';
import { openControlledServer } from './controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
afterEach(() => cluster.close());

const healthOf = async (name: string) => (await cluster.ask(`/api/v1/componentstatuses/${name}`)).body.conditions[0];

test('component statuses report whether the controllers and the scheduler run', async () => {
  cluster = await openControlledServer([nodeIpamController]);
  expect(await healthOf('controller-manager')).toEqual({ type: 'Healthy', status: 'True', message: 'ok' });
  expect(await healthOf('etcd-0')).toMatchObject({ status: 'True' });
  expect(await healthOf('scheduler')).toEqual({
    type: 'Healthy',
    status: 'False',
    message: 'scheduler does not run',
  });
});
