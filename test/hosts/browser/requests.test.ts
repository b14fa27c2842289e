import { describe, expect, it } from 'vitest';
import { clusterRequest } from '../../../src/hosts/browser/cluster-request.ts';
import { FROM_CLUSTER } from '../../../src/hosts/browser/control-call.ts';
import { claimPrefix, normalPrefix, releasePrefix } from '../../../src/hosts/browser/prefixes.ts';
import { workerPlace } from '../../../src/hosts/browser/register-worker.ts';
import { userHeaders } from '../../../src/hosts/browser/user-headers.ts';

const BASE = 'https://shop.example/k8s';

describe('a request to a cluster', () => {
  it.each([
    ['/api/v1/pods?limit=1', `${BASE}/api/v1/pods?limit=1`],
    [`${BASE}/api/v1/pods`, `${BASE}/api/v1/pods`],
    [new URL('https://shop.example/api'), `${BASE}/api`],
    [new Request('https://shop.example/api/v1'), `${BASE}/api/v1`],
  ])('appends the path of %s to the prefix', (input, url) => {
    expect(clusterRequest(input, undefined, BASE).url).toBe(url);
  });

  it('keeps the method, body and headers of the caller', async () => {
    const init = { method: 'POST', body: 'text', headers: { authorization: 'Bearer own' } };
    const request = clusterRequest('/api', init, BASE, new Headers({ authorization: 'Bearer other', accept: 'a/b' }));
    expect([request.method, await request.text()]).toEqual(['POST', 'text']);
    expect([request.headers.get('authorization'), request.headers.get('accept')]).toEqual(['Bearer own', 'a/b']);
  });

  it('is rejected for another origin', () => {
    expect(() => clusterRequest('https://other.example/api', undefined, BASE)).toThrow(
      'https://other.example/api is not an address of the cluster at https://shop.example/k8s',
    );
  });
});

describe('the headers of a user', () => {
  const users = { alice: { token: 'secret' }, bob: {} };

  it.each([
    ['alice', { authorization: 'Bearer secret' }],
    ['bob', { authorization: 'Bearer bob' }],
    ['admin', { authorization: 'Bearer admin' }],
    ['carol', { 'impersonate-user': 'carol', [FROM_CLUSTER]: 'true' }],
    [undefined, { [FROM_CLUSTER]: 'true' }],
  ])('identify %s', (user, headers) => {
    expect(Object.fromEntries(userHeaders(user, users))).toEqual(headers);
  });
});

describe('the prefix of a cluster', () => {
  it('is a path without a trailing slash', () => {
    expect([normalPrefix(''), normalPrefix('/'), normalPrefix('/k8s/a/')]).toEqual(['', '', '/k8s/a']);
    for (const wrong of ['k8s', '/a?b', '/a//b', '/a#b'])
      expect(() => normalPrefix(wrong)).toThrow(`The prefix "${wrong}" is not a path`);
  });

  it('belongs to one cluster of a page until that cluster releases it', () => {
    claimPrefix('/one', 'a');
    claimPrefix('/one', 'a');
    expect(() => claimPrefix('/one', 'b')).toThrow(
      'The clusters "a" and "b" would answer the same paths. Give one of them a prefix: startCluster({ prefix: \'/k8s/b\' })',
    );
    releasePrefix('/one');
    expect(() => claimPrefix('/one', 'b')).not.toThrow();
  });
});

describe('the scope of a worker', () => {
  const placeOf = (script: string, scope?: string) => {
    const place = workerPlace(script, scope, 'https://shop.example/app/pods/');
    return [place.script.pathname, place.scope.pathname];
  };

  it('is the folder of its script by default, or a narrower one', () => {
    expect(placeOf('/tabplane-worker.js')).toEqual(['/tabplane-worker.js', '/']);
    expect(placeOf('/app/tabplane-worker.js')).toEqual(['/app/tabplane-worker.js', '/app/']);
    expect(placeOf('/app/tabplane-worker.js', '/app/pods/')).toEqual(['/app/tabplane-worker.js', '/app/pods/']);
    expect(placeOf('../tabplane-worker.js', './')).toEqual(['/app/tabplane-worker.js', '/app/pods/']);
  });
});
