import { describe, expect, it } from 'vitest';
import type { Clock, OutgoingTrust } from '../../../src/api/environment.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import type { ServiceCall, ServiceCaller } from '../../../src/api/ports/service-caller.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { createServiceCaller } from '../../../src/server/aggregation/call-service.ts';
import { FakeReader } from '../../authorization/fake-reader.ts';

const named = (name: string, annotations: object = {}) => ({
  metadata: { namespace: 'x', name, annotations },
  spec: { clusterIP: '10.96.0.9', ports: [{ port: 443 }] },
});
const reader = new FakeReader({
  services: [named('hook'), named('empty'), named('code', { 'tabplane.dev/local-service': 'hook-code' })],
  endpoints: [
    {
      metadata: { namespace: 'x', name: 'hook' },
      subsets: [{ addresses: [{ ip: '10.1.0.7' }], ports: [{ port: 8444 }] }],
    },
  ],
} as unknown as Record<string, ApiObject[]>);
const call: ServiceCall = {
  ...{ method: 'POST', path: '/review', query: 'timeout=10s', headers: { 'x-a': 'b' }, body: 'sent' },
  milliseconds: 10_000,
  trust: { certificateAuthorities: 'PEM', serverName: 'hook.x.svc' },
};
const target = (name: string) => ({ namespace: 'x', name, port: 443 });

function caller(options: { local?: ServiceCaller; clock?: Clock; answer?: () => Promise<Response> } = {}) {
  const sent: { request: Request; trust: OutgoingTrust | undefined }[] = [];
  const { local, clock = systemClock, answer = async () => new Response('answer', { status: 201 }) } = options;
  const fetch = (request: Request, trust?: OutgoingTrust) => {
    sent.push({ request, trust });
    return answer();
  };
  return { sent, callService: createServiceCaller({ reader, clock, fetch, local }) };
}

describe('a call to a service', () => {
  it('reaches a ready endpoint and requires the certificate of the service', async () => {
    const { sent, callService } = caller();
    expect(await callService(target('hook'), call)).toMatchObject({ status: 201, body: 'answer', console: [] });
    const [{ request, trust } = { request: undefined, trust: undefined }] = sent;
    expect([request?.method, request?.url, request?.headers.get('x-a')]).toEqual([
      ...['POST', 'https://10.1.0.7:8444/review?timeout=10s', 'b'],
    ]);
    expect(await request?.text()).toBe('sent');
    expect(trust).toEqual(call.trust);
  });

  it('fails without an authority that could have signed the certificate', async () => {
    const { sent, callService } = caller();
    await expect(callService(target('hook'), { ...call, trust: { serverName: 'hook.x.svc' } })).rejects.toThrow(
      'x509: certificate signed by unknown authority',
    );
    expect(sent).toEqual([]);
  });

  it('fails when no endpoint is ready, or when nothing can run the code of a local service', async () => {
    const { callService } = caller();
    await expect(callService(target('empty'), call)).rejects.toThrow('no endpoints available for service "empty"');
    await expect(callService(target('code'), call)).rejects.toThrow('no endpoints available for service "code"');
  });

  it('runs the code of a local service', async () => {
    const local: ServiceCaller = async ({ name }) => ({ status: 200, headers: {}, body: name, console: [] });
    expect(await caller({ local }).callService(target('code'), call)).toMatchObject({ body: 'code' });
  });

  it('fails after its timeout', async () => {
    const clock: Clock = { ...systemClock, after: (_, ring) => systemClock.after(0, ring) };
    const { sent, callService } = caller({ clock, answer: () => new Promise(() => undefined) });
    await expect(callService(target('hook'), call)).rejects.toThrow('context deadline exceeded');
    expect(sent[0]?.request.signal.aborted).toBe(true);
  });
});
