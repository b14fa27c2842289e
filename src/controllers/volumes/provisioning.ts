import { kubernetesName } from '../../api/dialect.ts';
import type { PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import { DEFAULT_CLASS_ANNOTATION, KUBERNETES_PREFIX, STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import { CSI_PLUGIN } from './attachments.ts';
import type { BinderContext } from './binder-context.ts';
import { updateClaim } from './binding-writes.ts';
import { annotationOf, classOf, hasClass } from './claim-matching.ts';
import { driverInsteadOf } from './migrated-plugins.ts';
import { BETA_DEFAULT_CLASS, BETA_STORAGE_PROVISIONER, STORAGE_PROVISIONER } from './volume-names.ts';

/** The plugin for host directories can provision volumes, but may do so only in tests. */
const HOST_PATH = kubernetesName('kubernetes.io/host-path');
/** Plugins that cannot provision volumes. */
const NOT_PROVISIONING = [
  kubernetesName('kubernetes.io/nfs'),
  kubernetesName('kubernetes.io/local-volume'),
  CSI_PLUGIN,
] as const;

/** Requests a volume from the provisioner of a claim's class. */
export async function provision(claim: PersistentVolumeClaim, context: BinderContext): Promise<void> {
  const { classes, dialect, events } = context;
  const fail = (message: string): void => events.record(claim, 'Warning', 'ProvisioningFailed', message);
  const name = classOf(claim, dialect);
  const storageClass = classes.get(name);
  if (!storageClass) return fail(`storageclass.${dialect.rename(STORAGE_GROUP)} ${JSON.stringify(name)} not found`);
  const provisioner = driverInsteadOf(storageClass.provisioner, dialect) ?? storageClass.provisioner;
  if (provisioner === dialect.rename(HOST_PATH)) return failHostPath(claim, storageClass, context);
  const problem = pluginProblem(provisioner, context);
  if (problem !== undefined) return fail(problem);
  const asked = await nameProvisioner(claim, provisioner, context);
  const message =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system ` +
    'administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.';
  events.record(asked, 'Normal', 'ExternalProvisioning', message);
}

/** Returns why the plugin with the name of a provisioner cannot provision volumes; undefined for a driver. */
function pluginProblem(provisioner: string, { dialect }: BinderContext): string | undefined {
  if (!provisioner.startsWith(dialect.rename(KUBERNETES_PREFIX))) return undefined;
  const isKnown = NOT_PROVISIONING.some((name) => dialect.rename(name) === provisioner);
  return isKnown ? 'no provisionable volume plugin matched' : `no volume plugin matched name: ${provisioner}`;
}

async function failHostPath(
  claim: PersistentVolumeClaim,
  { metadata: { name }, provisioner, mountOptions = [] }: StorageClass,
  context: BinderContext,
): Promise<void> {
  const plugin = JSON.stringify(provisioner);
  const fail = (about: PersistentVolumeClaim, message: string): void =>
    context.events.record(about, 'Warning', 'ProvisioningFailed', message);
  if (claim.spec?.dataSource)
    return fail(claim, `plugin ${plugin} is not a CSI plugin. Only CSI plugin can provision a claim with a datasource`);
  const asked = await nameProvisioner(claim, provisioner, context);
  const options = `StorageClass ${JSON.stringify(name)} has mount options [${mountOptions.join(' ')}]`;
  if (mountOptions.length > 0) fail(asked, `Mount options are not supported by the provisioner but ${options}`);
  else fail(asked, `Failed to create provisioner: provisioning in volume plugin ${plugin} is disabled`);
}

async function nameProvisioner(claim: PersistentVolumeClaim, provisioner: string, context: BinderContext) {
  const { dialect } = context;
  if (annotationOf(claim, STORAGE_PROVISIONER, dialect) === provisioner) return claim;
  const names = [BETA_STORAGE_PROVISIONER, STORAGE_PROVISIONER].map((name) => [dialect.rename(name), provisioner]);
  const annotations = { ...claim.metadata.annotations, ...Object.fromEntries(names) };
  return updateClaim({ ...claim, metadata: { ...claim.metadata, annotations } }, context);
}

/** Sets the default class of a claim without a class. Returns whether there is one. */
export async function assignDefaultClass(claim: PersistentVolumeClaim, context: BinderContext): Promise<boolean> {
  if (hasClass(claim, context.dialect)) return false;
  const storageClass = defaultClass(context);
  if (!storageClass) return false;
  await updateClaim({ ...claim, spec: { ...claim.spec, storageClassName: storageClass.metadata.name } }, context);
  return true;
}

/** Returns the newest default class, or the first by name among equally new ones. */
function defaultClass({ classes, dialect }: BinderContext): StorageClass | undefined {
  const order = ({ metadata: { creationTimestamp = '', name = '' } }: StorageClass): string =>
    `${9e15 - Date.parse(creationTimestamp)} ${name}`;
  const isDefault = (one: StorageClass): boolean =>
    [DEFAULT_CLASS_ANNOTATION, BETA_DEFAULT_CLASS].some((name) => annotationOf(one, name, dialect) === 'true');
  const [first] = classes
    .list()
    .filter(isDefault)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return first;
}
