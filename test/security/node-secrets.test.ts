import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChildServer } from './child-server.ts';
import { message, sendRaw } from './raw-http.ts';

const TOKEN = 'planted-token-0123456789';
const PASSWORD = 'planted-password-9876543210';
const REVIEWED = 'planted-reviewed-token-555';
const ENCODED = Buffer.from(TOKEN).toString('base64url');
const PLANTED = [TOKEN, PASSWORD, REVIEWED, ENCODED, Buffer.from(PASSWORD).toString('base64')];

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

it('a server writes no credentials to its output and audit log', async () => {
  const audit = join(folder, 'audit.log');
  const policy = file(
    'policy.yaml',
    `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: Metadata
  resources: [{ group: "", resources: [secrets, serviceaccounts/token] }, { group: authentication.k8s.io }]
- level: RequestResponse
`,
  );
  const server = await startChildServer([
    ...['--token-auth-file', file('tokens.csv', `${TOKEN},admin,,"system:masters"\n`)],
    ...['--audit-policy-file', policy, '--audit-log-path', audit],
  ]);
  const authorization = ['Authorization', `Bearer ${TOKEN}`] as const;
  const secret = JSON.stringify({ metadata: { name: 's' }, stringData: { password: PASSWORD } });
  const review = JSON.stringify({ spec: { token: REVIEWED } });
  const json = (body: string) =>
    [
      ['Content-Type', 'application/json'],
      ['Content-Length', `${body.length}`],
    ] as const;
  const upgrade = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
  ] as const;
  const protocol = ['Sec-WebSocket-Protocol', `base64url.bearer.authorization.k8s.io.${ENCODED}, x`] as const;
  for (const bytes of [
    message('GET', '/api/v1/pods', [authorization]),
    message('GET', '/api/v1/pods', [['Authorization', `Basic ${Buffer.from(PASSWORD).toString('base64')}`]]),
    message('GET', '/api/v1/pods', [['Authorization', `Bearer ${PASSWORD}`]]),
    message('POST', '/api/v1/namespaces/default/secrets', [authorization, ...json(secret)], secret),
    message('POST', '/apis/authentication.k8s.io/v1/tokenreviews', [authorization, ...json(review)], review),
    message('GET', '/api/v1/pods?watch=1', [...upgrade, protocol]),
    message('GET', '//[', [...upgrade, protocol, authorization]),
    message('GET', '/api', [authorization, ['X', '\0']]),
    message('TRACE', '/api', [authorization]),
  ])
    await sendRaw(server.port, bytes);
  await server.stop();
  const log = readFileSync(audit, 'utf8');
  expect(log).toContain('"requestURI":"/api/v1/namespaces/default/secrets"');
  for (const planted of PLANTED) expect(`${server.output()}\n${log}`).not.toContain(planted);
});

it.each([
  ['with text after a quoted token', '--token-auth-file', `"a"${TOKEN},admin,\n`],
  ['with too few columns', '--token-auth-file', `${TOKEN},admin\n`],
  ['that is not YAML', '--authorization-webhook-config-file', `users:\n- user:\n   token: ${TOKEN}\n  x: [\n`],
  ['with a token that is not a text', '--authentication-token-webhook-config-file', `users: {${TOKEN}: [}`],
])('a file %s is rejected without disclosing its credentials', async (_, flag, text) => {
  const started = startChildServer([flag, file('broken', text)]);
  const failure = await started.then(
    async (server) => {
      await server.stop();
      return `${server.output()} the server started`;
    },
    (error: unknown) => String(error),
  );
  expect(failure).toContain('tabplane: ');
  expect(failure).not.toContain(TOKEN);
});
