import type { DialectName } from '../../api/dialect.ts';
import type { Discovery } from '../../client/discovery.ts';

/** Names and explanations of the dialects. */
export const DIALECTS: Readonly<
  Record<
    DialectName,
    { readonly title: string; readonly inSentence: string; readonly example: string; readonly explanation: string }
  >
> = {
  kubernetes: {
    title: 'Kubernetes names',
    inSentence: 'Kubernetes names',
    example: 'rbac.authorization.k8s.io',
    explanation: 'The names of a real cluster. Kubernetes YAML works unchanged.',
  },
  cluster: {
    title: 'Neutral names',
    inSentence: 'neutral names',
    example: 'rbac.authorization.cluster.io',
    explanation:
      'Tabplane’s own names. Kubernetes YAML must be rewritten; the editor and the import can do that for you.',
  },
};

/** Derives a server's dialect from its group names. */
export const dialectOf = ({ resources }: Discovery): DialectName =>
  resources.some(({ group }) => group === 'rbac.authorization.cluster.io') ? 'cluster' : 'kubernetes';
