import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsController } from '../../../src/controllers/networking/endpoints/endpoints-controller.ts';
import { endpointSliceController } from '../../../src/controllers/networking/slices/endpointslice-controller.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';

describe('the networking controllers, with only the permissions of their roles', () => {
  let controlled: Awaited<ReturnType<typeof openControlledServer>>;
  beforeAll(async () => {
    controlled = await openControlledServer([endpointsController, endpointSliceController]);
    await controlled.create(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
  });
  afterAll(() => controlled.close());

  const createService = (name: string) =>
    controlled.create(`${NAMESPACE}/services`, {
      metadata: { name },
      spec: { selector: { app: name }, ports: [{ port: 80 }] },
    });
  async function createReadyPod(name: string, app: string, nodeName?: string) {
    const spec = { containers: [{ name: 'app', image: 'app:1' }], ...(nodeName ? { nodeName } : {}) };
    await controlled.create(`${NAMESPACE}/pods`, { metadata: { name, labels: { app } }, spec });
    const conditions = [{ type: 'Ready', status: 'True' }];
    const status = { phase: 'Running', conditions, podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] };
    await controlled.merge(`${NAMESPACE}/pods/${name}/status`, { status });
  }
  const endpointsOf = async (service: string) => (await controlled.ask(`${NAMESPACE}/endpoints/${service}`)).body;
  const slicesOf = async (service: string) =>
    (await controlled.ask(`${SLICES}?labelSelector=kubernetes.io/service-name=${service}`)).body.items;
  const reasonsFor = async (name: string) =>
    (await controlled.ask(`${NAMESPACE}/events?fieldSelector=involvedObject.name=${name}`)).body.items.map(
      ({ reason }: { reason: string }) => reason,
    );

  it('report pods that are not bound to a node, and exclude them from endpoints', async () => {
    await createService('unbound');
    await expect.poll(async () => (await slicesOf('unbound')).length).toBe(1);
    await createReadyPod('floating', 'unbound');
    await expect.poll(() => reasonsFor('unbound')).toContain('FailedToUpdateEndpoint');
    await expect.poll(() => reasonsFor('unbound')).toContain('FailedToUpdateEndpointSlices');
    expect(await endpointsOf('unbound')).not.toHaveProperty('subsets');
    expect(await slicesOf('unbound')).toMatchObject([{ endpoints: null }]);
  });

  it('list a pod in slices as soon as its node exists', async () => {
    await createService('late');
    await createReadyPod('early', 'late', 'n1');
    await expect.poll(async () => (await endpointsOf('late')).subsets?.[0]?.addresses?.[0]?.nodeName).toBe('n1');
    await expect.poll(() => reasonsFor('late')).toContain('FailedToUpdateEndpointSlices');
    await controlled.create('/api/v1/nodes', {
      metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'a' } },
    });
    await expect.poll(async () => (await slicesOf('late'))[0]?.endpoints?.[0]?.zone).toBe('a');
  });

  it('delete the Endpoints of a deleted Service, and keep Endpoints without a Service', async () => {
    await createService('short');
    await controlled.create(`${NAMESPACE}/endpoints`, { metadata: { name: 'own' } });
    await expect.poll(() => controlled.codeOf(`${NAMESPACE}/endpoints/short`)).toBe(200);
    await controlled.ask(`${NAMESPACE}/services/short`, 'DELETE');
    await expect.poll(() => controlled.codeOf(`${NAMESPACE}/endpoints/short`)).toBe(404);
    expect(await controlled.codeOf(`${NAMESPACE}/endpoints/own`)).toBe(200);
  });

  it('keep edited Endpoints unchanged until their Service changes', async () => {
    await createService('edited');
    await expect.poll(() => controlled.codeOf(`${NAMESPACE}/endpoints/edited`)).toBe(200);
    await controlled.merge(`${NAMESPACE}/endpoints/edited`, { metadata: { labels: { mine: 'yes' } } });
    await createService('after');
    await expect.poll(() => controlled.codeOf(`${NAMESPACE}/endpoints/after`)).toBe(200);
    expect((await endpointsOf('edited')).metadata.labels).toEqual({ mine: 'yes' });
    await controlled.merge(`${NAMESPACE}/services/edited`, { metadata: { labels: { team: 'a' } } });
    await expect.poll(async () => (await endpointsOf('edited')).metadata.labels).toEqual({ team: 'a' });
    await controlled.ask(`${NAMESPACE}/endpoints/edited`, 'DELETE');
    await expect.poll(() => controlled.codeOf(`${NAMESPACE}/endpoints/edited`)).toBe(200);
  });

  it('report the Service whose slices they could not write', async () => {
    const namespace = '/api/v1/namespaces/full';
    const hard = { 'count/endpointslices.discovery.k8s.io': '0' };
    await controlled.create('/api/v1/namespaces', { metadata: { name: 'full' } });
    await controlled.create(`${namespace}/resourcequotas`, { metadata: { name: 'none' }, spec: { hard } });
    await controlled.merge(`${namespace}/resourcequotas/none/status`, { status: { hard, used: hard } });
    const spec = { selector: { app: 'web' }, ports: [{ port: 80 }] };
    await controlled.create(`${namespace}/services`, { metadata: { name: 'web' }, spec });
    const messages = async () =>
      (await controlled.ask(`${namespace}/events?fieldSelector=reason=FailedToUpdateEndpointSlices`)).body.items.map(
        ({ message }: { message: string }) => message,
      );
    const problem =
      'Error updating Endpoint Slices for Service full/web: failed to create EndpointSlice for Service full/web: endpointslices.discovery.k8s.io "web-';
    await expect.poll(async () => (await messages())[0]).toContain(problem);
  });
});
