import { beforeAll, describe, expect, it } from 'vitest';
import { AuthenticationError } from '../../src/authentication/authenticator.ts';
import { readChain } from '../../src/authentication/certificate-chain.ts';
import { clientCertificateAuthenticator } from '../../src/authentication/client-certificate.ts';
import * as x509 from '../helpers/x509.ts';
import { type Made, type Making, makeCertificate } from './certificate-maker.ts';

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const clock = { now: () => Date.now(), after: () => () => undefined };
let authority: Made;
beforeAll(async () => {
  authority = await makeCertificate({ name: 'CN=authority', isAuthority: true });
});

/** Returns the user of a connection with the chain, or the error. */
async function ask(chain: readonly string[]) {
  const authenticator = clientCertificateAuthenticator({ authorities: async () => readChain([authority.pem]), clock });
  try {
    const found = await authenticator.authenticate(new Request('http://x/'), { clientCertificates: chain });
    return found?.user;
  } catch (error) {
    if (error instanceof AuthenticationError) return error.problems[0];
    throw error;
  }
}
const issued = (given: Partial<Making> = {}) => makeCertificate({ name: 'CN=jane', issuer: authority, ...given });
const askWith = async (given: Partial<Making>) => ask([(await issued(given)).pem]);

describe('a client certificate', () => {
  it('contains the user and its groups', async () => {
    expect(await askWith({ name: 'CN=jane, O=dev, O=ops' })).toEqual({ username: 'jane', groups: ['dev', 'ops'] });
    expect(await askWith({ name: 'CN=jane' })).toEqual({ username: 'jane' });
  });

  it('is optional, and is ignored without a common name', async () => {
    expect(await askWith({ name: 'O=dev' })).toBeUndefined();
    expect(await ask([])).toBeUndefined();
  });

  it('may be valid for any purpose, but not for server authentication only', async () => {
    expect(await askWith({ purposes: [] })).toMatchObject({ username: 'jane' });
    expect(await askWith({ purposes: ['2.5.29.37.0'] })).toMatchObject({ username: 'jane' });
    expect(await askWith({ purposes: [SERVER_AUTHENTICATION] })).toBe(
      'x509: certificate specifies an incompatible key usage',
    );
  });

  it.each([
    ['has expired', { notAfter: new Date(Date.now() - 1000) }],
    ['is not valid yet', { notBefore: new Date(Date.now() + 60_000) }],
  ])('is rejected when it %s', async (_, given) => {
    expect(await askWith(given)).toBe('x509: certificate has expired or is not yet valid');
  });

  it('is rejected when the authority has not signed it', async () => {
    const unknown = 'x509: certificate signed by unknown authority';
    expect(await ask([(await makeCertificate({ name: 'CN=jane' })).pem])).toBe(unknown);
    const impostor = await makeCertificate({ name: 'CN=authority', isAuthority: true });
    expect(await askWith({ issuer: impostor })).toBe(unknown);
    expect(await ask([(await issued({ issuer: impostor })).pem, impostor.pem])).toBe(unknown);
  });

  it('is rejected when it has an unknown critical extension', async () => {
    const extensions = [new x509.Extension('1.2.3.4', true, new Uint8Array([5, 0]))];
    expect(await askWith({ extensions })).toBe('x509: unhandled critical extension');
  });

  it('may come with intermediate certificates', async () => {
    const between = await issued({ name: 'CN=between', isAuthority: true });
    const leaf = await issued({ issuer: between });
    expect(await ask([leaf.pem, between.pem])).toMatchObject({ username: 'jane' });
    expect(await ask([`${leaf.pem}\n${between.pem}`])).toMatchObject({ username: 'jane' });
    expect(await ask([leaf.pem])).toBe('x509: certificate signed by unknown authority');
  });

  it('cannot issue other certificates', async () => {
    const user = await issued();
    const forged = await issued({ name: 'CN=root, O=system:masters', issuer: user });
    expect(await ask([forged.pem, user.pem])).toBe('x509: certificate signed by unknown authority');
  });

  it('is rejected when a path length constraint is exceeded', async () => {
    const narrow = await issued({ name: 'CN=narrow', isAuthority: true, pathLength: 0 });
    const below = await issued({ name: 'CN=below', isAuthority: true, issuer: narrow });
    const leaf = await issued({ issuer: below });
    expect(await ask([leaf.pem, below.pem, narrow.pem])).toBe('x509: certificate signed by unknown authority');
    expect(await ask([(await issued({ issuer: narrow })).pem, narrow.pem])).toMatchObject({ username: 'jane' });
  });

  it('is rejected when an intermediate has expired or is only valid for servers', async () => {
    const late = await issued({ name: 'CN=late', isAuthority: true, notAfter: new Date(Date.now() - 1000) });
    expect(await ask([(await issued({ issuer: late })).pem, late.pem])).toContain('expired');
    const serving = await issued({ name: 'CN=serving', isAuthority: true, purposes: [SERVER_AUTHENTICATION] });
    expect(await ask([(await issued({ issuer: serving })).pem, serving.pem])).toContain('incompatible key usage');
  });

  it('is rejected when it is malformed', async () => {
    expect(await ask([x509.PemConverter.encode(new Uint8Array([48, 3, 1, 2, 3]).buffer, 'CERTIFICATE')])).toBe(
      'x509: malformed certificate',
    );
  });
});
