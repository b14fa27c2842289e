import { beforeAll, describe, expect, it } from 'vitest';
import { openAllowedOrigins } from '../../../src/server/flags/allowed-origins.ts';
import { FlagError } from '../../../src/server/flags/server-flags.ts';
import { createWholeServer } from '../whole-server.ts';

const ORIGIN = { origin: 'https://app.example.com' };
const HEADERS = {
  'access-control-allow-origin': 'https://app.example.com',
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
};

let whole: Awaited<ReturnType<typeof createWholeServer>>;

/** Sends a request without credentials of the host. */
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  whole.server.fetch(new Request(`http://cluster${path}`, { method, headers }));

const crossOriginHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

beforeAll(async () => {
  whole = await createWholeServer({
    flags: {
      'cors-allowed-origins': String.raw`//([a-z]+\.)?example\.com(:|$),^null$`,
      'token-auth-file': 'secret,admin,uid,"system:masters"\n',
    },
  });
});

describe('--cors-allowed-origins', () => {
  it('answers a preflight without credentials', async () => {
    const answer = await ask('OPTIONS', '/api/v1/pods', { ...ORIGIN, 'access-control-request-method': 'DELETE' });
    expect(answer.status).toBe(204);
    expect(crossOriginHeaders(answer)).toEqual(HEADERS);
    expect(answer.headers.has('audit-id')).toBe(true);
    expect(await answer.text()).toBe('');
  });

  it.each([
    { title: 'objects', path: '/api/v1/namespaces/default', headers: { authorization: 'Bearer secret' }, status: 200 },
    { title: 'watches', path: '/api/v1/pods?watch=1', headers: { authorization: 'Bearer secret' }, status: 200 },
    {
      title: 'missing objects',
      path: '/api/v1/namespaces/x',
      headers: { authorization: 'Bearer secret' },
      status: 404,
    },
    { title: 'denied requests', path: '/api/v1/namespaces', headers: {}, status: 403 },
    { title: 'wrong tokens', path: '/api/v1/namespaces', headers: { authorization: 'Bearer x' }, status: 401 },
    { title: 'unknown paths', path: '/nothing', headers: { authorization: 'Bearer secret' }, status: 404 },
  ])('lets pages read the responses to $title', async ({ path, headers, status }) => {
    const answer = await ask('GET', path, { ...ORIGIN, ...(headers as Record<string, string>) });
    expect(answer.status).toBe(status);
    expect(crossOriginHeaders(answer)).toEqual(HEADERS);
    await answer.body?.cancel();
  });

  it('is applied after the check of the timeout', async () => {
    const answer = await ask('GET', '/api/v1/pods?timeout=x', ORIGIN);
    expect(answer.status).toBe(400);
    expect(crossOriginHeaders(answer)).toEqual({});
  });

  it.each(['https://example.com', 'http://www.example.com:8080', 'null'])('allows %s', async (origin) => {
    const answer = await ask('GET', '/version', { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it.each(['https://example.com.evil.test', 'https://evil-example.com', 'https://a.b.example.com', ''])(
    'does not allow %j, but serves its requests',
    async (origin) => {
      const answer = await ask('GET', '/version', { origin });
      expect(answer.status).toBe(200);
      expect(crossOriginHeaders(answer)).toEqual({});
      const preflight = await ask('OPTIONS', '/version', { origin });
      expect(preflight.status).not.toBe(204);
    },
  );

  it('allows none by default', async () => {
    const { get } = await createWholeServer();
    expect(crossOriginHeaders(await get('/version', ORIGIN))).toEqual({});
  });
});

describe('the list of allowed origins', () => {
  it('is separated by commas, which quoted expressions may contain', () => {
    const isAllowed = openAllowedOrigins('"^https://a{1,2}$","^say ""x""$",//b(:|$)');
    expect(
      ['https://a', 'https://aa', 'https://aaa', 'say "x"', 'http://b'].map((origin) => isAllowed?.(origin)),
    ).toEqual([true, true, false, true, true]);
  });

  it.each([
    [String.raw`example\.com$`, 'does not pin to start/end of host in the origin header'],
    ['^https', 'does not pin to start/end of host in the origin header'],
    ['//a$,*(:', 'missing argument to repetition operator'],
    ['//a$,', 'empty value in --cors-allowed-origins'],
    ['//a"$', 'bare quote'],
  ])('rejects %s', (text, message) => {
    expect(() => openAllowedOrigins(text)).toThrow(FlagError);
    expect(() => openAllowedOrigins(text)).toThrow(message);
  });
});
