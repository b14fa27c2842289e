import { describe, expect, it } from 'vitest';
import type { Discovery } from '../../../../../src/client/discovery.ts';
import { dialectProblems } from '../../../../../src/ui/views/yaml/problems/dialect-problems.ts';
import { applyFix } from '../../../../../src/ui/views/yaml/problems/text-fix.ts';

const discoveryOf = (...groups: readonly string[]): Discovery => ({
  resources: groups.map((group) => ({
    ...{ group, version: 'v1', resource: 'things', kind: 'Thing', namespaced: true, preferred: true },
    ...{ verbs: [], shortNames: [], categories: [], subresources: [] },
  })),
  failed: [],
});
const CLUSTER = discoveryOf('', 'rbac.authorization.cluster.io', 'networking.cluster.io');
const KUBERNETES = discoveryOf('', 'rbac.authorization.k8s.io', 'networking.k8s.io');

const TEXT = `# a role
apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: baseline } }
---
apiVersion: 'rbac.authorization.k8s.io/v1' # quoted
kind: Role
metadata: { name: reader }
rules:
  - apiGroups: [networking.k8s.io, gateway.networking.k8s.io]
data: { note: rbac.authorization.k8s.io/v1 }
`;

describe('names of the other dialect in an editor', () => {
  const problems = dialectProblems(TEXT, CLUSTER);

  it('are marked at their positions', () => {
    expect(problems.map(({ document, range }) => [document, range])).toEqual([
      [1, { line: 6, column: 14, endLine: 6, endColumn: 42 }],
      [1, { line: 10, column: 17, endLine: 10, endColumn: 34 }],
    ]);
    expect(problems[0]?.message).toBe(
      'rbac.authorization.k8s.io/v1 is a name of the other dialect. This server uses rbac.authorization.cluster.io/v1.',
    );
  });

  it('are replaced one by one or together, without other changes', () => {
    const [one, all] = problems[0]?.fixes ?? [];
    expect(one?.title).toBe('Use rbac.authorization.cluster.io/v1');
    expect(one && applyFix(TEXT, one)).toBe(
      TEXT.replace("'rbac.authorization.k8s.io/v1'", "'rbac.authorization.cluster.io/v1'"),
    );
    const replaced = all && applyFix(TEXT, all);
    expect(replaced).toBe(
      TEXT.replace("'rbac.authorization.k8s.io/v1'", "'rbac.authorization.cluster.io/v1'")
        .replace('[networking.k8s.io', '[networking.cluster.io')
        .replace('pod-security.kubernetes.io', 'pod-security.cluster.io'),
    );
    expect(dialectProblems(replaced ?? '', CLUSTER)).toEqual([]);
    const [, back] = dialectProblems(replaced ?? '', KUBERNETES)[0]?.fixes ?? [];
    expect(back && applyFix(replaced ?? '', back)).toBe(TEXT);
  });

  it('are not marked when the server serves them', () => {
    expect(dialectProblems(TEXT, KUBERNETES)).toEqual([]);
    expect(dialectProblems('apiVersion: v1\nkind: ConfigMap\n', CLUSTER)).toEqual([]);
  });
});
