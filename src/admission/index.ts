import { readAdmissionConfiguration } from './admission-configuration.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionPluginFactory } from './admission-plugin.ts';
import { alwaysAdmit, alwaysDeny } from './plugins/always.ts';
import { certificateSubjectRestriction } from './plugins/certificates/certificate-subject-restriction.ts';
import { certificateApproval, certificateSigning } from './plugins/certificates/signer-permissions.ts';
import { defaultIngressClass, defaultStorageClass } from './plugins/default-classes.ts';
import { denyServiceExternalIPs } from './plugins/deny-service-external-ips.ts';
import { mutatingAdmissionWebhook } from './plugins/dynamic/mutating-admission-webhook.ts';
import { validatingAdmissionPolicy } from './plugins/dynamic/validating-admission-policy.ts';
import { validatingAdmissionWebhook } from './plugins/dynamic/validating-admission-webhook.ts';
import { eventRateLimit } from './plugins/limits/event-rate-limit.ts';
import { limitRanger } from './plugins/limits/limit-ranger.ts';
import { resourceQuota } from './plugins/limits/resource-quota.ts';
import { namespaceAutoProvision, namespaceExists } from './plugins/namespaces/namespace-existence.ts';
import { namespaceLifecycle } from './plugins/namespaces/namespace-lifecycle.ts';
import { nodeRestriction } from './plugins/nodes/node-restriction.ts';
import { taintNodesByCondition } from './plugins/nodes/taint-nodes-by-condition.ts';
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement.ts';
import { alwaysPullImages } from './plugins/pods/always-pull-images.ts';
import { defaultTolerationSeconds } from './plugins/pods/default-toleration-seconds.ts';
import { extendedResourceToleration } from './plugins/pods/extended-resource-toleration.ts';
import { imagePolicyWebhook } from './plugins/pods/image-policy-webhook.ts';
import { limitPodHardAntiAffinityTopology } from './plugins/pods/limit-pod-hard-anti-affinity-topology.ts';
import { podNodeSelector } from './plugins/pods/pod-node-selector.ts';
import { podSecurity } from './plugins/pods/pod-security.ts';
import { podTolerationRestriction } from './plugins/pods/pod-toleration-restriction.ts';
import { priority } from './plugins/pods/priority.ts';
import { runtimeClass } from './plugins/pods/runtime-class.ts';
import { securityContextDeny } from './plugins/pods/security-context-deny.ts';
import { serviceAccount } from './plugins/pods/service-account.ts';
import { persistentVolumeClaimResize } from './plugins/storage/persistent-volume-claim-resize.ts';
import { persistentVolumeLabel } from './plugins/storage/persistent-volume-label.ts';
import { storageObjectInUseProtection } from './plugins/storage/storage-object-in-use-protection.ts';

interface Row {
  readonly name: string;
  readonly make: AdmissionPluginFactory;
  /** Whether it runs unless flags disable it. */
  readonly isDefault: boolean;
}

/**
 * All plugins, in the order in which they run, regardless of the order in flags. Plugins that create or reject
 * namespaces come before those that read them, defaulting before validation of the whole object, and quotas last,
 * because they charge for requests that no other plugin may deny afterwards.
 */
