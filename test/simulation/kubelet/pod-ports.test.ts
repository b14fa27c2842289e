import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '../../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { PodPorts } from '../../../src/simulation/kubelet/pod-ports.ts';

const POD = {
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web', tier: 'front' } },
  spec: {
    containers: [{ name: 'main', image: 'example.com/app:1', ports: [{ name: 'metrics', containerPort: 9000 }] }],
  },
} as unknown as Pod;

const service = (spec: object, metadata: object = {}): Service =>
  ({
    metadata: {
      name: 'code',
      namespace: 'shop',
      annotations: { 'tabplane.dev/local-service': 'my-code' },
      ...metadata,
    },
    spec: { selector: { app: 'web' }, ...spec },
  }) as unknown as Service;

/** Returns the ports of pods beside one service, and the requests that they send to the API. */
function portsWith(one: Service) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return new Response('from the code', { status: 404 });
  };
  return { asked, ports: new PodPorts({ list: () => [one] }, fetch, { ...systemClock, now: () => 0 }) };
}

describe('a port of a pod that a local service selects', () => {
  it('answers with the code of the service', async () => {
    const { asked, ports } = portsWith(service({ ports: [{ port: 80, targetPort: 8080 }] }));
    expect(ports.isListening(POD, 8080)).toBe(true);
    const request = new Request('http://localhost:5000/carts/1?full=1', {
      method: 'PUT',
      headers: { 'x-cart': 'red', 'impersonate-user': 'bob' },
      body: 'two apples',
    });
    const answer = await ports.answer(POD, 8080, request);
    expect([answer.status, await answer.text()]).toEqual([404, 'from the code']);
    const [sent] = asked;
    expect(sent?.url).toBe('http://localhost:5000/api/v1/namespaces/shop/services/code:80/proxy/carts/1?full=1');
    expect([sent?.method, await sent?.text()]).toEqual(['PUT', 'two apples']);
    expect(sent?.headers.get('x-cart')).toBe('red');
    expect(sent?.headers.get('impersonate-user')).toBeNull();
  });

  it('may be named, and defaults to the port of the service', () => {
    const isListening = (port: object, number: number) =>
      portsWith(service({ ports: [port] })).ports.isListening(POD, number);
    expect(isListening({ port: 80, targetPort: 'metrics' }, 9000)).toBe(true);
    expect(isListening({ port: 8443 }, 8443)).toBe(true);
    expect(isListening({ port: 80, targetPort: 8080 }, 80)).toBe(false);
  });
});

it.each([
  ['it has no code', service({ ports: [{ port: 9000 }] }, { annotations: {} })],
  ['it selects other pods', service({ selector: { app: 'web', tier: 'back' }, ports: [{ port: 9000 }] })],
  ['it selects no pods', service({ selector: {}, ports: [{ port: 9000 }] })],
  ['it is in another namespace', service({ ports: [{ port: 9000 }] }, { namespace: 'other' })],
])('a service does not answer for a pod if %s', async (_, one) => {
  const { asked, ports } = portsWith(one);
  expect(await (await ports.answer(POD, 9000, new Request('http://localhost/'))).text()).toContain('Hostname: web');
  expect(asked).toEqual([]);
});
