import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../src/embedding/scenarios/index.ts';
import { forgetPreparation, keepPreparation, preparationOf } from '../../../src/ui/state/prepared-cluster.ts';
import { SCENARIO_GUIDES } from '../../../src/ui/state/scenario-guides.ts';

describe('the guides of prepared clusters', () => {
  it('say for every scenario what to look at, and open it', () => {
    expect(Object.keys(SCENARIO_GUIDES).sort()).toEqual(scenarios.map(({ name }) => name).sort());
    for (const look of Object.values(SCENARIO_GUIDES).flat()) expect(look.view ?? look.log, look.title).toBeDefined();
  });
});

describe('the preparation of a cluster', () => {
  const session = () => {
    const items = new Map<string, string>();
    return {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => void items.set(name, text),
    };
  };

  it('is kept for the cluster that the tab has created, and for no other', () => {
    const tab = session();
    keepPreparation(tab, { database: 'b', scenario: 'node down' });
    expect(preparationOf(tab, 'b')).toBe('node down');
    expect(preparationOf(tab, 'c')).toBeUndefined();
  });

  it('is forgotten when it is complete', () => {
    const tab = session();
    keepPreparation(tab, { database: 'b', scenario: 'node down' });
    forgetPreparation(tab);
    expect(preparationOf(tab, 'b')).toBeUndefined();
  });

  it('is absent in a new tab', () => expect(preparationOf(session(), 'b')).toBeUndefined());
});
