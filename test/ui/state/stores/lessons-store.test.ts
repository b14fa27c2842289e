import { describe, expect, it } from 'vitest';
import type { NamedCluster } from '../../../../src/api/named-cluster.ts';
import type { ClustersPort } from '../../../../src/ui/platform-port.ts';
import { createLessonsStore } from '../../../../src/ui/state/stores/lessons-store.ts';

function area(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) };
}

const cluster = (name: string, database: string): NamedCluster =>
  ({ id: name, name, database, dialect: 'kubernetes', created: '' }) as const;

/** A browser whose page shows the last of some clusters. */
function browser() {
  const [settings, session] = [area(), area()];
  return (...clusters: NamedCluster[]) => {
    const shown = clusters.at(-1);
    const port = { loaded: { clusters }, shown } as unknown as ClustersPort;
    return createLessonsStore({ settings, session, clusters: port });
  };
}

const HOME = cluster('Home', 'a');
const LESSON = cluster('Objects', 'b');

describe('the lessons of a browser', () => {
  it('begin on the page of the new cluster, with no progress', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    expect(open(HOME, LESSON).getState().runs).toEqual({
      b: { name: 'objects', progress: { step: 0, solved: [] }, isPrepared: false, isOpen: true, isSolved: false },
    });
  });

  it('do not begin in another cluster, even if it has the name of the cluster', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    expect(open(HOME).getState().runs).toEqual({});
    expect(open(HOME, cluster('Objects', 'c')).getState().runs).toEqual({});
  });

  it('begin again in a cluster that was reset, but not while it is the old one', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    const store = open(HOME, LESSON);
    store.getState().update({ isPrepared: true, progress: { step: 2, solved: ['0.0'] } });
    store.getState().beginOnNextPage({ name: 'objects' }, 'c');
    expect(open(HOME, LESSON).getState().runs.b?.progress.step).toBe(2);
    expect(open(HOME, cluster('Objects', 'c')).getState().runs).toEqual({
      c: { name: 'objects', progress: { step: 0, solved: [] }, isPrepared: false, isOpen: true, isSolved: false },
    });
  });

  it('keep their progress over a reload, and changes of other tabs', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    const first = open(HOME, LESSON);
    const other = cluster('Labels', 'd');
    first.getState().beginOnNextPage({ name: 'labels' }, 'd');
    open(HOME, LESSON, other).getState().update({ isPrepared: true });
    open(HOME, other, LESSON)
      .getState()
      .update({ progress: { step: 1, solved: ['0.0'] } });
    const { runs } = open(HOME, LESSON, other).getState();
    expect(runs.b?.progress).toEqual({ step: 1, solved: ['0.0'] });
    expect(runs.d?.isPrepared).toBe(true);
  });

  it('are kept by a page that was loaded before their cluster was created', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    const early = open(HOME, LESSON);
    const other = cluster('Labels', 'd');
    early.getState().beginOnNextPage({ name: 'labels' }, 'd');
    open(HOME, LESSON, other);
    early.getState().update({ isPrepared: true });
    expect(Object.keys(open(HOME, LESSON, other).getState().runs)).toEqual(['b', 'd']);
  });

  it('are forgotten with their cluster', () => {
    const open = browser();
    open(HOME).getState().beginOnNextPage({ name: 'objects' }, 'b');
    open(HOME, LESSON);
    expect(open(HOME).getState().runs).toEqual({});
  });

  it('survive settings that cannot be read', () => {
    const settings = { getItem: () => '{"b":', setItem: () => undefined };
    const clusters = { loaded: { clusters: [LESSON] }, shown: LESSON } as unknown as ClustersPort;
    expect(createLessonsStore({ settings, session: settings, clusters }).getState().runs).toEqual({});
  });
});
