import { describe, expect, it } from 'vitest';
import { headerText, headerValue } from '../../../src/api/user-extra.ts';
import { withHeaderBytes } from '../../../src/hosts/worker/header-bytes.ts';

const URL = 'http://localhost/api/v1/nodes';

/** A request as Chromium passes it to a service worker, which Node's Headers would reject. */
function decodedRequest(pairs: readonly (readonly [string, string])[]): Request {
  const request = new Request(URL);
  const headers = Object.assign([...pairs], { has: (name: string) => pairs.some(([each]) => each === name) });
  return new Proxy(request, {
    get: (target, key) => (key === 'headers' ? headers : Reflect.get(target, key, target)),
  });
}

describe('the names of impersonated users in a worker', () => {
  it.each(['Žofie', 'René', '高橋', 'ann'])('are read from headers that the browser decoded: %s', (name) => {
    const request = withHeaderBytes(decodedRequest([['impersonate-user', name]]));
    const found = [...request.headers].find(([header]) => header === 'impersonate-user')?.[1] ?? '';
    expect(headerText(found)).toBe(name);
  });

  it.each(['Žofie', 'René', 'ann'])('are read from headers that the browser left alone: %s', (name) => {
    const request = new Request(URL, { headers: { 'impersonate-user': headerValue(name) } });
    expect(withHeaderBytes(request)).toBe(request);
    expect(headerText(request.headers.get('impersonate-user'))).toBe(name);
  });
});
