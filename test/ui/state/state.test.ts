import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { headerText, headerValues } from '../../../src/api/user-extra.ts';
import type { DiscoveredResource, Discovery } from '../../../src/client/discovery.ts';
import { conditionStatus, fieldManagersOf } from '../../../src/client/objects/object-facts.ts';
import { ageText } from '../../../src/ui/state/age.ts';
import {
  namespaceOf,
  objectParameters,
  resourceAt,
  resourceParameters,
} from '../../../src/ui/state/objects/addresses.ts';
import { favouriteResources, navigationGroups, pluralKind } from '../../../src/ui/state/objects/navigation.ts';
import { objectTemplate } from '../../../src/ui/state/objects/object-template.ts';
import { readListSearch } from '../../../src/ui/state/search-parameters.ts';
import { createConnectionStore, observedFetch } from '../../../src/ui/state/stores/connection-store.ts';
import { createIdentityStore, identityHeaders } from '../../../src/ui/state/stores/identity-store.ts';
import { createNotificationsStore } from '../../../src/ui/state/stores/notifications-store.ts';
import { createPreferencesStore } from '../../../src/ui/state/stores/preferences-store.ts';

const resource = (
  group: string,
  name: string,
  kind: string,
  more: Partial<DiscoveredResource> = {},
): DiscoveredResource => ({
  group,
  version: 'v1',
  resource: name,
  kind,
  namespaced: true,
  verbs: ['get', 'list'],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
  ...more,
});
const DISCOVERY: Discovery = {
  failed: [],
  resources: [
    resource('', 'services', 'Service', { shortNames: ['svc'] }),
    resource('', 'configmaps', 'ConfigMap'),
    resource('', 'bindings', 'Binding', { verbs: ['create'] }),
    resource('apps', 'deployments', 'Deployment'),
    resource('apps', 'deployments', 'Deployment', { version: 'v1beta1', preferred: false }),
    resource('events.example', 'events', 'Event'),
    resource('events.other', 'events', 'Event'),
  ],
};

describe('the navigation', () => {
  it('shows each listable kind once, by group', () => {
    expect(
      navigationGroups(DISCOVERY, '').map(({ title, resources }) => [title, ...resources.map(({ kind }) => kind)]),
    ).toEqual([
      ['core', 'ConfigMap', 'Service'],
      ['apps', 'Deployment'],
      ['events.example', 'Event'],
      ['events.other', 'Event'],
    ]);
  });

  it('filters by kind, plural and short name', () => {
    expect(navigationGroups(DISCOVERY, 'SVC').flatMap(({ resources }) => resources.map(({ kind }) => kind))).toEqual([
      'Service',
    ]);
  });

  it('pins only served kinds, in pinning order', () => {
    const pinned = favouriteResources(DISCOVERY, ['apps/deployments', '/ghosts', '/services']);
    expect(pinned.map(({ kind }) => kind)).toEqual(['Deployment', 'Service']);
  });

  it.each([
    ['NetworkPolicy', 'networkpolicies', 'NetworkPolicies'],
    ['Ingress', 'ingresses', 'Ingresses'],
    ['Endpoints', 'endpoints', 'Endpoints'],
    ['Mouse', 'mice', 'Mouse'],
  ])('has %s in the plural', (kind, plural, text) => {
    expect(pluralKind({ kind, resource: plural })).toBe(text);
  });
});

describe('an address', () => {
  it('names the core group and objects without a namespace', () => {
    expect(resourceParameters({ group: '', version: 'v1', resource: 'nodes' }).group).toBe('core');
    expect(objectParameters({ group: '', version: 'v1', resource: 'nodes' }, { name: 'n' }).in).toBe('-');
    expect(namespaceOf({ in: '-' })).toBeUndefined();
    expect(resourceAt(DISCOVERY, { group: 'core', version: 'v1', resource: 'services' })?.kind).toBe('Service');
  });

  it('reads filters that look like numbers as text, and ignores empty ones', () => {
    expect(readListSearch({ filter: 10, labels: '', sort: '-Age', other: 1 })).toEqual({
      filter: '10',
      sort: '-Age',
    });
  });
});

describe('an age', () => {
  it.each([
    [-5, '0s'],
    [119, '119s'],
    [150, '2m30s'],
    [600, '10m'],
    [3 * 3600, '3h'],
    [3 * 3600 + 60, '3h1m'],
    [47 * 3600, '47h'],
    [50 * 3600, '2d2h'],
    [30 * 86400, '30d'],
    [800 * 86400, '2y70d'],
  ])('of %i seconds is %s', (seconds, text) => {
    expect(ageText(new Date(0).toISOString(), seconds * 1000)).toBe(text);
  });

  it('is a dash without a time', () => {
    expect(ageText(null, 0)).toBe('–');
  });
});

