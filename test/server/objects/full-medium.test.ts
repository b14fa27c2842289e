import { describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { type Change, StorageFullError } from '../../../src/storage/storage.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { createWholeServer } from '../whole-server.ts';

const FLOW_SCHEMAS = '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas';

const flowSchema = { metadata: { name: 'mine' }, spec: { priorityLevelConfiguration: { name: 'late' } } };

/** Opens a server whose storage is full from the first commit that matches `fillsUp` until `makeSpace` is called. */
async function openFilling(fillsUp: (change: Change) => boolean) {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const commit = storage.commit.bind(storage);
  let isFull = false;
  storage.commit = (writes) => (isFull ? Promise.reject(new StorageFullError('no space left')) : commit(writes));
  await storage.follow('', {
    changed: (changes) => {
      isFull ||= changes.some(fillsUp);
    },
  });
  const reportProblem = vi.fn();
  const clock = new ManualClock();
  const cluster = await createWholeServer({ storage, clock, reportProblem });
  return {
    ...cluster,
    clock,
    reportProblem,
    makeSpace: () => {
      fillsUp = () => false;
      isFull = false;
    },
  };
}

describe('background work that fails on full storage is reported, and completes when space is available', () => {
  it.each([
    ['accepting the names of a CustomResourceDefinition', 'widgets.example.com'],
    ['creating the APIService of a CustomResourceDefinition', 'registering the APIService v1.example.com'],
  ])('%s', async (_, work) => {
    const { get, post, makeSpace, reportProblem, clock, server } = await openFilling(({ key }) =>
      key.endsWith('/widgets.example.com'),
    );
    expect((await post(DEFINITIONS, widgetDefinition())).status).toBe(201);
    await clock.advance(10_000);
    expect(reportProblem).toHaveBeenCalledWith(expect.stringContaining(work), expect.any(StorageFullError));
    makeSpace();
    await clock.advance(30_000);
    expect((await get('/apis/example.com/v1/widgets')).status).toBe(200);
    expect((await get('/apis/apiregistration.k8s.io/v1/apiservices/v1.example.com')).status).toBe(200);
    server.close();
    expect(clock.waiting).toBe(0);
  });

  it('updating the condition of a flow schema', async () => {
    const { get, post, makeSpace, reportProblem, clock, server } = await openFilling(({ key }) =>
      key.endsWith('/mine'),
    );
    expect((await post(FLOW_SCHEMAS, flowSchema)).status).toBe(201);
    await clock.advance(1000);
    expect(reportProblem).toHaveBeenCalledWith(expect.stringContaining('mine'), expect.any(StorageFullError));
    makeSpace();
    await clock.advance(30_000);
    expect(await (await get(`${FLOW_SCHEMAS}/mine`)).json()).toMatchObject({
      status: { conditions: [{ type: 'Dangling', status: 'True' }] },
    });
    server.close();
    expect(clock.waiting).toBe(0);
  });
});
