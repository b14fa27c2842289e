import { describe, expect, it } from 'vitest';
import { fetchResponse, responseOfFetch } from '../../../src/server/http/fetch/fetch-messages.ts';
import { foreignResponse } from '../../../src/server/http/foreign-response.ts';
import { sandboxForTests } from '../../local-services/sandbox-for-tests.ts';
import { createWholeServer } from '../whole-server.ts';

const headersOf = (given: Record<string, string>) => {
  // Browsers drop set-cookie from a Response that a page creates, but servers send it.
  const headers = new Headers(given);
  return fetchResponse(foreignResponse(responseOfFetch(new Response('text', { headers })))).headers;
};

describe('the response of another server or handler', () => {
  it.each([
    ['its connection', ['connection', 'keep-alive', 'upgrade', 'te', 'proxy-authenticate', 'proxy-connection']],
    ['the length of its body', ['content-length', 'transfer-encoding', 'trailer']],
    ['data that the browser keeps for the origin', ['set-cookie', 'set-cookie2', 'clear-site-data', 'alt-svc']],
    ['service workers', ['service-worker-allowed']],
    ['loading and reporting in the browser', ['refresh', 'report-to', 'nel', 'speculation-rules', 'sourcemap']],
    ['access by other origins', ['access-control-allow-origin', 'access-control-expose-headers']],
    ['this server', ['audit-id', 'x-tabplane', 'strict-transport-security']],
  ])('has no headers about %s', (_, names) => {
    for (const name of names) expect([name, headersOf({ [name]: '1' }).has(name)]).toEqual([name, false]);
  });

  it('drops the headers that its Connection header names', () => {
    const headers = headersOf({ connection: 'close, X-Hop', 'x-hop': '1', 'x-kept': '2' });
    expect([headers.has('x-hop'), headers.get('x-kept')]).toEqual([false, '2']);
  });

  it('is never active content, regardless of its own policy', () => {
    const headers = headersOf({
      'content-type': 'text/html',
      'content-security-policy': "script-src * 'unsafe-inline'",
      'content-security-policy-report-only': 'default-src *',
      'x-content-type-options': 'none',
    });
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.has('content-security-policy-report-only')).toBe(false);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('text/html');
  });
});

describe('a handler behind the proxy of its service', () => {
  const answerOf = async (answer: string): Promise<Response> => {
    const server = await createWholeServer({ sandbox: sandboxForTests });
    const code = `export default () => (${answer});`;
    const holder = { metadata: { name: 'code' }, data: { 'handler.js': code } };
    await server.post('/api/v1/namespaces/default/configmaps', holder);
    await server.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'shop', annotations: { 'tabplane.dev/local-service': 'code' } },
      spec: { ports: [{ port: 80 }] },
    });
    return server.get('/api/v1/namespaces/default/services/shop:80/proxy/');
  };

  it.each([
    ['a length', '{ headers: { "content-length": "2" }, body: "a long body" }', 'content-length'],
    ['an encoding', '{ headers: { "transfer-encoding": "chunked" }, body: "a long body" }', 'transfer-encoding'],
    ['a cookie', '{ headers: { "set-cookie": "a=1" }, body: "a long body" }', 'set-cookie'],
  ])('cannot set %s', async (_, answer, header) => {
    const response = await answerOf(answer);
    expect(response.headers.has(header)).toBe(false);
    expect(await response.text()).toBe('a long body');
  });

  it.each([
    ['a line break in a value', '{ headers: { "x-a": "1\\r\\nset-cookie: a=1" } }'],
    ['a NUL in a value', '{ headers: { "x-a": "1\\u0000" } }'],
    ['a line break in a name', '{ headers: { "x-a\\r\\nb": "1" } }'],
    ['a space in a name', '{ headers: { "x a": "1" } }'],
    ['a character beyond Latin-1 in a value', '{ headers: { "x-a": "\\u0d0a" } }'],
  ])('fails with 500 for %s', async (_, answer) => {
    const response = await answerOf(answer);
    expect(response.status).toBe(500);
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-a') || name === 'set-cookie')).toEqual([]);
  });

  it('sends an error as text that no browser renders', async () => {
    const { headers } = await answerOf('(() => { throw new Error("<script>alert(1)</script>"); })()');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
