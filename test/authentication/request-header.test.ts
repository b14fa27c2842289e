import { beforeAll, expect, test } from 'vitest';
import { readChain } from '../../src/authentication/certificate-chain.ts';
import { requestHeaderAuthenticator } from '../../src/authentication/request-header.ts';
import { type Made, makeCertificate } from './certificate-maker.ts';

let authority: Made;
let proxy: Made;
beforeAll(async () => {
  authority = await makeCertificate({ name: 'CN=proxies', isAuthority: true });
  proxy = await makeCertificate({ name: 'CN=front', issuer: authority });
});

async function ask(headers: Record<string, string>, chain = [proxy.pem], allowedNames: readonly string[] = []) {
  const authenticator = requestHeaderAuthenticator({
    authorities: readChain([authority.pem]),
    allowedNames,
    usernameHeaders: ['X-Remote-User', 'X-Other-User'],
    groupHeaders: ['X-Remote-Group'],
    extraHeaderPrefixes: ['X-Remote-Extra-'],
    clock: { now: () => Date.now(), after: () => () => undefined },
    audiences: ['api'],
  });
  const found = await authenticator.authenticate(new Request('http://x/', { headers }), { clientCertificates: chain });
  return found?.user;
}

test('a proxy asserts the user', async () => {
  const headers = {
    'x-remote-user': 'jane',
    'X-REMOTE-GROUP': 'dev, ops',
    'x-remote-extra-Acme%2FTeam': 'one, two',
    'x-remote-extra-__proto__': 'x',
  };
  const user = await ask(headers);
  expect(user).toMatchObject({ username: 'jane', groups: ['dev', 'ops'] });
  expect(Object.entries(user?.extra ?? {})).toEqual(
    expect.arrayContaining([
      ['acme/team', ['one', 'two']],
      ['__proto__', ['x']],
    ]),
  );
});

test('the username is in the first header with a value; without one, there is no user', async () => {
  expect(await ask({ 'x-remote-user': '', 'x-other-user': 'bob' })).toMatchObject({ username: 'bob', groups: [] });
  expect(await ask({ 'x-remote-group': 'system:masters' })).toBeUndefined();
});

test('headers without a certificate are ignored', async () => {
  expect(await ask({ 'x-remote-user': 'jane' }, [])).toBeUndefined();
});

test('a certificate of another authority or of an unlisted proxy is rejected', async () => {
  const stranger = await makeCertificate({ name: 'CN=front' });
  await expect(ask({ 'x-remote-user': 'jane' }, [stranger.pem])).rejects.toMatchObject({
    problems: ['x509: certificate signed by unknown authority'],
  });
  await expect(ask({ 'x-remote-user': 'jane' }, [proxy.pem], ['other'])).rejects.toMatchObject({
    problems: ['x509: subject with cn=front is not in the allowed list'],
  });
  expect(await ask({ 'x-remote-user': 'jane' }, [proxy.pem], ['other', 'front'])).toMatchObject({ username: 'jane' });
});
