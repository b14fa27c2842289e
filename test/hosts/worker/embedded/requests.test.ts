import { describe, expect, it } from 'vitest';
import { StatusError } from '../../../../src/api/status.ts';
import type { Cluster } from '../../../../src/embedding/cluster.ts';
import { PACKAGE_VERSION } from '../../../../src/hosts/browser/package-version.ts';
import { answerCall, type RunCall } from '../../../../src/hosts/worker/calls/answer-call.ts';
import { callMethod } from '../../../../src/hosts/worker/embedded/call-method.ts';
import { requestAt } from '../../../../src/hosts/worker/embedded/request-at.ts';

const WORKER = 'https://shop.example/tabplane-worker.js';

async function answerTo(call: object, run: RunCall): Promise<unknown> {
  const request = new Request(WORKER, { method: 'POST', body: JSON.stringify(call) });
  return (await answerCall(request, run)).json();
}

describe('a call of a page', () => {
  const call = { version: PACKAGE_VERSION, cluster: 'a', method: 'clock.step', arguments: [1000] };

  it('is answered with the result', async () => {
    expect(await answerTo(call, async ({ arguments: [first] }) => first)).toEqual({ result: 1000 });
    expect(await answerTo(call, async () => undefined)).toEqual({});
  });

  it('is answered with the error that the method throws', async () => {
    const refusal = new StatusError({ code: 403, reason: 'Forbidden', message: 'no' });
    expect(await answerTo(call, () => Promise.reject(new Error('wrong')))).toEqual({ error: { message: 'wrong' } });
    expect(await answerTo(call, () => Promise.reject(refusal))).toEqual({
      error: { message: 'no', status: refusal.status },
    });
  });

  it('has no effect when the versions differ', async () => {
    let isRun = false;
    const run = async () => {
      isRun = true;
    };
    expect(await answerTo({ ...call, version: '0.0.1' }, run)).toEqual({ version: PACKAGE_VERSION });
    expect(isRun).toBe(false);
  });

  it('that waits for messages is aborted when its page closes, because its response has already begun', async () => {
    const receive = { ...call, method: 'socket.receive', arguments: ['id'] };
    const body = JSON.stringify(receive);
    let gone: AbortSignal | undefined;
    const run: RunCall = (_, signal) => {
      gone = signal;
      return new Promise(() => undefined);
    };
    const response = await answerCall(new Request(WORKER, { method: 'POST', body }), run);
    await response.body?.cancel();
    expect(gone?.aborted).toBe(true);
    expect(await answerTo(receive, async () => ({ messages: [] }))).toEqual({ result: { messages: [] } });
  });

  it('reaches only the methods of a cluster and its clock', async () => {
    const named =
      (name: string) =>
      (...parameters: unknown[]) =>
        Promise.resolve([name, ...parameters]);
    const cluster = { export: named('export'), close: named('close'), clock: { step: named('step') } };
    const send = (path: string, ...parameters: unknown[]) =>
      callMethod(cluster as unknown as Cluster, path, parameters);
    expect(await send('export', { namespaces: ['shop'] })).toEqual(['export', { namespaces: ['shop'] }]);
    expect(await send('clock.step', 5)).toEqual(['step', 5]);
    for (const path of ['close', 'constructor', 'clock.constructor', 'client.get'])
      await expect(send(path)).rejects.toThrow(`a cluster has no method ${path}`);
  });
});

describe('a request below a prefix', () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };

  it('reaches the server without the prefix, with its body and headers', async () => {
    const url = 'https://shop.example/k8s/api/v1/pods?dryRun=All';
    const request = new Request(url, { method: 'POST', headers, body: '{}' });
    const inner = await requestAt(request, new URL('https://shop.example/api/v1/pods?dryRun=All'));
    expect([inner.method, inner.url, await inner.text()]).toEqual([
      'POST',
      'https://shop.example/api/v1/pods?dryRun=All',
      '{}',
    ]);
    expect(Object.fromEntries(inner.headers)).toMatchObject(headers);
  });

  it('is passed unchanged without a prefix', async () => {
    const request = new Request('https://shop.example/api');
    expect(await requestAt(request, new URL('https://shop.example/api'))).toBe(request);
  });

  it('is aborted with the request of the page', async () => {
    const abort = new AbortController();
    const request = new Request('https://shop.example/k8s/api', { signal: abort.signal });
    const inner = await requestAt(request, new URL('https://shop.example/api'));
    abort.abort();
    expect(inner.signal.aborted).toBe(true);
  });
});
