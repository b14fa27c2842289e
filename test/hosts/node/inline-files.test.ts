import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readWithInlineFiles } from '../../../src/hosts/node/inline-files.ts';
import { readServerFlags } from '../../../src/hosts/node/read-server-flags.ts';

const folder = mkdtempSync(join(tmpdir(), 'tabplane-inline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

file('hooks/ca.pem', 'CA');
file('hooks/token', 'secret\n');
const kubeconfig = file(
  'hooks/kubeconfig.yaml',
  'clusters: [{cluster: {server: https://x, certificate-authority: ca.pem}}]\nusers: [{user: {tokenFile: token}}]\n',
);
const INLINED = {
  clusters: [{ cluster: { server: 'https://x', 'certificate-authority-data': btoa('CA') } }],
  users: [{ user: { token: 'secret' } }],
};

test('a kubeconfig includes the contents of its files, resolved from its own folder', async () => {
  expect(parse(await readWithInlineFiles(kubeconfig))).toEqual(INLINED);
});

test('an admission configuration includes the files of its plugins and their kubeconfigs', async () => {
  file('plugin.yaml', 'imagePolicy: {kubeConfigFile: hooks/kubeconfig.yaml, allowTTL: 50}\n');
  const path = file('admission.yaml', 'plugins: [{name: ImagePolicyWebhook, path: plugin.yaml}, {name: Other}]\n');
  const { plugins } = parse(await readWithInlineFiles(path));
  expect(plugins[1]).toEqual({ name: 'Other' });
  const { kubeConfigFile, allowTTL } = plugins[0].configuration.imagePolicy;
  expect(allowTTL).toBe(50);
  expect(parse(kubeConfigFile)).toEqual(INLINED);
});

test('repeated flags append lists and files, and otherwise the last one wins', async () => {
  const { flags, token } = await readServerFlags({
    'service-account-issuer': ['https://a', 'https://b'],
    'client-ca-file': [file('one.pem', 'ONE'), file('two.pem', 'TWO')],
    'oidc-groups-claim': ['x', 'roles'],
    'token-auth-file': [file('tokens.csv', '"secret",admin,1\n')],
  });
  expect(flags).toMatchObject({
    'service-account-issuer': 'https://a,https://b',
    'client-ca-file': 'ONE\nTWO',
    'oidc-groups-claim': 'roles',
  });
  expect(token).toBe('secret');
});

test('a missing file is reported with its flag', async () => {
  const path = file('broken.yaml', 'clusters: [{cluster: {certificate-authority: nowhere.pem}}]\n');
  await expect(readServerFlags({ 'authentication-token-webhook-config-file': [path] })).rejects.toThrow(
    `--authentication-token-webhook-config-file: there is no file ${join(folder, 'nowhere.pem')}`,
  );
});
