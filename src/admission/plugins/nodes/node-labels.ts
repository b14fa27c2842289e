import { type Dialect, kubernetesDialect, kubernetesName } from '../../../api/dialect.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';

const RESTRICTED_DOMAIN = kubernetesName('node-restriction.kubernetes.io');
const KUBERNETES_DOMAIN = kubernetesName('kubernetes.io');
const PROJECT_DOMAINS = [KUBERNETES_DOMAIN, kubernetesName('k8s.io')];
const OWN_LABELS = [
  HOSTNAME_LABEL,
  kubernetesName('kubernetes.io/os'),
  kubernetesName('kubernetes.io/arch'),
  kubernetesName('beta.kubernetes.io/os'),
  kubernetesName('beta.kubernetes.io/arch'),
  kubernetesName('node.kubernetes.io/instance-type'),
  kubernetesName('beta.kubernetes.io/instance-type'),
  kubernetesName('topology.kubernetes.io/zone'),
  kubernetesName('topology.kubernetes.io/region'),
  kubernetesName('failure-domain.beta.kubernetes.io/zone'),
  kubernetesName('failure-domain.beta.kubernetes.io/region'),
];
const OWN_PREFIXES = [kubernetesName('kubelet.kubernetes.io'), kubernetesName('node.kubernetes.io')];

type Labels = Readonly<Record<string, string>>;

/** Returns the changed labels that a node may not change, sorted by their Kubernetes names. */
export function forbiddenLabels(labels: Labels, old: Labels, dialect: Dialect): readonly string[] {
  const inKubernetes = (label: string) =>
    label.replace(dialect.rename(KUBERNETES_DOMAIN), kubernetesDialect.rename(KUBERNETES_DOMAIN));
  const changed = [...new Set([...Object.keys(labels), ...Object.keys(old)])].filter((key) => labels[key] !== old[key]);
  return changed
    .filter((label) => isReserved(label, dialect) || isForeign(label, dialect))
    .sort((a, b) => (inKubernetes(a) < inKubernetes(b) ? -1 : 1));
}

/** Reports whether only administrators may set the label. */
const isReserved = (label: string, dialect: Dialect): boolean =>
  isWithin(prefixOf(label), dialect.rename(RESTRICTED_DOMAIN));

/** Reports whether the label has a Kubernetes prefix but is not one that nodes set. */
function isForeign(label: string, dialect: Dialect): boolean {
  const prefix = prefixOf(label);
  const isOfProject = PROJECT_DOMAINS.some((domain) => isWithin(prefix, dialect.rename(domain)));
  const isOwn =
    OWN_LABELS.some((own) => dialect.rename(own) === label) ||
    OWN_PREFIXES.some((own) => isWithin(prefix, dialect.rename(own)));
  return isOfProject && !isOwn;
}

const prefixOf = (label: string): string => (label.includes('/') ? label.slice(0, label.indexOf('/')) : '');
const isWithin = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`);
