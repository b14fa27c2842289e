import { packageScenario } from './scenario-definition.ts';
import { shop, shopUsers } from './shop/shop.ts';

const RBAC = 'rbac.authorization.k8s.io';

export const fewRights = packageScenario({
  name: 'few rights',
  description:
    'The shop, with an auditor who can read most things, an operator who can only scale, and a guest without rights.',
  seed: [
    ...shop,
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'auditors-view' },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'cluster-auditors' }],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'Role',
      metadata: { name: 'scale-deployments', namespace: 'shop' },
      rules: [
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get', 'patch', 'update'] },
        { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
      ],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'operators-scale-deployments', namespace: 'shop' },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'scale-deployments' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'shop-operators' }],
    },
  ],
  users: {
    ...shopUsers,
    auditor: { groups: ['cluster-auditors'] },
    operator: { groups: ['shop-operators'] },
    guest: {},
  },
  simulatedNodes: 3,
});
