import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import type { Ingress, IngressClass } from '../../api/kinds/networking-v1.generated.ts';
import type { StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import {
  DEFAULT_CLASS_ANNOTATION,
  INGRESS_CLASS_ANNOTATION,
  STORAGE_CLASS_ANNOTATION,
  STORAGE_GROUP,
} from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../attributes.ts';
import { denial } from '../denial.ts';

const NETWORKING_GROUP = kubernetesName('networking.k8s.io');
const DEFAULT_INGRESS_CLASS = [kubernetesName('ingressclass.kubernetes.io/is-default-class')];
const DEFAULT_STORAGE_CLASS = [
  DEFAULT_CLASS_ANNOTATION,
  kubernetesName('storageclass.beta.kubernetes.io/is-default-class'),
];

/** Sets the default class of an Ingress without one. */
export const defaultIngressClass: AdmissionPluginFactory = (context) => ({
  name: 'DefaultIngressClass',
  handles: operations('CREATE'),
  resources: resources(`${context.dialect.rename(NETWORKING_GROUP)}/ingresses`),
  mutate: (attributes) =>
    isRequestFor(attributes, context.dialect.rename(NETWORKING_GROUP), 'ingresses')
      ? completeIngress(attributes, context)
      : undefined,
});

async function completeIngress(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const ingress = attributes.object as Ingress;
  const annotation = ingress.metadata.annotations?.[context.dialect.rename(INGRESS_CLASS_ANNOTATION)];
  if (typeof ingress.spec?.ingressClassName === 'string' || annotation !== undefined) return;
  const group = context.dialect.rename(NETWORKING_GROUP);
  const classes = await context.reader.list<IngressClass>(group, 'ingressclasses');
  const name = defaultOf(classes, DEFAULT_INGRESS_CLASS, attributes, context);
  if (name) ingress.spec = { ...ingress.spec, ingressClassName: name };
}

/** Sets the default storage class of a claim without one. The empty class counts as set. */
export const defaultStorageClass: AdmissionPluginFactory = (context) => ({
  name: 'DefaultStorageClass',
  handles: operations('CREATE'),
  resources: resources('/persistentvolumeclaims'),
  mutate: (attributes) =>
    isRequestFor(attributes, '', 'persistentvolumeclaims') ? completeClaim(attributes, context) : undefined,
});

async function completeClaim(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const claim = attributes.object as PersistentVolumeClaim;
  const annotation = claim.metadata.annotations?.[context.dialect.rename(STORAGE_CLASS_ANNOTATION)];
  if (typeof claim.spec?.storageClassName === 'string' || annotation !== undefined) return;
  const classes = await context.reader.list<StorageClass>(context.dialect.rename(STORAGE_GROUP), 'storageclasses');
  const name = defaultOf(classes, DEFAULT_STORAGE_CLASS, attributes, context);
  if (name) claim.spec = { ...claim.spec, storageClassName: name };
}

/**
 * Returns the default class. Of several, the newest wins, then the first by name; the specification rejects the request
 * instead.
 */
function defaultOf(
  classes: readonly ApiObject[],
  marks: readonly KubernetesName[],
  attributes: AdmissionAttributes,
  { dialect }: AdmissionContext,
): string | undefined {
  const defaults = classes.filter(({ metadata }) =>
    marks.some((mark) => metadata.annotations?.[dialect.rename(mark)] === 'true'),
  );
  if (defaults.length > 1 && dialect.follows('several-default-classes-refuse')) {
    const kind = defaults[0]?.kind ?? '';
    throw denial(attributes, `${defaults.length} default ${kind}es were found, only 1 allowed`);
  }
  const age = ({ metadata }: ApiObject) => metadata.creationTimestamp ?? '';
  const [newest] = [...defaults].sort((a, b) =>
    age(a) === age(b) ? ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1) : age(a) > age(b) ? -1 : 1,
  );
  return newest?.metadata.name;
}
