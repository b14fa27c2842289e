import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type ChildServer, MALLORY, startChildServer } from './child-server.ts';
import { message, sendRaw } from './raw-http.ts';

const REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const AUTHORIZATION = ['Authorization', ADMIN.authorization] as const;
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const NAMESPACE = JSON.stringify({ metadata: { name: 'made' } });

const WEBSOCKET = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Sec-WebSocket-Version', '13'],
] as const;

let server: ChildServer;
beforeAll(async () => {
  server = await startChildServer(['--allowed-hosts', 'cluster.test,.dev.test']);
});
afterAll(() => server.stop());

const create = (headers: readonly (readonly [string, string])[], body = NAMESPACE): string =>
  message('POST', '/api/v1/namespaces', [AUTHORIZATION, ...headers], body);
const sized = (length: number | string) => ['Content-Length', String(length)] as const;
const NESTED = '{"a":'.repeat(9000);
const deep = create([JSON_TYPE, sized(NESTED.length)], NESTED);
const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;

/** The attack, its bytes, and the status that rejects it. */
type Attack = readonly [tried: string, bytes: string, status: number];

const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'request smuggling': [
    ['a length and chunks', create([JSON_TYPE, sized(5), CHUNKED], '0\r\n\r\n'), 400],
    ['two lengths', create([JSON_TYPE, sized(5), sized(6)]), 400],
    ['a negative length', create([JSON_TYPE, sized(-1)]), 400],
    ['a length with a sign', create([JSON_TYPE, sized('+5')]), 400],
    ['a length in hexadecimal', create([JSON_TYPE, sized('0x5')]), 400],
    ['a list of lengths', create([JSON_TYPE, sized('5, 5')]), 400],
    ['an unknown transfer coding', create([JSON_TYPE, ['Transfer-Encoding', 'xchunked']]), 400],
    ['a chunked coding that is not last', create([JSON_TYPE, ['Transfer-Encoding', 'chunked, gzip']]), 400],
    ['a chunk without a size', create([JSON_TYPE, CHUNKED], 'x\r\n'), 400],
    ['white space before a colon', message('GET', '/api', [['X ', '1']]), 400],
    ['a folded header', message('GET', '/api', [['X', '1\r\n folded']]), 400],
    ['line feeds without carriage returns', 'GET /api HTTP/1.1\nHost: localhost\n\n', 400],
    ['a null byte in a header', message('GET', '/api', [['X', 'a\0b']]), 400],
    ['HTTP/0.9', 'GET /api\r\n\r\n', 403],
    ['an unknown version', 'GET /api HTTP/9.9\r\nHost: localhost\r\n\r\n', 400],
  ],
  'a bad Host': [
    ['no Host', 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two of them',
      message('GET', '/version', [
        ['Host', 'localhost'],
        ['Host', 'localhost'],
      ]),
      400,
    ],
    [
      'two in different case',
      message('GET', '/version', [
        ['Host', 'localhost'],
        ['HOST', 'evil.example'],
      ]),
      400,
    ],
    ['another site', message('GET', '/version', [['Host', 'evil.example']]), 403],
    ['another site with a port', message('GET', '/version', [['Host', 'evil.example:8080']]), 403],
    ['a name that ends like an own one', message('GET', '/version', [['Host', 'evil-localhost']]), 403],
    ['a name that begins like an own one', message('GET', '/version', [['Host', 'localhost.evil.example']]), 403],
    ['an address as a label', message('GET', '/version', [['Host', '127.0.0.1.nip.example']]), 403],
    ['an address that is not the machine', message('GET', '/version', [['Host', '10.0.0.1']]), 403],
    ['every address', message('GET', '/version', [['Host', '0.0.0.0']]), 403],
    ['user information', message('GET', '/version', [['Host', 'localhost@evil.example']]), 403],
    ['an open bracket', message('GET', '/version', [['Host', '[']]), 403],
    ['an empty name', message('GET', '/version', [['Host', '']]), 403],
    ['a suffix of an allowed domain', message('GET', '/version', [['Host', 'evildev.test']]), 403],
    ['another site, asking for an upgrade', message('GET', '/api', [...WEBSOCKET, ['Host', 'evil.example']]), 403],
  ],
  'a bad method': [
    ['TRACE', message('TRACE', '/api'), 405],
    ['CONNECT', message('CONNECT', 'localhost:443'), 405],
    ['an unknown one', message('EVIL', '/api'), 405],
    ['a lower case one', message('get', '/api'), 405],
    ['PROPFIND', message('PROPFIND', '/api/v1/namespaces/default', [AUTHORIZATION]), 405],
    [
      'one to override another',
      message(
        'POST',
        '/api/v1/namespaces/default',
        [AUTHORIZATION, JSON_TYPE, ['X-HTTP-Method-Override', 'DELETE'], sized(2)],
        '{}',
      ),
      405,
    ],
  ],
  'another origin': [
    [
      'a form',
      message('POST', REVIEW, [['Origin', 'http://evil.example'], ['Content-Type', 'text/plain'], sized(2)], '{}'),
      403,
    ],
    ['a form of a sandboxed page', message('POST', REVIEW, [['Origin', 'null'], JSON_TYPE, sized(2)], '{}'), 403],
    ['another port', message('DELETE', '/api/v1/namespaces/default', [['Origin', 'http://localhost:1']]), 403],
    ['a WebSocket', message('GET', '/api/v1/pods?watch=1', [...WEBSOCKET, ['Origin', 'http://evil.example']]), 403],
    [
      'a WebSocket of a sandboxed page',
      message('GET', '/api/v1/pods?watch=1', [...WEBSOCKET, ['Origin', 'null']]),
      403,
    ],
    ['an origin that is not one', message('PUT', '/api', [['Origin', 'localhost'], sized(0)]), 403],
    [
      'a preflight without CORS',
      message('OPTIONS', '/api', [
        ['Origin', 'http://evil.example'],
        ['Access-Control-Request-Method', 'DELETE'],
      ]),
      403,
    ],
  ],
  'a path': [
    ['two dots', message('GET', '/static/../../etc/passwd', [AUTHORIZATION]), 404],
    ['encoded dots', message('GET', '/%2e%2e/%2e%2e/etc/passwd', [AUTHORIZATION]), 404],
    ['an encoded slash', message('GET', '/api/v1/namespaces/..%2f..%2fetc', [AUTHORIZATION]), 404],
    ['backslashes', message('GET', '/..\\..\\etc\\passwd', [AUTHORIZATION]), 404],
    ['a null byte', message('GET', '/api/v1/namespaces/a%00b', [AUTHORIZATION]), 404],
    ['a broken escape', message('GET', '/api/v1/namespaces/%zz', [AUTHORIZATION]), 400],
    ['the prototype of an object', message('GET', '/api/v1/__proto__', [AUTHORIZATION]), 404],
    ['its constructor', message('GET', '/apis/constructor/v1/x', [AUTHORIZATION]), 404],
    ['a path around authorization', message('GET', '//api/v1/secrets'), 403],
    ['dots around authorization', message('GET', '/healthz/../api/v1/secrets'), 403],
    ['an address with user information', message('GET', 'http://admin:x@localhost/api/v1/secrets'), 403],
  ],
  'claimed identity': [
    [
      'a proxy’s user',
      message('GET', '/api/v1/secrets', [
        ['X-Remote-User', 'admin'],
        ['X-Remote-Group', 'system:masters'],
      ]),
      403,
    ],
    ['a proxy’s user, forwarded', message('GET', '/api/v1/secrets', [['X-Forwarded-User', 'admin']]), 403],
    [
      'impersonation without permission',
      message('GET', '/api/v1/secrets', [
        ['Authorization', MALLORY.authorization],
        ['Impersonate-User', 'admin'],
      ]),
      403,
    ],
    ['impersonation without a user', message('GET', '/api/v1/secrets', [['Impersonate-Group', 'system:masters']]), 500],
    [
      'an unsigned token',
      message('GET', '/api/v1/secrets', [
        ['Authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJzeXN0ZW06YWRtaW4ifQ.'],
      ]),
      401,
    ],
    [
      'a token of another algorithm',
      message('GET', '/api/v1/secrets', [
        [
          'Authorization',
          'Bearer eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2Rldi9udWxsIn0.eyJpc3MiOiJodHRwczovL2t1YmVybmV0ZXMuZGVmYXVsdC5zdmMifQ.AAAA',
        ],
      ]),
      401,
    ],
    ['Basic credentials', message('GET', '/api/v1/secrets', [['Authorization', 'Basic YWRtaW46YWRtaW4=']]), 403],
    ['two tokens', message('GET', '/api/v1/secrets', [['Authorization', 'Bearer x'], AUTHORIZATION]), 401],
    ['a token in the query', message('GET', '/api/v1/secrets?access_token=admin-token&token=admin-token'), 403],
    ['a token in a cookie', message('GET', '/api/v1/secrets', [['Cookie', 'token=admin-token']]), 403],
  ],
  'too much': [
    ['a header of 300 kB', message('GET', '/version', [['X', 'x'.repeat(300_000)]]), 431],
    ['a path of 300 kB', message('GET', `/${'x'.repeat(300_000)}`), 431],
    [
      'two thousand headers',
      message(
        'GET',
        '/version',
        Array.from({ length: 2500 }, (_, at) => [`X${at}`, ''] as const),
      ),
      431,
    ],
    ['a body of a length of 1 TB', create([JSON_TYPE, sized(1e12)]), 413],
    ['a deeply nested body', deep, 400],
    ['compressed JSON', create([JSON_TYPE, ['Content-Encoding', 'gzip'], sized(4)], '\x1f\x8b\x08\x00'), 400],
  ],
};

