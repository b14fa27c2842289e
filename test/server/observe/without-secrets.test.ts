import { describe, expect, it } from 'vitest';
import type { RequestTrace } from '../../../src/api/debug/request-trace.ts';
import { jsonWithoutSecrets } from '../../../src/server/observe/traces/without-secrets.ts';

const PLANTED = 'hunter2-planted';
const KUBECONFIG = `users:\n- name: admin\n  user:\n    password: ${PLANTED}\n    token: "${PLANTED} x"\n`;
const NAMES = ['nginx1.17c0ffee17c0ffee', 'a password policy', 'token-controller', 'a basic example'];

/** Returns the parsed JSON of the trace of a write of a ConfigMap with this data. */
const traceOf = (data: object): { request: { body: { data: Record<string, string> } } } =>
  JSON.parse(jsonOf(data)) as never;

function jsonOf(data: object): string {
  const request = { verb: 'create', resource: 'configmaps', body: { data } };
  return jsonWithoutSecrets({ request, admission: [] } as unknown as RequestTrace);
}

describe('the trace of a write', () => {
  it.each([
    ['a password', { password: PLANTED }],
    ['a password with quotes', { password: `"${PLANTED}` }],
    ['a token', { token: PLANTED }],
    ['an OAuth secret', { clientSecret: PLANTED, 'refresh-token': PLANTED }],
    ['a kubeconfig as YAML', { config: KUBECONFIG }],
    ['a kubeconfig as JSON', { config: JSON.stringify({ users: [{ user: { password: PLANTED, token: PLANTED } }] }) }],
    ['a kubeconfig as indented JSON', { config: JSON.stringify({ 'client-key-data': PLANTED }, null, 2) }],
    ['an Authorization header with a token', { header: `Authorization: Bearer ${PLANTED}` }],
    ['an Authorization header with a password', { header: `authorization: basic ${btoa(PLANTED)}` }],
  ])('does not contain %s', (_, data) => {
    const text = JSON.stringify(traceOf(data));
    expect(text).not.toContain(PLANTED);
    expect(text).not.toContain(btoa(PLANTED));
    expect(text).toContain('<redacted>');
  });

  it('is JSON in Go format', () => {
    expect(jsonOf({ note: 'a & b', password: PLANTED })).toContain(
      String.raw`{"note":"a \u0026 b","password":"\u003credacted\u003e"}`,
    );
  });

  it('does not contain a bootstrap token', () => {
    expect(JSON.stringify(traceOf({ text: 'join with abcdef.0123456789uvwxyz' }))).not.toContain('uvwxyz');
  });

  it('contains names and texts that only resemble secrets', () => {
    expect(traceOf({ names: NAMES.join() }).request.body.data.names).toBe(NAMES.join());
  });
});
