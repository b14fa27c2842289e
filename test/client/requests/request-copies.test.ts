import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TracedRequest } from '../../../src/api/debug/request-trace.ts';
import { headerText } from '../../../src/api/user-extra.ts';
import { asCurl, asFetch } from '../../../src/client/requests/http-copies.ts';
import { asKubectl } from '../../../src/client/requests/kubectl-copy.ts';

const BASE = 'http://localhost:8080';
const ANN = { username: 'ann', groups: ['dev team', 'system:authenticated'] };

const ofPods = (more: Partial<TracedRequest> & Pick<TracedRequest, 'verb' | 'method'>): TracedRequest => ({
  path: '/api/v1/namespaces/shop/pods',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: 'shop',
  dryRun: false,
  ...more,
});

const ofDeployment = (more: Partial<TracedRequest> & Pick<TracedRequest, 'verb' | 'method'>): TracedRequest =>
  ofPods({
    path: '/apis/apps/v1/namespaces/shop/deployments/web',
    group: 'apps',
    resource: 'deployments',
    name: 'web',
    ...more,
  });

const body = '{"kind":"Pod"}';

describe('the kubectl command of a request', () => {
  const command = (request: TracedRequest) => asKubectl({ request });

  it('reads objects and collections with their selectors', () => {
    expect(command(ofDeployment({ verb: 'get', method: 'GET' }))).toBe('kubectl get deployments.apps web -n shop');
    expect(
      command(ofPods({ verb: 'list', method: 'GET', path: '/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb' })),
    ).toBe('kubectl get pods -n shop -l app=web');
    expect(command(ofPods({ verb: 'watch', method: 'GET', path: '/api/v1/pods', namespace: '' }))).toBe(
      'kubectl get pods -A --watch-only',
    );
  });

  it('reads logs with their options', () => {
    const path = '/api/v1/namespaces/shop/pods/web/log?container=app&tailLines=20&follow=true&sinceSeconds=60';
    expect(command(ofPods({ verb: 'get', method: 'GET', name: 'web', subresource: 'log', path }))).toBe(
      'kubectl logs web -n shop -c app --tail 20 --since 60s --follow',
    );
  });

  it('creates and replaces objects from the body', () => {
    const create = ofPods({ verb: 'create', method: 'POST', name: 'web', body, dryRun: true });
    expect(command(create)).toBe(`kubectl create -n shop --dry-run=server -f - <<'EOF'\n${body}\nEOF`);
    const update = ofDeployment({ verb: 'update', method: 'PUT', subresource: 'status', body });
    expect(command(update)).toBe(`kubectl replace --subresource status -n shop -f - <<'EOF'\n${body}\nEOF`);
  });

  it('reads the body from a file when the trace does not contain it', () => {
    expect(command(ofPods({ verb: 'create', method: 'POST' }))).toBe('kubectl create -n shop -f body.json');
    expect(command(ofDeployment({ verb: 'patch', method: 'PATCH' }))).toBe(
      'kubectl patch deployments.apps web -n shop --type merge --patch-file body.json',
    );
  });

  it('uses the type of the patch', () => {
    const patch = (type: string, path = '') =>
      command(ofDeployment({ verb: 'patch', method: 'PATCH', body: "{'a'}", path, headers: { 'content-type': type } }));
    expect(patch('application/json-patch+json')).toBe(
      "kubectl patch deployments.apps web -n shop --type json -p '{'\\''a'\\''}'",
    );
    expect(patch('application/apply-patch+yaml', '/x?fieldManager=me&force=true')).toBe(
      "kubectl apply --server-side --force-conflicts -n shop --field-manager me -f - <<'EOF'\n{'a'}\nEOF",
    );
  });

  it('deletes with the propagation policy and the grace period', () => {
    const options = '{"propagationPolicy":"Foreground","gracePeriodSeconds":0}';
    expect(command(ofDeployment({ verb: 'delete', method: 'DELETE', body: options }))).toBe(
      'kubectl delete deployments.apps web -n shop --cascade=foreground --grace-period=0 --force',
    );
    expect(command(ofPods({ verb: 'deletecollection', method: 'DELETE' }))).toBe('kubectl delete pods --all -n shop');
    const path = '/api/v1/namespaces/shop/pods?labelSelector=a%20in%20(b)&propagationPolicy=Orphan';
    expect(command(ofPods({ verb: 'deletecollection', method: 'DELETE', path }))).toBe(
      "kubectl delete pods -l 'a in (b)' -n shop --cascade=orphan",
    );
  });

  it('does not repeat the name of a namespace', () => {
    const request = ofPods({ verb: 'delete', method: 'DELETE', resource: 'namespaces', name: 'shop' });
    expect(command(request)).toBe('kubectl delete namespaces shop');
  });

  it('is a raw request for paths and other subresources', () => {
    expect(command({ verb: 'get', method: 'GET', path: '/metrics?a=b', dryRun: false })).toBe(
      "kubectl get --raw '/metrics?a=b'",
    );
    const path = '/api/v1/namespaces/shop/pods/web/eviction';
    expect(command(ofPods({ verb: 'create', method: 'POST', name: 'web', subresource: 'eviction', path, body }))).toBe(
      `kubectl create --raw ${path} -f - <<'EOF'\n${body}\nEOF`,
    );
  });

  it('impersonates the user with the groups that the server does not add', () => {
    const request = ofPods({ verb: 'get', method: 'GET', name: 'web' });
    expect(asKubectl({ request, user: ANN })).toBe("kubectl --as ann --as-group 'dev team' get pods web -n shop");
    const user = { username: 'system:serviceaccount:a:b', groups: ['system:serviceaccounts'] };
    expect(asKubectl({ request, user })).toBe('kubectl --as system:serviceaccount:a:b get pods web -n shop');
  });
});

