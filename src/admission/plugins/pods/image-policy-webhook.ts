import { kubernetesName } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../../api/object.ts';
import { callOut } from '../../../outgoing/callout.ts';
import { ExpiringCache } from '../../../outgoing/expiring-cache.ts';
import { readKubeconfig } from '../../../outgoing/kubeconfig.ts';
import { readYaml } from '../../../schema/yaml/yaml-to-json.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

const IMAGE_POLICY_GROUP = kubernetesName('imagepolicy.k8s.io');
const POLICY_ANNOTATION_INFIX = kubernetesName('.image-policy.k8s.io/');

/** The backend's decision on the images of a pod. */
interface ImageReviewStatus {
  readonly allowed?: boolean;
  readonly reason?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MAXIMUM_ANSWERS = 1024;
const AUDIT_PREFIX = kubernetesName('imagepolicywebhook.image-policy.k8s.io/');

/**
 * Asks a backend whether the images of a pod are allowed. `imagePolicy` in its configuration has the address and cache
 * times.
 */
export const imagePolicyWebhook: AdmissionPluginFactory = ({ dialect, clock, fetch }, configuration) => {
  const settings = readSettings(configuration);
  const answers = new ExpiringCache<ImageReviewStatus>(clock, MAXIMUM_ANSWERS);
  const prefix = dialect.rename(AUDIT_PREFIX);

  async function statusOf(spec: object): Promise<ImageReviewStatus> {
    const key = JSON.stringify(spec);
    const known = answers.get(key);
    if (known) return known;
    const apiVersion = `${dialect.rename(IMAGE_POLICY_GROUP)}/v1alpha1`;
    const review = { kind: 'ImageReview', apiVersion, metadata: { creationTimestamp: null }, spec };
    const { target, retryBackoff } = settings;
    const answer = await callOut({ fetch, clock, target, retryBackoff }, { ...review, status: { allowed: false } });
    const status: ImageReviewStatus = isRecord(answer.status) ? answer.status : {};
    answers.set(key, status, status.allowed ? settings.allowTTL : settings.denyTTL);
    return status;
  }

  return {
    name: 'ImagePolicyWebhook',
    handles: operations('CREATE', 'UPDATE'),
    resources: resources('/pods', '/pods/ephemeralcontainers'),
    async validate(attributes) {
      const images = imagesOf(attributes);
      if (!images) return;
      const annotations = policyAnnotations(images.pod, dialect.rename(POLICY_ANNOTATION_INFIX));
      const spec = { ...containersOf(images.images), ...annotations, namespace: attributes.namespace };
      const status = await statusOf(spec).catch((error: unknown): ImageReviewStatus => {
        if (!settings.defaultAllow) throw denial(attributes, errorText(error));
        attributes.annotate?.(`${prefix}failed-open`, 'true');
        return { allowed: true };
      });
      for (const [key, value] of Object.entries(status.auditAnnotations ?? {}))
        attributes.annotate?.(prefix + key, value);
      if (status.allowed) return;
      throw denial(
        attributes,
        status.reason
          ? `image policy webhook backend denied one or more images: ${status.reason}`
          : 'one or more images rejected by webhook backend',
      );
    },
  };
};

/** Returns the images of the containers that the request writes; undefined when it writes none. */
function imagesOf(attributes: AdmissionAttributes): { pod: Pod; images: readonly string[] } | undefined {
  const pod = podOf(attributes);
  const debugged = podOf(attributes, 'ephemeralcontainers');
  if (pod) {
    const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])];
    return { pod, images: containers.map(({ image = '' }) => image) };
  }
  return (
    debugged && { pod: debugged, images: (debugged.spec?.ephemeralContainers ?? []).map(({ image = '' }) => image) }
  );
}

const containersOf = (images: readonly string[]): object =>
  images.length > 0 ? { containers: images.map((image) => ({ image })) } : {};

/** Returns the annotations intended for the backend. */
function policyAnnotations({ metadata }: Pod, part: string): object {
  const entries = Object.entries(metadata.annotations ?? {}).filter(([key]) => key.includes(part));
  return entries.length > 0 ? { annotations: Object.fromEntries(entries) } : {};
}

/** Times in milliseconds. @throws Error for the author of the configuration */
function readSettings(configuration: Readonly<Record<string, unknown>>) {
  const { imagePolicy } = configuration;
  if (!isRecord(imagePolicy)) throw new Error('ImagePolicyWebhook: no config specified');
  const { kubeConfigFile, allowTTL, denyTTL, retryBackoff, defaultAllow } = imagePolicy;
  if (typeof kubeConfigFile !== 'string') throw new Error('ImagePolicyWebhook: kubeConfigFile is missing');
  const times = { minimum: SECOND, maximum: 30 * MINUTE, scale: SECOND };
  return {
    target: readKubeconfig(readYaml(kubeConfigFile)),
    allowTTL: duration('allowTTL', allowTTL, { ...times, standard: 5 * MINUTE }),
    denyTTL: duration('denyTTL', denyTTL, { ...times, standard: 30 * SECOND }),
    retryBackoff: duration('retryBackoff', retryBackoff, { minimum: 1, maximum: 5 * MINUTE, scale: 1, standard: 500 }),
    defaultAllow: defaultAllow === true,
  };
}

/** Parses a duration: 0 means the default, -1 means zero. */
function duration(
  name: string,
  value: unknown,
  { minimum, maximum, scale, standard }: { minimum: number; maximum: number; scale: number; standard: number },
): number {
  if (value === undefined || value === null || value === 0) return standard;
  if (value === -1) return 0;
  const milliseconds = Number(value) * scale;
  if (milliseconds >= minimum && milliseconds <= maximum) return milliseconds;
  throw new Error(
    `ImagePolicyWebhook: ${name} must be between ${minimum / scale} and ${maximum / scale}, not ${value}`,
  );
}
