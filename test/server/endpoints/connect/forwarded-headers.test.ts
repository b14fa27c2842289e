import { describe, expect, it } from 'vitest';
import { forwardedHeaders, tunnelHeaders } from '../../../../src/server/endpoints/connect/forwarded-headers.ts';

const SENT = new Headers({
  ...{ accept: 'text/plain', 'x-own': '1', authorization: 'Bearer x', cookie: 'session=1', 'proxy-authorization': 'x' },
  ...{
    'x-remote-user': 'admin',
    'x-remote-group': 'system:masters',
    'x-remote-extra-scopes': 'all',
    'x-remote-uid': '1',
  },
  ...{ 'impersonate-user': 'admin', 'impersonate-extra-scopes': 'all', host: 'localhost', 'content-length': '3' },
  ...{ connection: 'keep-alive, X-Hop', 'x-hop': '1', te: 'trailers', 'keep-alive': 'timeout=5', upgrade: 'SPDY/3.1' },
});

describe('the headers of a proxied request', () => {
  it('contain no credentials, identity headers or connection headers', () => {
    expect(Object.fromEntries(forwardedHeaders(SENT))).toEqual({ accept: 'text/plain', 'x-own': '1' });
  });

  it('request the same upgrade as the client', () => {
    const headers = Object.fromEntries(tunnelHeaders(SENT));
    expect(headers).toEqual({ accept: 'text/plain', 'x-own': '1', connection: 'Upgrade', upgrade: 'SPDY/3.1' });
  });
});