describe('the curl command of a request', () => {
  it('contains the method, headers and body, and a variable for the token', () => {
    const request = ofPods({ verb: 'create', method: 'POST', body: "it's" });
    expect(asCurl({ request, user: ANN }, BASE)).toBe(
      [
        'curl -X POST http://localhost:8080/api/v1/namespaces/shop/pods',
        '-H "Authorization: Bearer $TOKEN"',
        "-H 'Content-Type: application/json'",
        "-H 'Impersonate-User: ann'",
        "-H 'Impersonate-Group: dev team'",
        "--data-binary 'it'\\''s'",
      ].join(' \\\n  '),
    );
  });

  it('streams watches, and has the Accept header of the request', () => {
    const path = '/api/v1/pods?watch=true';
    const request = ofPods({ verb: 'watch', method: 'GET', path, headers: { accept: 'application/yaml' } });
    expect(asCurl({ request }, BASE)).toBe(
      `curl --no-buffer 'http://localhost:8080/api/v1/pods?watch=true' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Accept: application/yaml'`,
    );
  });

  it('reads the body from a file when the trace does not contain it', () => {
    expect(asCurl({ request: ofPods({ verb: 'create', method: 'POST' }) }, BASE)).toContain('--data-binary @body.json');
  });
});

describe('a shell that runs a copied request with hostile texts', () => {
  const ATTACK = `$TOKEN"; touch pwned; $(touch pwned) \`touch pwned\` ' | touch pwned #\n\u001b[201~touch pwned\u202e`;
  /** A text that ends the input of a command, and goes on with another command. */
  const ENDING = 'a: b\nEOF\ntouch pwned\nEOF_\ntouch pwned';

  /** Runs commands in a folder where kubectl and curl print their arguments and input as JSON. */
  function run(command: string): { args: string[]; input: string; files: string[] } {
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-copies-'));
    try {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      const script = `#!${process.execPath}
const reads = process.argv.includes('-') || process.argv.includes('-f');
const input = reads ? require('node:fs').readFileSync(0, 'utf8') : '';
console.log(JSON.stringify({ args: process.argv.slice(2), input }));`;
      for (const name of ['kubectl', 'curl']) writeFileSync(join(bin, name), script, { mode: 0o755 });
      const env = { PATH: `${bin}:${process.env.PATH}`, TOKEN: 'secret', LC_ALL: 'C.UTF-8' };
      const { stdout } = spawnSync('bash', ['-c', command], { cwd: folder, env, encoding: 'utf8', input: '' });
      return { ...JSON.parse(stdout), files: readdirSync(folder).filter((name) => name !== 'bin') };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const user = { username: ATTACK, groups: [`-${ATTACK}`] };
  const path = `/api/v1/namespaces/shop/pods?fieldValidation=${encodeURIComponent(ATTACK)}&fieldManager=${encodeURIComponent(ATTACK)}`;

  it.each([
    ['a group and a resource', ofPods({ verb: 'list', method: 'GET', group: ATTACK, resource: ATTACK })],
    ['a name', ofPods({ verb: 'get', method: 'GET', name: ATTACK })],
    ['a namespace', ofPods({ verb: 'list', method: 'GET', namespace: ATTACK })],
    ['a patch', ofDeployment({ verb: 'patch', method: 'PATCH', body: ATTACK })],
    [
      'a grace period',
      ofPods({ verb: 'delete', method: 'DELETE', body: JSON.stringify({ gracePeriodSeconds: ATTACK }) }),
    ],
    ['the options of a write', ofPods({ verb: 'create', method: 'POST', path, body })],
    ['a path', { verb: 'get', method: 'GET', path: `/${ATTACK}`, dryRun: false }],
    ['a method', ofPods({ verb: 'create', method: '`touch_pwned`$(touch)|x', path })],
  ] satisfies [string, TracedRequest][])('executes nothing of %s', (_, request) => {
    const kubectl = run(asKubectl({ request, user }));
    expect(kubectl.files).toEqual([]);
    expect(kubectl.args.slice(0, 4)).toEqual(['--as', ATTACK, '--as-group', `-${ATTACK}`]);
    const curl = run(asCurl({ request, user }, BASE));
    expect(curl.files).toEqual([]);
    expect(curl.args).toContain('Authorization: Bearer secret');
    expect(curl.args).toContain(`Impersonate-User: ${ATTACK}`);
  });

  it.each([ENDING, `a: ${ATTACK}`])('passes a body as input, whatever its lines are', (text) => {
    const request = ofPods({ verb: 'create', method: 'POST', body: text });
    expect(run(asKubectl({ request }))).toMatchObject({ input: `${text}\n`, files: [] });
  });

  it('does not take a name for an option', () => {
    const roles = { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', name: '--all', namespace: '' };
    const target = 'clusterroles.rbac.authorization.k8s.io/--all';
    for (const request of [
      ofPods({ ...roles, verb: 'delete', method: 'DELETE' }),
      ofPods({ ...roles, verb: 'get', method: 'GET' }),
      ofPods({ ...roles, verb: 'patch', method: 'PATCH', body: '{}' }),
    ]) {
      const { args } = run(asKubectl({ request }));
      expect(args).toContain(target);
      expect(args).not.toContain('--all');
    }
  });

  it('is given no invisible characters when the command is pasted', () => {
    const request = ofPods({ verb: 'create', method: 'POST', path, body: `a: ${ATTACK}` });
    for (const text of [
      asKubectl({ request, user }),
      asCurl({ request, user }, BASE),
      asFetch({ request, user }, BASE),
    ])
      expect([text.includes('\u001b'), text.includes('\u202e')]).toEqual([false, false]);
  });
});

describe('the JavaScript of a request', () => {
  /** Runs the code with a fetch that records its arguments. */
  async function run(code: string): Promise<{ url: string; init: RequestInit }> {
    let sent: { url: string; init: RequestInit } | undefined;
    const fetch = async (url: string, init: RequestInit) => {
      sent = { url, init };
      return new Response('answer');
    };
    const run = new Function('fetch', 'console', 'token', 'body', `return (async () => { ${code} })()`);
    await run(fetch, { log: () => undefined }, 'secret', 'own body');
    return sent as { url: string; init: RequestInit };
  }

  it('sends the same method, headers and body as the request', async () => {
    const text = 'line\n\'quoted\' \\ "text"';
    const request = ofPods({ verb: 'create', method: 'POST', body: text });
    const { url, init } = await run(asFetch({ request, user: ANN }, BASE));
    expect([url, init.method, init.body]).toEqual([`${BASE}/api/v1/namespaces/shop/pods`, 'POST', text]);
    const headers = new Headers(init.headers);
    expect(headers.get('authorization')).toBe('Bearer secret');
    expect([headers.get('impersonate-user'), headers.get('impersonate-group')]).toEqual(['ann', 'dev team']);
  });

  it('sends hostile texts unchanged', async () => {
    const username = '$TOKEN\'"`$alert`\\u001b';
    const request = ofPods({ verb: 'create', method: 'POST', body: '\u001b\u202e\u2028`$x`' });
    const { init } = await run(asFetch({ request, user: { username } }, BASE));
    expect(init.body).toBe(request.body);
    expect(new Headers(init.headers).get('impersonate-user')).toBe(username);
  });

  it('sends names as UTF-8', async () => {
    const { init } = await run(
      asFetch({ request: ofPods({ verb: 'list', method: 'GET' }), user: { username: 'Žofie' } }, BASE),
    );
    expect(headerText(new Headers(init.headers).get('impersonate-user'))).toBe('Žofie');
  });

  it('sends the variable body when the trace does not contain the body', async () => {
    const { init } = await run(asFetch({ request: ofPods({ verb: 'create', method: 'POST' }) }, BASE));
    expect(init.body).toBe('own body');
  });
});
