import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClusterCommandError, clusterNameError, freeClusterName } from '../../../../src/api/named-cluster.ts';
import {
  clusterOfRequest,
  FIRST_CLUSTER_ID,
  initialRegistry,
  type RegistryState,
  shownClusters,
  transition,
} from '../../../../src/hosts/worker/clusters/registry-transitions.ts';

const CREATED = '2026-11-22T08:00:00Z';
const names = (id: string, page = '') => ({ id, created: CREATED, page });
const fresh = initialRegistry(CREATED, false);
const two = transition(fresh, { type: 'create', name: 'Second', dialect: 'kubernetes' }, names('b'));

describe('the registry of clusters', () => {
  it('starts with the database of earlier versions, and requires a dialect only without data', () => {
    expect(fresh.clusters).toMatchObject([{ database: 'tabplane', dialect: 'cluster' }]);
    expect(fresh.isDialectChosen).toBe(false);
    expect(initialRegistry(CREATED, true).isDialectChosen).toBe(true);
  });

  it('opens a new cluster with a new database', () => {
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

  it('lets a reset cluster await consent when it is filled from a link again', () => {
    const create = { type: 'create', name: 'Gift', dialect: 'kubernetes', awaitsConsent: true } as const;
    const accepted = transition(transition(fresh, create, names('g')), { type: 'accept', id: 'g' }, names('x'));
    const reset = transition(accepted, { type: 'reset', id: 'g', awaitsConsent: true }, names('y'));
    expect(reset.clusters[1]).toMatchObject({ database: 'tabplane-y', awaitsConsent: true });
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

describe('the cluster of a tab', () => {
  const shows = (page: string, wanted: { name?: string; id?: string }, state = two) =>
    transition(state, { type: 'show', ...wanted }, names('x', page));
  const clusterOf = (state: RegistryState, page: string, database: string | null = null) =>
    clusterOfRequest(state, { database, page })?.id;

  it('is the one in its address, then the one that it showed before, then the last selected one', () => {
    expect(clusterOf(shows('page', { name: 'default', id: 'b' }), 'page')).toBe(FIRST_CLUSTER_ID);
    expect(clusterOf(shows('page', { name: 'Unknown', id: FIRST_CLUSTER_ID }), 'page')).toBe(FIRST_CLUSTER_ID);
    expect(clusterOf(shows('page', { id: 'gone' }), 'page')).toBe('b');
  });

  it('answers requests of the page that name no database, whatever other tabs choose', () => {
    const shown = shows('page', { id: 'b' });
    const switched = transition(shown, { type: 'switch', id: FIRST_CLUSTER_ID }, names('x', 'other'));
    expect([clusterOf(switched, 'page'), clusterOf(switched, 'other')]).toEqual(['b', FIRST_CLUSTER_ID]);
    expect(switched.current).toBe(FIRST_CLUSTER_ID);
  });

  it('changes immediately with its own commands', () => {
    const shown = shows('page', { id: 'b' });
    const switched = transition(shown, { type: 'switch', id: FIRST_CLUSTER_ID }, names('x', 'page'));
    expect(clusterOf(switched, 'page')).toBe(FIRST_CLUSTER_ID);
    const created = transition(switched, { type: 'create', name: 'Third', dialect: 'cluster' }, names('c', 'page'));
    expect(clusterOf(created, 'page')).toBe('c');
  });

  it('is undefined after another tab deletes it, and no other database answers its page', () => {
    const deleted = transition(shows('page', { id: 'b' }), { type: 'delete', id: 'b' }, names('x', 'other'));
    expect(clusterOf(deleted, 'page')).toBeUndefined();
    expect(clusterOf(two, 'page', 'tabplane-b')).toBe('b');
    expect(clusterOf(two, 'page', 'another database of the origin')).toBeUndefined();
  });

  it('is the last selected one for unregistered pages, such as a navigation to the API', () => {
    expect(clusterOf(shows('', { id: FIRST_CLUSTER_ID }), '')).toBe('b');
    expect(clusterOf({ ...two, pages: undefined } as unknown as RegistryState, 'page')).toBe('b');
  });

  it('stays open while a page shows it', () => {
    const both = shows('other', { id: 'b' }, shows('page', { id: FIRST_CLUSTER_ID }));
    const open = (...pages: string[]) => shownClusters(both, pages).map(({ id }) => id);
    expect(open('page', 'other')).toEqual([FIRST_CLUSTER_ID, 'b']);
    expect(open('page')).toEqual([FIRST_CLUSTER_ID, 'b']);
    expect(open('other')).toEqual(['b']);
  });

  it('is forgotten after a hundred newer pages', () => {
    let state = shows('page', { id: FIRST_CLUSTER_ID });
    for (let page = 0; page < 100; page++) state = shows(`page ${page}`, { id: 'b' }, state);
    expect(Object.keys(state.pages ?? {})).toHaveLength(100);
    expect(state.pages).not.toHaveProperty('page');
  });
});

describe('names of clusters', () => {
  it('default to the first free one', () => {
    expect(freeClusterName(two.clusters, 'Second')).toBe('Second 2');
    expect(clusterNameError(two.clusters, freeClusterName(two.clusters, 'x'.repeat(200)))).toBeUndefined();
  });
});

describe('a cluster that plays a session', () => {
  const create = { type: 'create', name: 'Bug', dialect: 'kubernetes', awaitsConsent: true, playsUntil: 8 } as const;
  const playing = transition(fresh, create, names('b'));
  const of = (state: RegistryState) => state.clusters.find(({ id }) => id === 'b');

  it('runs when it is continued, and still awaits consent', () => {
    expect(of(playing)).toMatchObject({ playsUntil: 8 });
    const running = of(transition(playing, { type: 'continue', id: 'b' }, names('c')));
    expect(running).toMatchObject({ awaitsConsent: true, database: 'tabplane-b' });
    expect(running).not.toHaveProperty('playsUntil');
  });

  it('runs when it is reset, because its session is gone', () => {
    expect(of(transition(playing, { type: 'reset', id: 'b' }, names('c')))).not.toHaveProperty('playsUntil');
  });
});
