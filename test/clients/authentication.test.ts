import { connect } from 'node:http2';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { exportJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingTrust } from '../../src/api/environment.ts';
import { type SigningKey, signJwt } from '../../src/authentication/jwt.ts';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { outgoingFetch } from '../../src/hosts/node/outgoing-fetch.ts';
import { ellipticKey } from '../authentication/account-keys.ts';
import { type Made, makeCertificate, makeRequest } from '../authentication/certificate-maker.ts';
import { type KeyAndCertificate, selfSignedCertificate } from '../helpers/self-signed-certificate.ts';

const REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const SYSTEM_SECRETS = '/api/v1/namespaces/kube-system/secrets';
const ADMIN = { authorization: 'Bearer admin-token' };
const UNAUTHORIZED = {
  code: 401,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Unauthorized',
    reason: 'Unauthorized',
    code: 401,
  },
};
const ANONYMOUS = { username: 'system:anonymous', groups: ['system:unauthenticated'] };

const listening = (server: HttpsServer): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** Starts a server that is an identity provider with one key and a token webhook with one valid token. */
async function startOthers(key: SigningKey, tls: KeyAndCertificate) {
  const publicKey = await exportJWK(key.publicKey);
  const server = createHttpsServer({ key: tls.key, cert: tls.certificate }, async (request, response) => {
    const answer = (document: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    if (request.url === '/.well-known/openid-configuration') return answer({ issuer, jwks_uri: `${issuer}/keys` });
    if (request.url === '/keys') return answer({ keys: [{ ...publicKey, kid: key.keyId, use: 'sig' }] });
    const { apiVersion, kind, spec } = (await json(request)) as {
      apiVersion: string;
      kind: string;
      spec: { token: string };
    };
    const authenticated = spec.token === 'webhook-secret';
    return answer({ apiVersion, kind, status: authenticated ? { authenticated, user: { username: 'wendy' } } : {} });
  });
  const issuer = `https://127.0.0.1:${await listening(server)}`;
  return { server, issuer };
}

describe('the Node host with TLS', () => {
  let host: NodeHost;
  let others: Awaited<ReturnType<typeof startOthers>>;
  let key: SigningKey;
  let clientAuthority: Made;
  let proxyAuthority: Made;

  beforeAll(async () => {
    key = await ellipticKey('one');
    const tls = await selfSignedCertificate(['127.0.0.1']);
    others = await startOthers(key, tls);
    clientAuthority = await makeCertificate({ name: 'CN=clients', isAuthority: true });
    proxyAuthority = await makeCertificate({ name: 'CN=proxies', isAuthority: true });
    host = await startNodeHost({
      securePort: 0,
      controllers: true,
      flags: {
        dialect: 'kubernetes',
        'token-auth-file': 'admin-token,admin,,"system:masters"\n',
        'enable-bootstrap-token-auth': true,
        'client-ca-file': clientAuthority.pem,
        'requestheader-client-ca-file': proxyAuthority.pem,
        'requestheader-allowed-names': 'front',
        'requestheader-username-headers': 'X-Remote-User',
        'requestheader-group-headers': 'X-Remote-Group',
        'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
        'oidc-issuer-url': others.issuer,
        'oidc-client-id': 'cluster',
        'oidc-username-prefix': 'oidc:',
        'oidc-groups-claim': 'groups',
        'oidc-signing-algs': 'ES256',
        'oidc-ca-file': tls.certificate,
        'authentication-token-webhook-config-file': JSON.stringify({
          clusters: [
            { cluster: { server: `${others.issuer}/review`, 'certificate-authority-data': btoa(tls.certificate) } },
          ],
        }),
      },
    });
  });
  afterAll(async () => {
    await host?.close();
    others?.server.closeAllConnections();
    others?.server.close();
  });

  async function ask(path: string, init: RequestInit & { trust?: OutgoingTrust } = {}) {
    const { trust, headers, ...rest } = init;
    const request = new Request(`${host.secureUrl}${path}`, {
      ...rest,
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    });
    const response = await outgoingFetch(request, { certificateAuthorities: host.certificate ?? '', ...trust });
    return { code: response.status, body: await response.json() };
  }
  const post = async (path: string, object: object) =>
    (await ask(path, { method: 'POST', headers: ADMIN, body: JSON.stringify(object) })).body;

  /** Returns the authenticated user, or the server's error response. */
  async function whoAmI(headers: Record<string, string> = {}, trust: OutgoingTrust = {}) {
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const answer = await ask(REVIEW, { method: 'POST', headers, body, trust });
    if (answer.code === 201) return answer.body.status.userInfo;
    // Anonymous users may not review themselves, but the denial names them.
    return answer.code === 403 && answer.body.message.includes('"system:anonymous"') ? ANONYMOUS : answer;
  }
  const withToken = (token: string) => whoAmI({ authorization: `Bearer ${token}` });
  const showing = ({ pem, key: clientKey }: Pick<Made, 'pem' | 'key'>): OutgoingTrust => ({
    clientCertificate: pem,
    clientKey,
  });

  it('authenticates certificates that the cluster signed', async () => {
    const { pem, key: clientKey } = await makeRequest('CN=jane, O=dev');
    const spec = { request: btoa(pem), signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
    const created = await post(REQUESTS, { metadata: { name: 'jane' }, spec });
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: '' }];
    const body = JSON.stringify({ ...created, status: { conditions } });
    await ask(`${REQUESTS}/jane/approval`, { method: 'PUT', headers: ADMIN, body });
    const issued = async () => (await ask(`${REQUESTS}/jane`, { headers: ADMIN })).body.status.certificate ?? '';
    await expect.poll(issued).not.toBe('');
    const clientCertificate = atob(await issued());
    expect(await whoAmI({}, { clientCertificate, clientKey })).toEqual({
      username: 'jane',
      groups: ['dev', 'system:authenticated'],
    });
  });

  it('authenticates certificates of the configured authorities and their intermediates', async () => {
    const between = await makeCertificate({ name: 'CN=between', issuer: clientAuthority, isAuthority: true });
    const leaf = await makeCertificate({ name: 'CN=bob', issuer: between });
    const chain = showing({ ...leaf, pem: `${leaf.pem}\n${between.pem}` });
    for (let connection = 0; connection < 3; connection++) {
      expect(await whoAmI({ connection: 'close' }, chain)).toMatchObject({ username: 'bob' });
    }
  });

  it('authenticates certificates over HTTP/2', async () => {
    const { pem: cert, key: privateKey } = await makeCertificate({ name: 'CN=hugo', issuer: clientAuthority });
    const session = connect(host.secureUrl ?? '', { ca: host.certificate, cert, key: privateKey });
    const stream = session.request({ ':method': 'POST', ':path': REVIEW, 'content-type': 'application/json' });
    stream.end(JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }));
    expect(await json(stream)).toMatchObject({ status: { userInfo: { username: 'hugo' } } });
    session.close();
  });

  it('rejects certificates that are untrusted, expired, not yet valid, or for another purpose', async () => {
    const foreign = await makeCertificate({ name: 'CN=jane' });
    const now = Date.now();
    const bad = await Promise.all(
      [
        { notAfter: new Date(now - 1000) },
        { notBefore: new Date(now + 60_000) },
        { purposes: ['1.3.6.1.5.5.7.3.1'] },
        { issuer: foreign },
      ].map((given) => makeCertificate({ name: 'CN=jane, O=system:masters', issuer: clientAuthority, ...given })),
    );
    for (const made of [foreign, ...bad]) expect(await whoAmI({}, showing(made))).toEqual(UNAUTHORIZED);
    expect(await whoAmI(ADMIN, showing(foreign))).toMatchObject({ username: 'admin' });
  });

  it('authenticates bootstrap tokens, and rejects invalid and expired tokens and tokens for other uses', async () => {
    const make = (id: string, data: object = {}) =>
      post(SYSTEM_SECRETS, {
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        stringData: {
          'token-id': id,
          'token-secret': '0123456789abcdef',
          'usage-bootstrap-authentication': 'true',
          ...data,
        },
      });
    await make('aaaaaa', { 'auth-extra-groups': 'system:bootstrappers:edge' });
    await make('bbbbbb', { expiration: '2020-01-01T00:00:00Z' });
    await make('cccccc', { 'usage-bootstrap-authentication': 'false' });
    expect(await withToken('aaaaaa.0123456789abcdef')).toEqual({
      username: 'system:bootstrap:aaaaaa',
      groups: ['system:bootstrappers', 'system:bootstrappers:edge', 'system:authenticated'],
    });
    for (const token of ['aaaaaa.0123456789abcdee', 'bbbbbb.0123456789abcdef', 'cccccc.0123456789abcdef'])
      expect(await withToken(token)).toEqual(UNAUTHORIZED);
  });

  it('authenticates service account tokens until the account is deleted', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await post(accounts, { metadata: { name: 'robot' } });
    const request = async (spec: object): Promise<string> =>
      (await post(`${accounts}/robot/token`, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec }))
        .status.token;
    const token = await request({});
    expect(await withToken(token)).toMatchObject({ username: 'system:serviceaccount:default:robot' });
    const [head, , signature] = token.split('.');
    const forged = btoa(atob(token.split('.')[1] ?? '').replaceAll('robot', 'admin')).replaceAll('=', '');
    for (const bad of [`${head}.${forged}.${signature}`, `${token}A`, await request({ audiences: ['vault'] })])
      expect(await withToken(bad)).toEqual(UNAUTHORIZED);
    const deleted = await ask(`${accounts}/robot`, { method: 'DELETE', headers: ADMIN });
    expect(deleted).toMatchObject({ code: 200 });
    expect(await withToken(token)).toEqual(UNAUTHORIZED);
  });

  it('authenticates ID tokens of the identity provider', async () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: others.issuer, aud: 'cluster', sub: 'olga', exp: now + 60, groups: ['dev'] };
    expect(await withToken(await signJwt(claims, key))).toEqual({
      username: 'oidc:olga',
      groups: ['dev', 'system:authenticated'],
    });
    const bad = [
      signJwt({ ...claims, exp: now - 1 }, key),
      signJwt({ ...claims, aud: 'other' }, key),
      signJwt({ ...claims, iss: 'https://127.0.0.1:1' }, key),
      signJwt(claims, await ellipticKey('one')),
    ];
    for (const token of bad) expect(await withToken(await token)).toEqual(UNAUTHORIZED);
  });

  it('asks the token webhook about unknown tokens', async () => {
    expect(await withToken('webhook-secret')).toEqual({ username: 'wendy', groups: ['system:authenticated'] });
    expect(await withToken('something-else')).toEqual(UNAUTHORIZED);
  });

  it('trusts identity headers only from the proxy', async () => {
    const proxy = await makeCertificate({ name: 'CN=front', issuer: proxyAuthority });
    const headers = { 'x-remote-user': 'paul', 'x-remote-group': 'dev, ops', 'x-remote-extra-team': 'a' };
    const paul = { username: 'paul', groups: ['dev', 'ops', 'system:authenticated'], extra: { team: ['a'] } };
    expect(await whoAmI(headers, showing(proxy))).toEqual(paul);
    expect(await whoAmI(headers)).toEqual(ANONYMOUS);
    const unnamed = await makeCertificate({ name: 'CN=other', issuer: proxyAuthority });
    const foreign = await makeCertificate({ name: 'CN=front' });
    for (const made of [unnamed, foreign]) expect(await whoAmI(headers, showing(made))).toEqual(UNAUTHORIZED);
    const client = await makeCertificate({ name: 'CN=front', issuer: clientAuthority });
    expect(await whoAmI(headers, showing(client))).toEqual({ username: 'front', groups: ['system:authenticated'] });
  });

  it('sends the names of the accepted client certificate authorities', async () => {
    const sent: Buffer[] = [];
    const port = Number(new URL(host.secureUrl ?? '').port);
    const relay = createServer((client) => {
      const server = connectSocket(port, '127.0.0.1');
      client.pipe(server).on('data', (chunk) => {
        sent.push(chunk);
        client.write(chunk);
      });
      server.on('error', () => client.destroy());
      client.on('error', () => server.destroy());
      client.on('close', () => server.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    // The handshake of TLS 1.2 is not encrypted.
    const relayed = { port: (relay.address() as AddressInfo).port, maxVersion: 'TLSv1.2' as const };
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ ...relayed, rejectUnauthorized: false }, () => {
        socket.destroy();
        resolve();
      }).on('error', reject);
    });
    relay.close();
    const handshake = Buffer.concat(sent).toString('latin1');
    // Only the list of authorities contains the names in sequence.
    expect(handshake).toMatch(/clients[\s\S]{0,40}proxies[\s\S]{0,40}tabplane-ca/);
  });
});
