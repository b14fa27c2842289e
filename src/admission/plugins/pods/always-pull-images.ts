import { fieldErrorText, notSupported } from '../../../api/field-error.ts';
import type { Container, EphemeralContainer, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { plainError } from '../../../api/status.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

const POLICY = 'Always';

/**
 * Sets imagePullPolicy Always, so that only users with pull access to an image can run it. Ephemeral containers are not
 * changed (they come through a subresource), but validated when the pod itself changes.
 */
export const alwaysPullImages: AdmissionPluginFactory = () => ({
  name: 'AlwaysPullImages',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/pods'),
  mutate(attributes) {
    const pod = podOf(attributes);
    if (!pod || bringsNoImage(pod, attributes.oldObject as Pod | undefined)) return;
    for (const { container } of containersOf(pod)) container.imagePullPolicy = POLICY;
  },
  validate(attributes) {
    const pod = podOf(attributes);
    if (!pod || bringsNoImage(pod, attributes.oldObject as Pod | undefined)) return;
    const denials = containersOf(pod)
      .filter(({ container }) => container.imagePullPolicy !== POLICY)
      .map(({ path, container }) => {
        const error = notSupported(`${path}.imagePullPolicy`, container.imagePullPolicy ?? '', [POLICY]);
        return denial(attributes, fieldErrorText(error)).message;
      });
    // The real server aggregates these errors, and responds with 500 because an aggregate has no status.
    if (denials.length) throw plainError(denials.length === 1 ? `${denials[0]}` : `[${denials.join(', ')}]`);
  },
});

/** Reports whether an update uses only images that the pod already has. */
function bringsNoImage(pod: Pod, live: Pod | undefined): boolean {
  if (!live) return false;
  const known = new Set(containersOf(live).map(({ container }) => container.image));
  return containersOf(pod).every(({ container }) => known.has(container.image));
}

const containersOf = ({ spec }: Pod) => [
  ...located('initContainers', spec?.initContainers),
  ...located('containers', spec?.containers),
  ...located('ephemeralContainers', spec?.ephemeralContainers),
];

const located = (member: string, containers: readonly (Container | EphemeralContainer)[] | null | undefined) =>
  (containers ?? []).map((container, index) => ({ container, path: `spec.${member}[${index}]` }));
