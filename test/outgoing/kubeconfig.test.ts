import { expect, test } from 'vitest';
import { readKubeconfig } from '../../src/outgoing/kubeconfig.ts';
import { readYaml } from '../../src/schema/yaml/yaml-to-json.ts';

const of = (cluster: string, user = '{}') =>
  readKubeconfig(readYaml(`clusters: [{ name: c, cluster: ${cluster} }]\nusers: [{ name: u, user: ${user} }]\n`));

test('the only cluster and user are used when there is no current context', () => {
  expect(of('{ server: "http://127.0.0.1:1/x" }').server.href).toBe('http://127.0.0.1:1/x');
});

test('certificates and keys are decoded from base64', () => {
  const { trust } = of(
    '{ server: "https://a", tls-server-name: b, insecure-skip-tls-verify: true }',
    '{ client-certificate-data: Y2VydA==, client-key-data: a2V5 }',
  );
  expect(trust).toEqual({ serverName: 'b', insecureSkipVerify: true, clientCertificate: 'cert', clientKey: 'key' });
});

test('a username and password become basic credentials', () => {
  expect(of('{ server: "https://a" }', '{ username: me, password: pw }').authorization).toBe(`Basic ${btoa('me:pw')}`);
});

test.each([
  ['{ server: "https://a", certificate-authority: ca.pem }', '{}', /certificate-authority-data/],
  ['{ server: "https://a" }', '{ tokenFile: t }', /as token/],
  ['{ server: nowhere }', '{}', /needs a server/],
])('rejects %s with %s', (cluster, user, message) => {
  expect(() => of(cluster, user)).toThrow(message);
});

test('a missing context is rejected', () => {
  expect(() => readKubeconfig({ 'current-context': 'x' })).toThrow('the kubeconfig has no context "x"');
});
