import type { Container, ContainerStateWaiting, Pod } from '../../api/kinds/core-v1.generated.ts';
import { goDurationText } from '../../api/values/duration.ts';
import { imageOf } from '../images/image-reference.ts';
import type { NodeImages } from '../images/node-images.ts';
import { behaviorOf } from './container-behavior.ts';
import { type ContainerKind, fieldPathOf, type PodEvent } from './transition.ts';

/** The kubelet's actions that ensure that a container's image is on the node. */
export interface ImageCheck {
  /** Milliseconds until the image is present, or its pull has failed. */
  readonly wait: number;
  /** Recorded at the beginning. */
  readonly begin: readonly PodEvent[];
  /** Recorded after the wait. */
  readonly end: readonly PodEvent[];
  /** Why the container cannot start; undefined when the image is present. */
  readonly problem: ContainerStateWaiting | undefined;
}

/** Checks whether a container's image is on its node, and pulls it according to its pull policy. */
export function ensureImage(
  pod: Pod,
  container: Container,
  kind: ContainerKind,
  images: NodeImages,
  now: number,
): ImageCheck {
  const { isImageMissing, pull } = behaviorOf(pod, container, kind);
  const { name, image: text = '', imagePullPolicy } = container;
  const image = imageOf(text);
  const fieldPath = fieldPathOf(name, kind);
  const isPresent = !isImageMissing && images.has(image, now);
  if (isPresent && imagePullPolicy !== 'Always') {
    const message = `Container image "${text}" already present on machine`;
    return { wait: 0, begin: [{ type: 'Normal', reason: 'Pulled', message, fieldPath }], end: [], problem: undefined };
  }
  if (imagePullPolicy === 'Never') {
    const problem = {
      reason: 'ErrImageNeverPull',
      message: `Container image "${text}" is not present with pull policy of Never`,
    };
    return {
      wait: 0,
      begin: [{ type: 'Warning', ...problem, fieldPath }, failed(problem, fieldPath)],
      end: [],
      problem,
    };
  }
  const begin: PodEvent[] = [{ type: 'Normal', reason: 'Pulling', message: `Pulling image "${text}"`, fieldPath }];
  const { duration, total } = images.pull(image, pull, now, isImageMissing);
  if (isImageMissing) {
    images.backoff.fail(pod.metadata.uid ?? '', text, now);
    const problem = { reason: 'ErrImagePull', message: missingImageText(image.name) };
    const message = `Failed to pull image "${text}": ${problem.message}`;
    const end: PodEvent[] = [{ type: 'Warning', reason: 'Failed', message, fieldPath }, failed(problem, fieldPath)];
    return { wait: total, begin, end, problem };
  }
  const times = `${goDurationText(duration)} (${goDurationText(total)} including waiting)`;
  const message = `Successfully pulled image "${text}" in ${times}`;
  return { wait: total, begin, end: [{ type: 'Normal', reason: 'Pulled', message, fieldPath }], problem: undefined };
}

const failed = ({ reason }: ContainerStateWaiting, fieldPath: string): PodEvent => ({
  type: 'Warning',
  reason: 'Failed',
  message: `Error: ${reason}`,
  fieldPath,
});

const missingImageText = (name: string): string =>
  `rpc error: code = NotFound desc = failed to pull and unpack image "${name}": failed to resolve reference "${name}": ${name}: not found`;
