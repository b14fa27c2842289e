import type { DialectName } from '../../api/dialect.ts';

/** How the UI names and explains the dialects. */
export const DIALECTS: Readonly<
  Record<DialectName, { readonly title: string; readonly example: string; readonly explanation: string }>
> = {
  kubernetes: {
    title: 'Kubernetes names',
    example: 'rbac.authorization.k8s.io',
    explanation: 'The names of a real cluster. Ordinary Kubernetes YAML works as it is.',
  },
  cluster: {
    title: 'Neutral names',
    example: 'rbac.authorization.cluster.io',
    explanation: 'Tabplane’s own names. Kubernetes YAML has to be rewritten, which the editor and the import offer.',
  },
};
