import { describe, expect, it } from 'vitest';
import type { RequestTrace, TracedRequest } from '../../../../src/api/debug/request-trace.ts';
import { proposedRoles } from '../../../../src/ui/state/access/proposed-roles.ts';
import {
  isAllowedToEverybody,
  isSentBy,
  roleOfTrace,
  rulesOf,
  ruleUses,
  usedActionOf,
} from '../../../../src/ui/state/access/used-access.ts';

const VIEWER = 'RBAC: allowed by RoleBinding "viewers/shop" of Role "viewer" to User "alice"';

/** Returns the trace of a request of alice, by its verb, resource and name: `get pods a`. */
function traceOf(text: string, more: Partial<TracedRequest> = {}, reason = VIEWER): RequestTrace {
  const [verb = '', resource = '', name] = text.split(' ');
  const request = { verb, method: 'GET', path: '/x', group: '', resource, namespace: 'shop', dryRun: false };
  return {
    apiVersion: 'debug.tabplane.dev/v1alpha1',
    kind: 'RequestTrace',
    metadata: { name: text, creationTimestamp: '2026-01-01T00:00:00Z' },
    requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
    auditID: text,
    request: { ...request, ...(name ? { name } : {}), ...more },
    user: { username: 'alice', groups: ['dev', 'system:authenticated'] },
    authorization: { decision: reason ? 'allow' : 'no-opinion', reason },
    admission: [],
    response: { code: reason ? 200 : 403, warnings: [] },
    milliseconds: 1,
  };
}

const actionsOf = (...texts: string[]) => texts.map((text) => usedActionOf(traceOf(text)));

describe('used access', () => {
  it('has the sender of a request as a user or as a member of a group', () => {
    const trace = traceOf('get pods');
    expect(isSentBy(trace, { username: 'alice' })).toBe(true);
    expect(isSentBy(trace, { username: 'bob' })).toBe(false);
    expect(isSentBy(trace, { username: '', groups: ['dev'] })).toBe(true);
    expect(isSentBy(trace, { username: '', groups: ['ops'] })).toBe(false);
  });

  it('reads the role from the reason of the authorizer', () => {
    expect(roleOfTrace(traceOf('get pods'))).toEqual({ kind: 'Role', namespace: 'shop', name: 'viewer' });
    const clusterWide = 'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "view" to Group "dev"';
    expect(roleOfTrace(traceOf('get pods', {}, clusterWide))).toEqual({ kind: 'ClusterRole', name: 'view' });
    const local = 'RBAC: allowed by RoleBinding "v/shop" of ClusterRole "view" to Group "dev"';
    expect(roleOfTrace(traceOf('get pods', {}, local))).toEqual({ kind: 'ClusterRole', name: 'view' });
    expect(roleOfTrace(traceOf('get pods', {}, ''))).toBeUndefined();
  });

  it('leaves out what every user may do', () => {
    const reason = 'RBAC: allowed by ClusterRoleBinding "d" of ClusterRole "d" to Group "system:authenticated"';
    expect(isAllowedToEverybody(traceOf('get pods', {}, reason))).toBe(true);
    expect(isAllowedToEverybody(traceOf('get pods'))).toBe(false);
  });

  it('counts the requests of each rule, with rules that were never used first', () => {
    const role = { kind: 'Role', namespace: 'shop', name: 'viewer' };
    const used = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods', 'services'] };
    const unused = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
    const other = { kind: 'Role', namespace: 'shop', name: 'other' };
    const uses = ruleUses(
      [
        { role, rule: used },
        { role, rule: unused },
        { role: other, rule: used },
      ],
      [traceOf('get pods a'), traceOf('list pods'), traceOf('get secrets a', {}, '')],
    );
    expect(uses.map(({ role: { name }, rule, count }) => [name, rule.resources, count])).toEqual([
      ['viewer', ['secrets'], 0],
      ['other', ['pods', 'services'], 0],
      ['viewer', ['pods', 'services'], 2],
    ]);
    expect(uses[2]).toMatchObject({
      unused: ['watch', 'services'],
      users: ['alice'],
      lastTime: '2026-01-01T00:00:00.000000Z',
    });
    expect(uses[0]?.unused).toEqual([]);
  });

  it('counts a rule of two bindings once', () => {
    const role = { kind: 'ClusterRole', name: 'view' };
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
    expect(
      ruleUses(
        [
          { role, rule },
          { role, rule },
        ],
        [],
      ),
    ).toHaveLength(1);
  });
});

describe('the smallest rules for some actions', () => {
  it('merge verbs of a resource, and resources with equal verbs', () => {
    const actions = actionsOf('get pods a', 'list pods', 'get services', 'list services b', 'create configmaps c');
    expect(rulesOf(actions, false)).toEqual([
      { verbs: ['create'], apiGroups: [''], resources: ['configmaps'] },
      { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'services'] },
    ]);
  });

  it('keep groups and subresources apart', () => {
    const scale = usedActionOf(traceOf('patch deployments web', { group: 'apps', subresource: 'scale' }));
    expect(rulesOf([scale, ...actionsOf('get pods')], false)).toEqual([
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
      { verbs: ['patch'], apiGroups: ['apps'], resources: ['deployments/scale'] },
    ]);
  });

  it('name objects on request, but not those to create', () => {
    const actions = actionsOf('get secrets a', 'get secrets b', 'create secrets c', 'get pods a', 'get pods');
    expect(rulesOf(actions, true)).toEqual([
      { verbs: ['create'], apiGroups: [''], resources: ['secrets'] },
      { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['a', 'b'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
    ]);
  });

  it('allow paths without their queries', () => {
    const { namespace: _, resource: __, ...request } = traceOf('get x').request;
    const action = usedActionOf({ request: { ...request, path: '/metrics?a=b' } });
    expect(rulesOf([action], true)).toEqual([{ verbs: ['get'], nonResourceURLs: ['/metrics'] }]);
  });
});

describe('proposed roles', () => {
  const options = { group: 'rbac.example', areNamed: false, takenNames: new Set(['alice-used']) };

  it('are a role for each namespace and a cluster role for the rest, with free names', () => {
    const nodes = { ...traceOf('get nodes').request, namespace: '' };
    const proposals = proposedRoles([...actionsOf('get pods'), usedActionOf({ request: nodes })], {
      ...options,
      user: { username: 'alice' },
    });
    expect(proposals.map(({ objects }) => objects.map(({ kind, metadata }) => [kind, metadata]))).toEqual([
      [
        ['ClusterRole', { name: 'alice-used-2' }],
        ['ClusterRoleBinding', { name: 'alice-used-2' }],
      ],
      [
        ['Role', { name: 'alice-used-2', namespace: 'shop' }],
        ['RoleBinding', { name: 'alice-used-2', namespace: 'shop' }],
      ],
    ]);
  });

  it('are bound to users, groups and service accounts', () => {
    const subjectFor = (user: { username: string; groups?: string[] }) => {
      const [proposal] = proposedRoles(actionsOf('get pods'), { ...options, user });
      const binding = proposal?.objects[1];
      return binding && 'subjects' in binding ? binding.subjects : undefined;
    };
    expect(subjectFor({ username: 'bob' })).toEqual([{ apiGroup: 'rbac.example', kind: 'User', name: 'bob' }]);
    expect(subjectFor({ username: '', groups: ['dev'] })).toEqual([
      { apiGroup: 'rbac.example', kind: 'Group', name: 'dev' },
    ]);
    expect(subjectFor({ username: 'system:serviceaccount:shop:robot' })).toEqual([
      { kind: 'ServiceAccount', namespace: 'shop', name: 'robot' },
    ]);
  });
});
