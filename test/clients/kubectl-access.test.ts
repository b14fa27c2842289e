import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { certificateRequest } from './certificate-request.ts';
import { Kubectl } from './kubectl.ts';

const RIGHTS = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: editor, namespace: default }
rules:
- { apiGroups: [""], resources: [configmaps], verbs: [get, list] }
- { apiGroups: [apps], resources: [deployments/scale], resourceNames: [web], verbs: [update] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: editors, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor }
subjects:
- { apiGroup: rbac.authorization.k8s.io, kind: User, name: alice }
- { apiGroup: rbac.authorization.k8s.io, kind: Group, name: ops }
`;

describe('kubectl 1.28.3 manages access', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-kubectl-access-'));
  let host: NodeHost;
  let admin: Kubectl;
  let alice: Kubectl;
  const printed = async (kubectl: Kubectl, args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await kubectl.run(args, input === undefined ? {} : { input });
    return `${stdout}${stderr}${code === 0 ? '' : `exit ${code}\n`}`;
  };

  beforeAll(async () => {
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    host = await startNodeHost({ port: 0, securePort: 0, controllers: true, flags });
    const server = host.secureUrl ?? '';
    admin = new Kubectl({ server, token: 'admin-token', folder });
    alice = new Kubectl({ server, token: 'alice-token', folder });
    await printed(admin, ['apply', '-f', '-'], RIGHTS);
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the permissions of the user', async () => {
    expect(await printed(alice, ['auth', 'can-i', '--list'])).toBe(
      `${[
        'Resources                                       Non-Resource URLs   Resource Names   Verbs',
        'selfsubjectreviews.authentication.k8s.io        []                  []               [create]',
        'selfsubjectaccessreviews.authorization.k8s.io   []                  []               [create]',
        'selfsubjectrulesreviews.authorization.k8s.io    []                  []               [create]',
        'configmaps                                      []                  []               [get list]',
        ...[
          ...['[/api/*]', '[/api]', '[/apis/*]', '[/apis]', '[/healthz]', '[/healthz]', '[/livez]', '[/livez]'],
          ...['[/openapi/*]', '[/openapi]', '[/readyz]', '[/readyz]'],
          ...['[/version/]', '[/version/]', '[/version]', '[/version]'],
        ].map((path) => `${' '.repeat(48)}${path.padEnd(20)}[]               [get]`),
        'deployments.apps/scale                          []                  [web]            [update]',
      ].join('\n')}\n`,
    );
    expect(
      await printed(admin, ['auth', 'can-i', '--list', '--as', 'system:node:n1', '--as-group', 'system:nodes']),
    ).toMatch(/\nWarning: the list may be incomplete: node authorizer does not support user rule resolution\n$/);
  });

  it.each([
    ['get configmaps', 'yes\n'],
    ['get configmaps -n kube-system', 'no\nexit 1\n'],
    ['get nodes', "no\nWarning: resource 'nodes' is not namespace scoped\n\nexit 1\n"],
    ['list widgets', "no\nWarning: the server doesn't have a resource type 'widgets'\n\nexit 1\n"],
    ['update deployments.apps/web --subresource=scale', 'yes\n'],
    ['update deployments.apps/other --subresource=scale', 'no\nexit 1\n'],
    ['get /version', 'yes\n'],
    ['get /metrics', 'no\nexit 1\n'],
    ['get configmaps -q', ''],
  ])('can-i %s', async (question, answer) => {
    expect(await printed(alice, ['auth', 'can-i', ...question.split(' ')])).toBe(answer);
  });

  it.each([
    ['delete pods --as bob', 'no\nexit 1\n'],
    ['get configmaps --as bob', 'no\nexit 1\n'],
    ['get configmaps --as bob --as-group ops', 'yes\n'],
    ['get secrets --as system:serviceaccount:default:default', 'no\nexit 1\n'],
    ['delete nodes --as root --as-group system:masters', 'yes\n'],
  ])('can-i %s', async (question, answer) => {
    const said = await printed(admin, ['auth', 'can-i', ...question.split(' ')]);
    expect(said.replace("Warning: resource 'nodes' is not namespace scoped\n\n", '')).toBe(answer);
  });

  it('denies impersonation without permission', async () => {
    expect(await printed(alice, ['auth', 'can-i', 'get', 'pods', '--as', 'bob'])).toBe(
      'Error from server (Forbidden): users "bob" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope\nexit 1\n',
    );
  });

  it('shows the current user', async () => {
    expect(await printed(alice, ['auth', 'whoami'])).toBe(
      'ATTRIBUTE   VALUE\nUsername    alice\nUID         alice-uid\nGroups      [dev system:authenticated]\n',
    );
    expect(await printed(admin, ['auth', 'whoami', '--as', 'bob', '--as-uid', 'u1', '--as-group', 'ops'])).toBe(
      'ATTRIBUTE   VALUE\nUsername    bob\nUID         u1\nGroups      [ops system:authenticated]\n',
    );
  });

  it('creates tokens that authenticate as a service account', async () => {
    await printed(admin, ['create', 'serviceaccount', 'robot']);
    const token = (await printed(admin, ['create', 'token', 'robot'])).trim();
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const robot = new Kubectl({ server: host.secureUrl ?? '', token, folder });
    expect(await printed(robot, ['auth', 'whoami'])).toMatch(
      /Username\s+system:serviceaccount:default:robot\nUID\s+[\w-]{36}\nGroups\s+\[system:serviceaccounts system:serviceaccounts:default system:authenticated\]\n/,
    );
  });

  it('creates tokens for other audiences, with a lifetime, and bound to an object', async () => {
    await printed(admin, ['create', 'serviceaccount', 'worker']);
    const others = ['--audience', 'a', '--audience', 'b', '--duration', '20m', '-o', 'jsonpath={.spec}'];
    expect(JSON.parse(await printed(admin, ['create', 'token', 'worker', ...others]))).toEqual({
      audiences: ['a', 'b'],
      boundObjectRef: null,
      expirationSeconds: 1200,
    });
    await printed(admin, ['create', 'secret', 'generic', 'anchor']);
    const bound = ['--bound-object-kind', 'Secret', '--bound-object-name', 'anchor'];
    const token = (await printed(admin, ['create', 'token', 'worker', ...bound])).trim();
    const worker = new Kubectl({ server: host.secureUrl ?? '', token, folder });
    expect(await printed(worker, ['auth', 'can-i', 'get', '/version'])).toBe('yes\n');
    await printed(admin, ['delete', 'secret', 'anchor']);
    expect(await printed(worker, ['auth', 'whoami'])).toBe(
      'error: You must be logged in to the server (Unauthorized)\nexit 1\n',
    );
  });

  it.each([
    [
      'robot --duration 1m',
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes',
    ],
    ['nobody', 'serviceaccounts "nobody" not found'],
    ['robot --bound-object-kind Pod --bound-object-name p', 'pods "p" not found'],
  ])('rejects the token %s', async (request, reason) => {
    expect(await printed(admin, ['create', 'token', ...request.split(' ')])).toBe(
      `error: failed to create token: ${reason}\nexit 1\n`,
    );
  });

  it('approves and denies certificate requests', async () => {
    const create = async (name: string) =>
      printed(admin, ['create', '-f', '-'], await certificateRequest(name, 'example.com/signer'));
    expect(await create('good')).toBe('certificatesigningrequest.certificates.k8s.io/good created\n');
    await create('bad');
    expect(await printed(admin, ['get', 'csr', 'good'])).toMatch(
      /^NAME\s+AGE\s+SIGNERNAME\s+REQUESTOR\s+REQUESTEDDURATION\s+CONDITION\ngood\s+\d+s\s+example\.com\/signer\s+admin\s+60m\s+Pending\n$/,
    );
    expect(await printed(admin, ['certificate', 'approve', 'good'])).toBe(
      'certificatesigningrequest.certificates.k8s.io/good approved\n',
    );
    expect(await printed(admin, ['certificate', 'deny', 'bad'])).toBe(
      'certificatesigningrequest.certificates.k8s.io/bad denied\n',
    );
    const conditions = [
      'get',
      'csr',
      '-o',
      'jsonpath={range .items[*]}{.metadata.name} {.status.conditions[0]}{"\\n"}{end}',
    ];
    expect(await printed(admin, conditions)).toMatch(
      /^bad .*"message":"This CSR was denied by kubectl certificate deny\.","reason":"KubectlDeny","status":"True","type":"Denied".*\ngood .*"message":"This CSR was approved by kubectl certificate approve\.","reason":"KubectlApprove","status":"True","type":"Approved".*\n$/,
    );
    expect(await printed(alice, ['certificate', 'approve', 'good'])).toBe(
      'Error from server (Forbidden): certificatesigningrequests.certificates.k8s.io "good" is forbidden: User "alice" cannot get resource "certificatesigningrequests" in API group "certificates.k8s.io" at the cluster scope\nexit 1\n',
    );
  });
});
