import { describe, expect, it } from 'vitest';
import type { EmbeddedOptions } from '../../../../src/hosts/worker/embedded/embedded-options.ts';
import {
  afterFault,
  changed,
  clusterAt,
  clusterNamed,
  EMPTY_REGISTRY,
  expectedElsewhere,
  keepsPages,
  type RegistryState,
  started,
} from '../../../../src/hosts/worker/embedded/registry-state.ts';

const optionsOf = (name: string, options: Partial<EmbeddedOptions> = {}): EmbeddedOptions => ({
  ...{ name, prefix: '', offline: false },
  ...options,
});

const registryOf = (...all: readonly EmbeddedOptions[]): RegistryState =>
  all.reduce((state, options) => started(state, options), EMPTY_REGISTRY);

describe('the cluster of a path', () => {
  const state = registryOf(
    optionsOf('root'),
    optionsOf('a', { prefix: '/k8s/clusters/a' }),
    optionsOf('inner', { prefix: '/k8s' }),
  );
  const routeOf = (path: string, isNavigation = false) => {
    const route = clusterAt(state, path, isNavigation);
    return route && `${route.cluster.options.name} ${route.path}`;
  };

  it.each([
    ['/api/v1/pods', 'root /api/v1/pods'],
    ['/apis', 'root /apis'],
    ['/version', 'root /version'],
    ['/k8s/clusters/a/api/v1/pods', 'a /api/v1/pods'],
    ['/k8s/openapi/v2', 'inner /openapi/v2'],
  ])('answers %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });

  it.each(['/', '/index.html', '/apiary', '/k8s', '/k8s/clusters/a', '/k8s/clusters/ab/api', '/assets/api.js'])(
    'leaves %s to the page',
    (path) => {
      expect(routeOf(path)).toBeUndefined();
    },
  );

  it('answers navigations to objects, but leaves navigations to the names of other endpoints to the page', () => {
    expect(routeOf('/api/v1/pods', true)).toBe('root /api/v1/pods');
    for (const view of ['/metrics', '/version', '/healthz']) expect(routeOf(view, true)).toBeUndefined();
  });
});

describe('the registry', () => {
  it('replaces the options of a cluster and removes its faults', () => {
    const fault = { status: 500 };
    const before = changed(registryOf(optionsOf('a')), 'a', () => ({ faults: { one: fault } }));
    expect(clusterNamed(before, 'a')?.faults).toEqual({ one: fault });
    const { clusters } = started(before, optionsOf('a', { prefix: '/k8s' }));
    expect(clusters).toEqual([{ options: optionsOf('a', { prefix: '/k8s' }), isServed: true, faults: {}, pages: [] }]);
  });

  it('counts the remaining uses of a fault, and removes it afterwards', () => {
    const faults = { once: { status: 500, times: 2 }, always: { status: 429 } };
    const state = changed(registryOf(optionsOf('a')), 'a', () => ({ faults }));
    const faultsOf = (registry: RegistryState) => clusterNamed(registry, 'a')?.faults;
    const met = afterFault(state, 'a', 'once', 1);
    expect(faultsOf(met)).toEqual({ once: { status: 500, times: 1 }, always: { status: 429 } });
    expect(faultsOf(afterFault(met, 'a', 'once', 0))).toEqual({ always: { status: 429 } });
    expect(faultsOf(afterFault(met, 'a', 'removed', 1))).toEqual(faultsOf(met));
  });

  it('serves only the last cluster of a prefix', () => {
    const state = registryOf(optionsOf('a'), optionsOf('b'));
    expect([clusterNamed(state, 'a'), clusterNamed(state, 'b')?.options.name]).toEqual([undefined, 'b']);
    expect(clusterNamed(started(state, optionsOf('a')), 'b')).toBeUndefined();
  });

  it('reports the cluster that a page expects when another page has started one at the same prefix', () => {
    const first = started(EMPTY_REGISTRY, optionsOf('a'), 'page 1');
    const both = started(first, optionsOf('b'), 'page 2');
    const expected = (state: RegistryState, page: string) => {
      const route = clusterAt(state, '/api/v1/pods');
      return route && expectedElsewhere(state, route, page);
    };
    expect(expected(first, 'page 1')).toBeUndefined();
    expect(expected(both, 'page 1')).toBe('a');
    expect([expected(both, 'page 2'), expected(both, 'page 3')]).toEqual([undefined, undefined]);
    const again = started(both, optionsOf('a'), 'page 1');
    expect([expected(again, 'page 1'), expected(again, 'page 2')]).toEqual([undefined, 'b']);
    expect(expected(started(again, optionsOf('b'), 'page 1'), 'page 1')).toBeUndefined();
  });

  it('refuses another dialect for existing data', () => {
    const state = changed(registryOf(optionsOf('a', { dialect: 'cluster' })), 'a', () => ({ isServed: false }));
    expect(() => started(state, optionsOf('a'))).toThrow(
      'Start a cluster of another name with the dialect "kubernetes"',
    );
    expect(() => started(registryOf(optionsOf('a')), optionsOf('a', { dialect: 'kubernetes' }))).not.toThrow();
  });

  it('stores pages while a served cluster has the option offline', () => {
    const state = registryOf(optionsOf('a', { offline: true }));
    expect(keepsPages(state)).toBe(true);
    expect(keepsPages(changed(state, 'a', () => ({ isServed: false })))).toBe(false);
    expect(keepsPages(started(state, optionsOf('a')))).toBe(false);
  });
});
