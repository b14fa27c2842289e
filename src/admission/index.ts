import type { AdmissionContext, AdmissionPlugin, AdmissionPluginFactory } from './admission-plugin.ts';
import { alwaysAdmit, alwaysDeny, alwaysPullImages } from './plugins/always.ts';
import { certificateApproval, certificateSigning } from './plugins/certificate-signers.ts';
import { certificateSubjectRestriction } from './plugins/certificate-subject-restriction.ts';
import { defaultIngressClass, defaultStorageClass } from './plugins/default-classes.ts';
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds.ts';
import { extendedResourceToleration } from './plugins/extended-resource-toleration.ts';
import { limitRanger } from './plugins/limit-ranger.ts';
import { namespaceAutoProvision, namespaceExists } from './plugins/namespace-existence.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.ts';
import { podSecurity } from './plugins/pod-security.ts';
import { priority } from './plugins/priority.ts';
import { resourceQuota } from './plugins/resource-quota.ts';
import { runtimeClass } from './plugins/runtime-class.ts';
import { securityContextDeny } from './plugins/security-context-deny.ts';
import { serviceAccount } from './plugins/service-account.ts';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.ts';

interface Row {
  readonly name: string;
  readonly make: AdmissionPluginFactory;
  /** Whether it runs unless the flags say otherwise. */
  readonly isDefault: boolean;
}

/**
 * Every plugin, in the order in which they run, whichever are enabled and however the flags list them: what makes or
 * refuses namespaces comes before what looks into them, defaults before what judges the whole, and quotas last, because
 * they charge for what nothing else may refuse any more.
 */
const PLUGINS: readonly Row[] = [
  { name: 'AlwaysAdmit', make: alwaysAdmit, isDefault: false },
  { name: 'NamespaceAutoProvision', make: namespaceAutoProvision, isDefault: false },
  { name: 'NamespaceLifecycle', make: namespaceLifecycle, isDefault: true },
  { name: 'NamespaceExists', make: namespaceExists, isDefault: false },
  { name: 'SecurityContextDeny', make: securityContextDeny, isDefault: false },
  { name: 'LimitRanger', make: limitRanger, isDefault: true },
  { name: 'ServiceAccount', make: serviceAccount, isDefault: true },
  { name: 'TaintNodesByCondition', make: taintNodesByCondition, isDefault: true },
  { name: 'AlwaysPullImages', make: alwaysPullImages, isDefault: false },
  { name: 'PodSecurity', make: podSecurity, isDefault: true },
  { name: 'Priority', make: priority, isDefault: true },
  { name: 'DefaultTolerationSeconds', make: defaultTolerationSeconds, isDefault: true },
  { name: 'ExtendedResourceToleration', make: extendedResourceToleration, isDefault: false },
  { name: 'DefaultStorageClass', make: defaultStorageClass, isDefault: true },
  { name: 'StorageObjectInUseProtection', make: storageObjectInUseProtection, isDefault: true },
  { name: 'PersistentVolumeClaimResize', make: persistentVolumeClaimResize, isDefault: true },
  { name: 'RuntimeClass', make: runtimeClass, isDefault: true },
  { name: 'CertificateApproval', make: certificateApproval, isDefault: true },
  { name: 'CertificateSigning', make: certificateSigning, isDefault: true },
  { name: 'CertificateSubjectRestriction', make: certificateSubjectRestriction, isDefault: true },
  { name: 'DefaultIngressClass', make: defaultIngressClass, isDefault: true },
  { name: 'ResourceQuota', make: resourceQuota, isDefault: true },
  { name: 'AlwaysDeny', make: alwaysDeny, isDefault: false },
];

export interface AdmissionFlags {
  /** Comma-separated names. */
  readonly 'enable-admission-plugins': string;
  readonly 'disable-admission-plugins': string;
}

/**
 * The plugins that run, in their order.
 * @throws Error when a flag names a plugin that is unknown, or both flags name one. For the person who set them.
 */
export function createAdmissionChain(context: AdmissionContext, flags: AdmissionFlags): readonly AdmissionPlugin[] {
  const enabled = namesOf('enable-admission-plugins', flags);
  const disabled = namesOf('disable-admission-plugins', flags);
  const both = [...enabled].find((name) => disabled.has(name));
  if (both) throw new Error(`${both} in enable-admission-plugins and disable-admission-plugins overlapped`);
  return PLUGINS.filter(({ name, isDefault }) => (isDefault || enabled.has(name)) && !disabled.has(name)).map(
    ({ make }) => make(context),
  );
}

function namesOf(flag: keyof AdmissionFlags, flags: AdmissionFlags): ReadonlySet<string> {
  const names = flags[flag].split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !PLUGINS.some((plugin) => plugin.name === name));
  if (unknown) throw new Error(`${flag} plugin ${JSON.stringify(unknown)} is unknown`);
  return new Set(names);
}
