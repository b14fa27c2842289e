import { kubernetesName } from '../../api/dialect.ts';
import type { PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import { KUBERNETES_PREFIX, STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import type { BinderContext } from './binder-context.ts';
import { updateClaim } from './binding-writes.ts';
import { annotationOf, classOf, hasClass } from './claim-matching.ts';
import { BETA_DEFAULT_CLASS, BETA_STORAGE_PROVISIONER, DEFAULT_CLASS, STORAGE_PROVISIONER } from './volume-names.ts';

/** Provisioners of earlier versions, and the drivers that have replaced them. */
const REPLACED = [
  [kubernetesName('kubernetes.io/aws-ebs'), 'ebs.csi.aws.com'],
  [kubernetesName('kubernetes.io/azure-disk'), 'disk.csi.azure.com'],
  [kubernetesName('kubernetes.io/azure-file'), 'file.csi.azure.com'],
  [kubernetesName('kubernetes.io/cinder'), 'cinder.csi.openstack.org'],
  [kubernetesName('kubernetes.io/gce-pd'), 'pd.csi.storage.gke.io'],
  [kubernetesName('kubernetes.io/vsphere-volume'), 'csi.vsphere.vmware.com'],
] as const;

/** Asks the provisioner of a claim's class for a volume. */
export async function provision(claim: PersistentVolumeClaim, context: BinderContext): Promise<void> {
  const { classes, dialect, events } = context;
  const name = classOf(claim, dialect);
  const storageClass = classes.get(name);
  const provisioner = storageClass && driverOf(storageClass, context);
  if (provisioner === undefined || provisioner.startsWith(dialect.rename(KUBERNETES_PREFIX))) {
    const message =
      provisioner === undefined
        ? `storageclass.${dialect.rename(STORAGE_GROUP)} ${JSON.stringify(name)} not found`
        : `no volume plugin matched name: ${provisioner}`;
    events.record(claim, 'Warning', 'ProvisioningFailed', message);
    return;
  }
  const asked = await nameProvisioner(claim, provisioner, context);
  const message =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system ` +
    'administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.';
  events.record(asked, 'Normal', 'ExternalProvisioning', message);
}

function driverOf({ provisioner }: StorageClass, { dialect }: BinderContext): string {
  return REPLACED.find(([name]) => dialect.rename(name) === provisioner)?.[1] ?? provisioner;
}

async function nameProvisioner(claim: PersistentVolumeClaim, provisioner: string, context: BinderContext) {
  const { dialect } = context;
  if (annotationOf(claim, STORAGE_PROVISIONER, dialect) === provisioner) return claim;
  const names = [BETA_STORAGE_PROVISIONER, STORAGE_PROVISIONER].map((name) => [dialect.rename(name), provisioner]);
  const annotations = { ...claim.metadata.annotations, ...Object.fromEntries(names) };
  return updateClaim({ ...claim, metadata: { ...claim.metadata, annotations } }, context);
}

/** Gives a claim that says nothing of classes the default one. Returns whether there is one. */
export async function assignDefaultClass(claim: PersistentVolumeClaim, context: BinderContext): Promise<boolean> {
  if (hasClass(claim, context.dialect)) return false;
  const storageClass = defaultClass(context);
  if (!storageClass) return false;
  await updateClaim({ ...claim, spec: { ...claim.spec, storageClassName: storageClass.metadata.name } }, context);
  return true;
}

/** Of several default classes, the newest counts, then the first by name. */
function defaultClass({ classes, dialect }: BinderContext): StorageClass | undefined {
  const order = ({ metadata: { creationTimestamp = '', name = '' } }: StorageClass): string =>
    `${9e15 - Date.parse(creationTimestamp)} ${name}`;
  const isDefault = (one: StorageClass): boolean =>
    [DEFAULT_CLASS, BETA_DEFAULT_CLASS].some((name) => annotationOf(one, name, dialect) === 'true');
  const [first] = classes
    .list()
    .filter(isDefault)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return first;
}