describe.each(Object.entries(ATTACKS))('%s is rejected:', (_, attacks) => {
  it.each(attacks)('%s', async (_tried, bytes, status) => {
    expect(await sendRaw(server.port, bytes)).toMatchObject({ status });
    expect(server.exit()).toBeUndefined();
  });
});

describe('an ordinary client', () => {
  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '[::1]:8080', 'cluster.test', 'a.dev.test:80', 'localhost.'])(
    'is answered under the host name %s',
    async (host) => {
      expect((await sendRaw(server.port, message('GET', '/version', [['Host', host]]))).status).toBe(200);
    },
  );

  it('may send the server’s own origin, or any origin with a token', async () => {
    const review = (headers: readonly (readonly [string, string])[]) =>
      sendRaw(server.port, message('POST', REVIEW, [...headers, JSON_TYPE, sized(2)], '{}'));
    const foreign = [['Origin', 'http://elsewhere.example'], AUTHORIZATION] as const;
    expect((await review([['Origin', 'http://localhost']])).status).toBe(403);
    expect((await review([['Origin', 'http://localhost']])).text).toContain('system:anonymous');
    expect((await review(foreign)).status).toBe(201);
  });

  it('receives the name of the flag that allows a rejected request', async () => {
    const host = await sendRaw(server.port, message('GET', '/', [['Host', 'evil&co.example']]), (text) =>
      text.includes('}'),
    );
    expect(host.text).toContain('--allowed-hosts');
    expect(host.text).toContain(String.raw`evil\u0026co.example`);
    const origin = message('POST', REVIEW, [['Origin', 'http://evil.example'], sized(0)]);
    expect((await sendRaw(server.port, origin, (text) => text.includes('}'))).text).toContain('--cors-allowed-origins');
  });
});
