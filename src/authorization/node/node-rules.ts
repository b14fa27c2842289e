import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';

/** What every node may do, whatever it runs: verbs, group, resources. */
const ROWS: readonly (readonly [string, string, string])[] = [
  ['create', 'authentication.k8s.io', 'tokenreviews'],
  ['create', 'authorization.k8s.io', 'localsubjectaccessreviews subjectaccessreviews'],
  ['get list watch', '', 'services'],
  ['create get list watch patch update', '', 'nodes'],
  ['patch update', '', 'nodes/status'],
  ['create patch update', '', 'events'],
  ['create delete get list watch', '', 'pods'],
  ['patch update', '', 'pods/status'],
  ['create', '', 'pods/eviction'],
  ['get', '', 'endpoints'],
  ['create get list watch', 'certificates.k8s.io', 'certificatesigningrequests'],
  ['get list watch', 'storage.k8s.io', 'csidrivers'],
  ['get list watch', 'node.k8s.io', 'runtimeclasses'],
];

/** Rules of nodes for the resources that are the same for all nodes. Groups as the real server names them. */
export const NODE_RULES: readonly PolicyRule[] = ROWS.map(([verbs, group, resources]) => ({
  verbs: verbs.split(' '),
  apiGroups: [group],
  resources: resources.split(' '),
}));
