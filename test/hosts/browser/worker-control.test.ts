import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/client/api-error.ts';
import { PACKAGE_VERSION } from '../../../src/hosts/browser/package-version.ts';
import { VersionMismatch, WorkerSilent, workerControl } from '../../../src/hosts/browser/worker-control.ts';

const SCRIPT = new URL('https://shop.example/tabplane-worker.js');
const BY_WORKER = { 'x-tabplane': 'worker' };

/** A worker that returns the given answers and records its calls. */
function workerThatAnswers(...answers: readonly Response[]) {
  const calls: unknown[] = [];
  const left = [...answers];
  const call = workerControl(
    async (request) => {
      calls.push([request.method, request.url, await request.json()]);
      return left.shift() ?? Response.error();
    },
    SCRIPT,
    'a',
  );
  return { call, calls };
}

const answer = (body: object): Response => Response.json(body, { headers: BY_WORKER });

describe('calls to a worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('go to the address of its script, and return results', async () => {
    const { call, calls } = workerThatAnswers(answer({ result: 5 }), answer({}));
    expect(await call('clock.now')).toBe(5);
    expect(await call('export', undefined)).toBeUndefined();
    const facts = { version: PACKAGE_VERSION, cluster: 'a', arguments: [] };
    expect(calls).toEqual([
      ['POST', SCRIPT.href, { ...facts, method: 'clock.now' }],
      ['POST', SCRIPT.href, { ...facts, method: 'export' }],
    ]);
  });

  it('throw what the method throws', async () => {
    const status = { kind: 'Status', code: 403, reason: 'Forbidden' };
    const { call } = workerThatAnswers(
      answer({ error: { message: 'wrong' } }),
      answer({ error: { message: 'denied', status } }),
    );
    await expect(call('load', '')).rejects.toThrow('wrong');
    const denial = await call('load', '').catch((error: unknown) => error);
    expect(denial).toBeInstanceOf(ApiError);
    expect(denial).toMatchObject({ message: 'denied', code: 403 });
  });

  it('detect a worker of another version', async () => {
    const { call } = workerThatAnswers(answer({ version: '9.9.9' }));
    const error = await call('reset').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VersionMismatch);
    expect((error as Error).message).toBe(
      `This page uses tabplane ${PACKAGE_VERSION}, but its worker is of tabplane 9.9.9. Reload the page.`,
    );
  });

  it('are repeated while a newer worker takes over', async () => {
    const { call, calls } = workerThatAnswers(new Response(null, { status: 503, headers: BY_WORKER }), answer({}));
    const done = call('reset');
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(calls).toHaveLength(2);
  });

  it('detect a host that answers instead of the worker', async () => {
    const { call } = workerThatAnswers(new Response('<!doctype html>'));
    await expect(call('reset')).rejects.toBeInstanceOf(WorkerSilent);
  });
});