const PLUGINS: readonly Row[] = [
  { name: 'AlwaysAdmit', make: alwaysAdmit, isDefault: false },
  { name: 'NamespaceAutoProvision', make: namespaceAutoProvision, isDefault: false },
  { name: 'NamespaceLifecycle', make: namespaceLifecycle, isDefault: true },
  { name: 'NamespaceExists', make: namespaceExists, isDefault: false },
  { name: 'SecurityContextDeny', make: securityContextDeny, isDefault: false },
  { name: 'LimitPodHardAntiAffinityTopology', make: limitPodHardAntiAffinityTopology, isDefault: false },
  { name: 'LimitRanger', make: limitRanger, isDefault: true },
  { name: 'ServiceAccount', make: serviceAccount, isDefault: true },
  { name: 'NodeRestriction', make: nodeRestriction, isDefault: false },
  { name: 'TaintNodesByCondition', make: taintNodesByCondition, isDefault: true },
  { name: 'AlwaysPullImages', make: alwaysPullImages, isDefault: false },
  { name: 'ImagePolicyWebhook', make: imagePolicyWebhook, isDefault: false },
  { name: 'PodSecurity', make: podSecurity, isDefault: true },
  { name: 'PodNodeSelector', make: podNodeSelector, isDefault: false },
  { name: 'Priority', make: priority, isDefault: true },
  { name: 'DefaultTolerationSeconds', make: defaultTolerationSeconds, isDefault: true },
  { name: 'PodTolerationRestriction', make: podTolerationRestriction, isDefault: false },
  { name: 'EventRateLimit', make: eventRateLimit, isDefault: false },
  { name: 'ExtendedResourceToleration', make: extendedResourceToleration, isDefault: false },
  { name: 'PersistentVolumeLabel', make: persistentVolumeLabel, isDefault: false },
  { name: 'DefaultStorageClass', make: defaultStorageClass, isDefault: true },
  { name: 'StorageObjectInUseProtection', make: storageObjectInUseProtection, isDefault: true },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    make: ownerReferencesPermissionEnforcement,
    isDefault: false,
  },
  { name: 'PersistentVolumeClaimResize', make: persistentVolumeClaimResize, isDefault: true },
  { name: 'RuntimeClass', make: runtimeClass, isDefault: true },
  { name: 'CertificateApproval', make: certificateApproval, isDefault: true },
  { name: 'CertificateSigning', make: certificateSigning, isDefault: true },
  { name: 'CertificateSubjectRestriction', make: certificateSubjectRestriction, isDefault: true },
  { name: 'DefaultIngressClass', make: defaultIngressClass, isDefault: true },
  { name: 'DenyServiceExternalIPs', make: denyServiceExternalIPs, isDefault: false },
  { name: 'MutatingAdmissionWebhook', make: mutatingAdmissionWebhook, isDefault: true },
  { name: 'ValidatingAdmissionPolicy', make: validatingAdmissionPolicy, isDefault: true },
  { name: 'ValidatingAdmissionWebhook', make: validatingAdmissionWebhook, isDefault: true },
  { name: 'ResourceQuota', make: resourceQuota, isDefault: true },
  { name: 'AlwaysDeny', make: alwaysDeny, isDefault: false },
];

export interface AdmissionFlags {
  /** Comma-separated names. */
  readonly 'enable-admission-plugins': string;
  readonly 'disable-admission-plugins': string;
  /** The text of an AdmissionConfiguration; empty for none. */
  readonly 'admission-control-config-file'?: string;
}

/**
 * Creates the plugins that run, in order.
 * @throws Error for the administrator when a flag names an unknown plugin or both flags name the same plugin
 */
export function createAdmissionPlugins(context: AdmissionContext, flags: AdmissionFlags): readonly AdmissionPlugin[] {
  const enabled = namesOf('enable-admission-plugins', flags);
  const disabled = namesOf('disable-admission-plugins', flags);
  const both = [...enabled].filter((name) => disabled.has(name)).sort();
  if (both.length)
    throw new Error(`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`);
  const configurations = readAdmissionConfiguration(flags['admission-control-config-file'] ?? '', context.dialect);
  return PLUGINS.filter(({ name, isDefault }) => (isDefault || enabled.has(name)) && !disabled.has(name)).map(
    ({ name, make }) => make(context, configurations.get(name) ?? {}),
  );
}

function namesOf(
  flag: 'enable-admission-plugins' | 'disable-admission-plugins',
  flags: AdmissionFlags,
): ReadonlySet<string> {
  const names = flags[flag].split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !PLUGINS.some((plugin) => plugin.name === name));
  if (unknown) throw new Error(`${flag} plugin ${JSON.stringify(unknown)} is unknown`);
  return new Set(names);
}
