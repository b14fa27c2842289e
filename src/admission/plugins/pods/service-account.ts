import { kubernetesName } from '../../../api/dialect.ts';
import { randomNameSuffix } from '../../../api/environment.ts';
import type { Pod, PodSpec, ServiceAccount, Volume } from '../../../api/kinds/core-v1.generated.ts';
import { MIRROR_POD_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { lookupProblem } from './lookup-problem.ts';
import { mirrorPodProblem, secretProblem, secretProblemOfEphemeralContainers } from './secret-references.ts';

const TOKEN_VOLUME = 'kube-api-access-';
const MOUNT_PATH = kubernetesName('/var/run/secrets/kubernetes.io/serviceaccount');
const ENFORCE_MOUNTABLE = kubernetesName('kubernetes.io/enforce-mountable-secrets');
/** One hour and seven seconds: the unusual value marks tokens that the server projected automatically. */
const TOKEN_SECONDS = 3607;

/** Sets a pod's service account, mounts its token, adds its pull secrets and checks the secrets that the pod uses. */
export const serviceAccount: AdmissionPluginFactory = (context) => {
  const isMirrorPod = (pod: Pod): boolean =>
    pod.metadata.annotations?.[context.dialect.rename(MIRROR_POD_ANNOTATION)] !== undefined;
  return {
    name: 'ServiceAccount',
    handles: operations('CREATE', 'UPDATE'),
    resources: resources('/pods', '/pods/ephemeralcontainers'),
    mutate(attributes) {
      const pod = podOf(attributes);
      if (!pod?.spec || attributes.operation !== 'CREATE') return undefined;
      return completeAndCheck(pod, pod.spec, attributes, context, isMirrorPod(pod));
    },
    validate(attributes) {
      const { operation, subresource } = attributes;
      const pod = podOf(attributes, subresource);
      if (!pod) return undefined;
      if (operation === 'UPDATE' && subresource === 'ephemeralcontainers') {
        return checkEphemeralContainers(pod, attributes, context);
      }
      const isCreated = operation === 'CREATE' && subresource === '';
      return isCreated ? check(pod, attributes, context, isMirrorPod(pod)) : undefined;
    },
  };
};

async function completeAndCheck(
  pod: Pod,
  spec: PodSpec,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  isMirrorPod: boolean,
): Promise<void> {
  if (!isMirrorPod) await complete(spec, attributes, context);
  await check(pod, attributes, context, isMirrorPod);
}

async function checkEphemeralContainers(
  pod: Pod,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> {
  const account = await accountOf(pod.spec, attributes, context);
  const problem = isLimited(account, context) ? secretProblemOfEphemeralContainers(pod, account) : undefined;
  if (problem) throw denial(attributes, problem);
}

/** Sets the account, its token and its pull secrets. */
async function complete(spec: PodSpec, attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  spec.serviceAccountName ||= 'default';
  spec.serviceAccount = spec.serviceAccountName;
  const account = await accountOf(spec, attributes, context);
  const isMounted = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (isMounted) mountToken(spec, context);
  if (!spec.imagePullSecrets?.length && account.imagePullSecrets?.length) {
    spec.imagePullSecrets = account.imagePullSecrets.map((secret) => ({ ...secret }));
  }
}

async function check(
  pod: Pod,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  isMirrorPod: boolean,
): Promise<void> {
  if (isMirrorPod) {
    const problem = mirrorPodProblem(pod);
    if (problem) throw denial(attributes, problem);
    return;
  }
  if (!pod.spec?.serviceAccountName) {
    const name = `${attributes.namespace}/${pod.metadata.name ?? ''}`;
    throw denial(attributes, `no service account specified for pod ${name}`);
  }
  const account = await accountOf(pod.spec, attributes, context);
  const problem = isLimited(account, context) ? secretProblem(pod, account) : undefined;
  if (problem) throw denial(attributes, problem);
}

async function accountOf(
  spec: PodSpec | undefined,
  attributes: AdmissionAttributes,
  { reader }: AdmissionContext,
): Promise<ServiceAccount> {
  const { namespace } = attributes;
  const name = spec?.serviceAccountName ?? '';
  const account = await reader.get<ServiceAccount>('', 'serviceaccounts', namespace, name);
  if (account) return account;
  const why = lookupProblem(name) ?? `serviceaccount ${JSON.stringify(name)} not found`;
  throw denial(attributes, `error looking up service account ${namespace}/${name}: ${why}`);
}

/** Reads the annotation like Go's ParseBool. */
const isLimited = ({ metadata }: ServiceAccount, { dialect }: AdmissionContext): boolean =>
  /^(1|t|T|TRUE|true|True)$/.test(metadata.annotations?.[dialect.rename(ENFORCE_MOUNTABLE)] ?? '');

/**
 * Mounts the token in every container that has no mount at its path. An existing volume with a token's name is reused.
 */
function mountToken(spec: PodSpec, context: AdmissionContext): void {
  const mountPath = context.dialect.rename(MOUNT_PATH);
  const given = spec.volumes?.find((volume) => volume.name.startsWith(TOKEN_VOLUME));
  const name = given?.name ?? TOKEN_VOLUME + randomNameSuffix(context.random);
  let isNeeded = false;
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    if (container.volumeMounts?.some((mount) => mount.mountPath === mountPath)) continue;
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }];
    isNeeded = true;
  }
  if (isNeeded && !given) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  },
});
