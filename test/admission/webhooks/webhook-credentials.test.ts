import { expect, test } from 'vitest';
import { credentialsFrom } from '../../../src/admission/webhooks/webhook-credentials.ts';

const user = (name: string, fields: object = { token: name }) => ({ name, user: fields });
const find = (...users: object[]) => credentialsFrom({ kubeConfigFile: JSON.stringify({ users }) });
const authorizationFor = (host: string | readonly string[], ...users: object[]) =>
  find(...users)(typeof host === 'string' ? [host] : host).authorization;

test('users are looked up by host, most specific name first', () => {
  const users = [user('*'), user('*.default.svc'), user('hooks.default.svc'), user('hooks.default.svc:8443')];
  expect(authorizationFor(['hooks.default.svc:443', 'hooks.default.svc'], ...users)).toBe('Bearer hooks.default.svc');
  expect(authorizationFor('hooks.default.svc:8443', ...users)).toBe('Bearer hooks.default.svc:8443');
  expect(authorizationFor(['other.default.svc:443', 'other.default.svc'], ...users)).toBe('Bearer *.default.svc');
  expect(authorizationFor('example.com', ...users)).toBe('Bearer *');
  expect(authorizationFor('example.com')).toBeUndefined();
});

test('a user presents a token, basic credentials or a certificate', () => {
  expect(authorizationFor('a', user('a', { username: 'me', password: 'pass' }))).toBe(`Basic ${btoa('me:pass')}`);
  const shown = { 'client-certificate-data': btoa('CERT'), 'client-key-data': btoa('KEY') };
  expect(find(user('a', shown))(['a'])).toEqual({ trust: { clientCertificate: 'CERT', clientKey: 'KEY' } });
});
