import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { badRequest } from '../../../api/status.ts';

const namesOf = (containers: readonly { readonly name: string }[] | null | undefined): string[] =>
  (containers ?? []).map(({ name }) => name);

/**
 * Returns the name of the container that a request is about: the requested one, or the only one of the pod.
 * @throws StatusError 400 when the pod has no such container, or when the request has to name one
 */
export function containerOf({ metadata, spec }: Pod, requested: string | null): string {
  const pod = metadata?.name ?? '';
  const [containers, initial, ephemeral] = [
    namesOf(spec?.containers),
    namesOf(spec?.initContainers),
    namesOf(spec?.ephemeralContainers),
  ];
  if (requested) {
    if ([...containers, ...initial, ...ephemeral].includes(requested)) return requested;
    throw badRequest(`container ${requested} is not valid for pod ${pod}`);
  }
  const [only, ...others] = containers;
  if (only === undefined) throw badRequest(`a container name must be specified for pod ${pod}`);
  if (others.length === 0) return only;
  const choices = [...initial, ...containers, ...ephemeral].join(' ');
  throw badRequest(`a container name must be specified for pod ${pod}, choose one of: [${choices}]`);
}