/** A tab's session storage. */
function sessionOf(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

describe('an identity', () => {
  it('sends the bearer token and impersonation headers', () => {
    expect([...identityHeaders('t', { type: 'administrator' })]).toEqual([['authorization', 'Bearer t']]);
    const alice = identityHeaders('t', { type: 'user', name: 'alice', groups: ['dev', 'ops'] });
    expect(alice.get('impersonate-user')).toBe('alice');
    expect(alice.get('impersonate-group')).toBe('dev, ops');
    const account = identityHeaders('t', { type: 'service-account', namespace: 'shop', name: 'reader' });
    expect(account.get('impersonate-user')).toBe('system:serviceaccount:shop:reader');
  });

  it('sends names as the UTF-8 bytes that every host decodes', () => {
    const headers = identityHeaders('t', { type: 'user', name: 'Žofie', groups: ['Jürgens', '管理者'] });
    expect(headerText(headers.get('impersonate-user'))).toBe('Žofie');
    expect(headerValues(headers.get('impersonate-group'))).toEqual(['Jürgens', '管理者']);
  });

  it('is remembered after use', () => {
    const session = sessionOf();
    const store = createIdentityStore(session);
    const alice = { type: 'user', name: 'alice', groups: [] } as const;
    store.getState().switchTo(alice);
    store.getState().switchTo({ type: 'administrator' });
    store.getState().switchTo({ ...alice });
    expect(store.getState()).toMatchObject({ identity: alice, known: [alice] });
    expect(createIdentityStore(session).getState()).toMatchObject({ identity: alice, known: [alice] });
  });

  it('is the administrator in a new tab', () => {
    expect(createIdentityStore(sessionOf()).getState().identity).toEqual({ type: 'administrator' });
    expect(createIdentityStore(sessionOf('{')).getState().identity).toEqual({ type: 'administrator' });
  });
});

describe('the connection', () => {
  it('is lost without a response, and restored by the next response, even a denial', async () => {
    const store = createConnectionStore();
    const answers = [
      () => Promise.reject(new TypeError('network error')),
      async () => new Response('', { status: 500 }),
    ];
    const fetch = observedFetch(() => (answers.shift() ?? (() => Promise.reject(new Error())))(), store);
    await expect(fetch(new Request('http://server/'))).rejects.toThrow('network error');
    expect(store.getState()).toEqual({ phase: 'lost', message: 'network error' });
    await fetch(new Request('http://server/'));
    expect(store.getState()).toEqual({ phase: 'connected' });
  });

  it('is not lost when the caller aborts', async () => {
    const store = createConnectionStore();
    const abort = new AbortController();
    abort.abort();
    const fetch = observedFetch(() => Promise.reject(new Error('aborted')), store);
    await expect(fetch(new Request('http://server/', { signal: abort.signal }))).rejects.toThrow();
    expect(store.getState()).toEqual({ phase: 'connecting' });
  });
});

describe('preferences', () => {
  it('survive a reload, and unreadable ones are ignored', () => {
    const kept = new Map<string, string>([['tabplane.preferences', '{broken']]);
    const settings = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const first = createPreferencesStore(settings).getState();
    first.setTheme('dark');
    first.toggleFavourite('/nodes');
    const second = createPreferencesStore(settings).getState();
    expect(second.theme).toBe('dark');
    expect(second.favourites).toContain('/nodes');
  });
});

describe('notifications', () => {
  it('are not duplicated', () => {
    const store = createNotificationsStore();
    store.getState().notify('info', 'Saved');
    store.getState().notify('info', 'Saved');
    expect(store.getState().notifications).toHaveLength(1);
    store.getState().dismiss(store.getState().notifications[0]?.id ?? 0);
    expect(store.getState().notifications).toEqual([]);
  });
});

describe('facts of an object', () => {
  it('judges conditions by their type', () => {
    expect(conditionStatus({ type: 'Ready', status: 'True' })).toBe('success');
    expect(conditionStatus({ type: 'MemoryPressure', status: 'True' })).toBe('danger');
    expect(conditionStatus({ type: 'MemoryPressure', status: 'False' })).toBe('success');
    expect(conditionStatus({ type: 'Ready', status: 'Unknown' })).toBe('warning');
  });

  it("counts a manager's fields", () => {
    const fieldsV1 = { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} }, 'f:metadata': { 'f:labels': {} } };
    const metadata = { name: 'a', managedFields: [{ manager: 'kubectl', operation: 'Apply', fieldsV1 }] };
    expect(fieldManagersOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata })).toMatchObject([
      { manager: 'kubectl', fields: 3 },
    ]);
  });

  it('has a template of its kind', () => {
    expect(objectTemplate(resource('', 'configmaps', 'ConfigMap'), kubernetesDialect, 'shop')).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: example\n  namespace: shop\ndata:\n  greeting: hello\n',
    );
  });
});
