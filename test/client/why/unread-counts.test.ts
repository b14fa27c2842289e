import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import type { KindKey } from '../../../src/client/objects/kind-key.ts';
import type { WhySource } from '../../../src/client/why/view.ts';
import { explain } from '../../../src/client/why/why.ts';

/** A source for a caller who may list nothing, or who finds nothing. */
function emptySource(mayList: boolean): WhySource {
  const unread = new Set<KindKey>();
  return {
    ...{ dialect: kubernetesDialect, now: 0, unread, controllers: [], rate: 1, moves: [], denials: [] },
    async list(kind) {
      if (!mayList) unread.add(kind);
      return [];
    },
  };
}

const service: ApiObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop', uid: 'a' },
};
const node = {
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', uid: 'b' } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
} as ApiObject;

describe('a count of objects', () => {
  it.each([
    ['endpoints', service],
    ['requested.cpu', node],
  ])('%s is unknown to callers who may not list them', async (count, object) => {
    expect(await explain(object, emptySource(true), { count })).toBeDefined();
    expect(await explain(object, emptySource(false), { count })).toBeUndefined();
  });
});
