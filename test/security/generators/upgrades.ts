import fc from 'fast-check';

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PUT', 'PROPFIND', 'get', 'G\u0000T', ''];

const TARGETS = [
  ...['//[', '/', '*', '', 'http://[', 'http://a:b@localhost/api', 'ftp://localhost/', '/%', '/%zz', '/..//../x'],
  ...[
    '/api/v1/namespaces/default/pods/x/exec?command=a',
    '/api/v1/pods?watch=1',
    '//user@host/x',
    '/\\',
    'localhost:80',
  ],
];

const HEADERS: readonly (readonly [string, string])[] = [
  ...([
    ['Connection', 'Upgrade'],
    ['Connection', 'keep-alive, Upgrade'],
    ['Upgrade', 'websocket'],
  ] as const),
  ...([
    ['Upgrade', 'SPDY/3.1'],
    ['Upgrade', 'h2c'],
    ['Upgrade', ''],
    ['Content-Length', '5'],
  ] as const),
  ...([
    ['Content-Length', '-1'],
    ['Content-Length', '99999999999'],
    ['Transfer-Encoding', 'chunked'],
  ] as const),
  ...([
    ['Transfer-Encoding', 'xchunked'],
    ['Expect', '100-continue'],
    ['Expect', 'x'],
    ['Host', '['],
  ] as const),
  ...([
    ['Host', 'a b'],
    ['Host', 'evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://evil.example'],
  ] as const),
  ...([
    ['Sec-WebSocket-Key', 'x'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Version', '99'],
  ] as const),
  ...([
    ['Sec-WebSocket-Protocol', 'v5.channel.k8s.io'],
    ['Sec-WebSocket-Protocol', ',,,'],
  ] as const),
  ...([
    ['Authorization', 'Bearer admin-token'],
    ['Authorization', 'Bearer \u00ff'],
  ] as const),
  ...([['Sec-WebSocket-Protocol', 'base64url.bearer.authorization.k8s.io.YWRtaW4tdG9rZW4, x']] as const),
];

const headerLines = fc
  .array(fc.oneof(fc.constantFrom(...HEADERS), fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 40 }))), {
    maxLength: 8,
  })
  .map((headers) => headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''));

/** Bytes of upgrade requests, most of them malformed. */
export const upgradeRequests: fc.Arbitrary<string> = fc
  .record({
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...METHODS) }, fc.string({ maxLength: 8 })),
    target: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TARGETS) }, fc.webPath(), fc.string({ maxLength: 30 })),
    isUpgrade: fc.boolean(),
    hasHost: fc.boolean(),
    headers: headerLines,
    body: fc.string({ maxLength: 20 }),
  })
  .map(({ method, target, isUpgrade, hasHost, headers, body }) => {
    const upgrade = isUpgrade ? 'Connection: Upgrade\r\nUpgrade: websocket\r\n' : '';
    return `${method} ${target} HTTP/1.1\r\n${hasHost ? 'Host: localhost\r\n' : ''}${upgrade}${headers}\r\n${body}`;
  });
