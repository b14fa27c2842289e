import { type Dialect, kubernetesName } from '../../api/dialect.ts';

/** Deprecated labels for old clients, and the labels whose values they copy. */
const REPEATED = [
  [kubernetesName('kubernetes.io/os'), kubernetesName('beta.kubernetes.io/os')],
  [kubernetesName('kubernetes.io/arch'), kubernetesName('beta.kubernetes.io/arch')],
] as const;

/** Returns the deprecated labels that a node lacks or has with a different value. */
export function missingLabels(labels: Readonly<Record<string, string>> = {}, dialect: Dialect): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [label, deprecated] of REPEATED) {
    const value = labels[dialect.rename(label)];
    if (value !== undefined && labels[dialect.rename(deprecated)] !== value)
      missing[dialect.rename(deprecated)] = value;
  }
  return missing;
}
