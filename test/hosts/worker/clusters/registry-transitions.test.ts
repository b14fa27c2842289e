import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClusterCommandError, clusterNameError, freeClusterName } from '../../../../src/api/named-cluster.ts';
import {
  FIRST_CLUSTER_ID,
  initialRegistry,
  type RegistryState,
  transition,
} from '../../../../src/hosts/worker/clusters/registry-transitions.ts';

const CREATED = '2026-11-22T08:00:00Z';
const names = (id: string) => ({ id, created: CREATED });
const fresh = initialRegistry(CREATED, false);
const two = transition(fresh, { type: 'create', name: 'Second', dialect: 'kubernetes' }, names('b'));

describe('the registry of clusters', () => {
  it('starts with the database of earlier versions, and requires a dialect only without data', () => {
    expect(fresh.clusters).toMatchObject([{ database: 'tabplane', dialect: 'cluster' }]);
    expect(fresh.isDialectChosen).toBe(false);
    expect(initialRegistry(CREATED, true).isDialectChosen).toBe(true);
  });

  it('opens a new cluster with a database of its own', () => {
    expect(two.current).toBe('b');
    expect(two.clusters.map(({ database }) => database)).toEqual(['tabplane', 'tabplane-b']);
    expect(two.isDialectChosen).toBe(true);
  });

  it('rejects empty, long and taken names, but a cluster may keep its own', () => {
    for (const name of ['', '   ', 'x'.repeat(64), 'second']) {
      expect(() => transition(two, { type: 'create', name, dialect: 'cluster' }, names('c'))).toThrow(
        ClusterCommandError,
      );
    }
    const renamed = transition(two, { type: 'rename', id: 'b', name: ' SECOND ' }, names('c'));
    expect(renamed.clusters[1]?.name).toBe('SECOND');
  });

  it('gives a reset cluster a new database and discards the old one in the same write', () => {
    const reset = transition(two, { type: 'reset', id: FIRST_CLUSTER_ID }, names('c'));
    expect(reset.clusters[0]).toMatchObject({ id: FIRST_CLUSTER_ID, dialect: 'cluster', database: 'tabplane-c' });
    expect(reset.discarded).toEqual(['tabplane']);
  });

  it('remembers that a cluster came from a link until it is accepted or reset', () => {
    const create = { type: 'create', name: 'Gift', dialect: 'kubernetes', awaitsConsent: true } as const;
    const gift = transition(fresh, create, names('g'));
    expect(gift.clusters[1]).toMatchObject({ name: 'Gift', awaitsConsent: true });
    const renamed = transition(gift, { type: 'rename', id: 'g', name: 'Mine' }, names('x'));
    expect(renamed.clusters[1]?.awaitsConsent).toBe(true);
    for (const type of ['accept', 'reset'] as const)
      expect(transition(gift, { type, id: 'g' }, names('x')).clusters[1]).not.toHaveProperty('awaitsConsent');
    expect(two.clusters[1]).not.toHaveProperty('awaitsConsent');
  });

  it('changes the dialect only together with the database', () => {
    const reset = transition(fresh, { type: 'reset', id: FIRST_CLUSTER_ID, dialect: 'kubernetes' }, names('c'));
    expect(reset.clusters[0]).toMatchObject({ dialect: 'kubernetes', database: 'tabplane-c' });
    expect(reset.isDialectChosen).toBe(true);
  });

  it('opens another cluster when the current one is deleted, and keeps the last one', () => {
    const one = transition(two, { type: 'delete', id: 'b' }, names('c'));
    expect(one).toMatchObject({ current: FIRST_CLUSTER_ID, discarded: ['tabplane-b'] });
    expect(() => transition(one, { type: 'delete', id: FIRST_CLUSTER_ID }, names('d'))).toThrow(/only cluster/);
  });

  it('rejects commands for clusters that another tab deleted', () => {
    for (const type of ['switch', 'reset', 'delete'] as const) {
      expect(() => transition(two, { type, id: 'gone' }, names('c'))).toThrow(/no longer exists/);
    }
  });

  it('never loses or shares a database, whatever the commands', () => {
    const command = fc.oneof(
      fc.record({ type: fc.constant('create' as const), name: fc.string(), dialect: fc.constant('cluster' as const) }),
      fc.record({ type: fc.constantFrom('switch' as const, 'reset' as const, 'delete' as const), index: fc.nat(4) }),
    );
    fc.assert(
      fc.property(fc.array(command), (commands) => {
        let state: RegistryState = fresh;
        const all = new Set([fresh.clusters[0]?.database]);
        for (const [index, one] of commands.entries()) {
          const id = 'index' in one ? (state.clusters[one.index]?.id ?? 'gone') : '';
          try {
            state = transition(state, 'index' in one ? { type: one.type, id } : one, names(`n${index}`));
          } catch (error) {
            expect(error).toBeInstanceOf(ClusterCommandError);
          }
          for (const { database } of state.clusters) all.add(database);
          const used = [...state.clusters.map(({ database }) => database), ...state.discarded];
          expect(used.toSorted()).toEqual([...all].toSorted());
          expect(state.clusters.some(({ id: other }) => other === state.current)).toBe(true);
        }
      }),
    );
  });
});

describe('names of clusters', () => {
  it('default to the first free one', () => {
    expect(freeClusterName(two.clusters, 'Second')).toBe('Second 2');
    expect(clusterNameError(two.clusters, freeClusterName(two.clusters, 'x'.repeat(200)))).toBeUndefined();
  });
});
