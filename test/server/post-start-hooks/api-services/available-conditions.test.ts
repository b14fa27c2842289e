import { describe, expect, test } from 'vitest';
import { API_SERVICES, createExtensionCluster, steppedClock } from '../../extension-cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const ENDPOINTS = '/api/v1/namespaces/default/endpoints';

const service = (...ports: object[]) => ({ metadata: { name: 'api' }, spec: { ports } });
const endpoints = (...subsets: object[]) => ({ metadata: { name: 'api' }, subsets });
const ready = { addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 8443 }] };

describe('the condition Available of a service with a cluster IP', () => {
  test('reports the first failed check until all checks pass', async () => {
    const { post, send, register, until, conditionOf } = await createExtensionCluster();
    await register();
    await until('ServiceNotFound');
    expect(await conditionOf()).toMatchObject({ status: 'False', message: 'service/api in "default" is not present' });
    await post(SERVICES, service({ port: 80 }));
    await until('ServicePortError');
    expect(await conditionOf()).toMatchObject({ message: 'service/api in "default" is not listening on port 443' });
    await send('DELETE', `${SERVICES}/api`);
    await post(SERVICES, service({ port: 443 }));
    await until('EndpointsNotFound');
    expect(await conditionOf()).toMatchObject({ message: 'cannot find endpoints for service/api in "default"' });
    await post(ENDPOINTS, endpoints({ notReadyAddresses: ready.addresses, ports: ready.ports }));
    await until('MissingEndpoints');
    expect(await conditionOf()).toMatchObject({
      status: 'False',
      message: 'endpoints for service/api in "default" have no addresses with port name ""',
    });
    await send('DELETE', `${ENDPOINTS}/api`);
    await post(ENDPOINTS, endpoints(ready));
    await until('Passed');
    expect(await conditionOf()).toMatchObject({ type: 'Available', status: 'True', message: 'all checks passed' });
  });

  test('requires an endpoint at the port of the same name', async () => {
    const { post, register, until, conditionOf } = await createExtensionCluster();
    await post(SERVICES, service({ name: 'https', port: 443 }));
    await post(ENDPOINTS, endpoints(ready));
    await register();
    await until('MissingEndpoints');
    expect((await conditionOf()).message).toMatch(/have no addresses with port name "https"$/);
  });
});

describe('the discovery check', () => {
  test('reports the URL and the network error', async () => {
    const { createService, register, until, conditionOf } = await createExtensionCluster(() => {
      throw new TypeError('dial tcp 10.0.0.1:443: connect: connection refused');
    });
    await createService();
    await register();
    await until('FailedDiscoveryCheck');
    const url = 'https://api.example:443/apis/ext.example/v1';
    expect((await conditionOf()).message).toBe(
      `failing or missing response from ${url}: Get "${url}": dial tcp 10.0.0.1:443: connect: connection refused`,
    );
  });

  test('fails when the server answers with an error', async () => {
    const { createService, register, until, conditionOf } = await createExtensionCluster(
      () => new Response('no', { status: 404 }),
    );
    await createService();
    await register();
    await until('FailedDiscoveryCheck');
    const url = 'https://api.example:443/apis/ext.example/v1';
    expect((await conditionOf()).message).toBe(`failing or missing response from ${url}: bad status from ${url}: 404`);
  });

  test('passes when one of several attempts succeeds', async () => {
    let count = 0;
    const { createService, register, until } = await createExtensionCluster(
      () => new Response('{}', { status: ++count % 5 === 3 ? 200 : 500 }),
    );
    await createService();
    await register();
    await until('Passed');
  });

  test('gives up after five seconds', async () => {
    const { clock, pass } = steppedClock();
    const { createService, register, conditionOf } = await createExtensionCluster(
      ({ request }) =>
        new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted')))),
      { clock },
    );
    await createService();
    await register();
    await pass(4999);
    expect(await conditionOf()).toBeUndefined();
    await pass(1);
    expect((await conditionOf()).message).toMatch(
      /Get "https:.*": context deadline exceeded \(Client.Timeout exceeded while awaiting headers\)$/,
    );
  });

  test('is made by the aggregator as a member of system:masters', async () => {
    const users: unknown[] = [];
    const { createService, register, until } = await createExtensionCluster(({ repeated }) => {
      users.push(repeated);
      return new Response('{}');
    });
    await createService();
    await register();
    await until('Passed');
    expect(users[0]).toEqual({ 'x-remote-user': ['system:kube-aggregator'], 'x-remote-group': ['system:masters'] });
  });

  test('is repeated every 30 seconds, and lastTransitionTime changes only with the status', async () => {
    const { clock, pass } = steppedClock();
    let status = 200;
    const { createService, register, conditionOf } = await createExtensionCluster(
      () => new Response('{}', { status }),
      { clock, reportProblem: () => undefined },
    );
    await createService();
    await register();
    await pass(0);
    const passed = await conditionOf();
    expect(passed).toMatchObject({ status: 'True' });
    status = 500;
    await pass(29_000);
    expect(await conditionOf()).toEqual(passed);
    await pass(2000);
    const failed = await conditionOf();
    expect(failed).toMatchObject({ status: 'False', reason: 'FailedDiscoveryCheck' });
    expect(failed.lastTransitionTime).not.toBe(passed.lastTransitionTime);
    status = 200;
    await pass(60_000);
    expect(await conditionOf()).toMatchObject({ status: 'True', reason: 'Passed' });
  });
});

test('A remote APIService that becomes local is available', async () => {
  const { register, until, send, conditionOf } = await createExtensionCluster();
  await register();
  await until('ServiceNotFound');
  await send('PATCH', `${API_SERVICES}/v1.ext.example`, {
    body: JSON.stringify({ spec: { service: null, insecureSkipTLSVerify: null } }),
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  await until('Local');
  expect(await conditionOf()).toMatchObject({ status: 'True', message: 'Local APIServices are always available' });
});
