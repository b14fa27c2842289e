import { type FieldError, invalid } from '../../api/field-error.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { badRequest, invalidObject, notFound } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';

/** Numbers of the query, with the least that each may be. */
const OPTIONS: readonly (readonly [string, number])[] = [
  ['tailLines', 0],
  ['limitBytes', 1],
  ['sinceSeconds', 1],
];

const tooSmall = (text: string | null, option: string, minimum: number): FieldError[] =>
  text !== null && Number(text) < minimum
    ? [invalid(option, Number(text), minimum === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0')]
    : [];

/** GET of a pod's log: there is no kubelet, so a pod that was never scheduled has nothing to say (204), as on the real server. */
export const podLog: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const errors = OPTIONS.flatMap(([option, minimum]) => tooSmall(call.url.searchParams.get(option), option, minimum));
  if (errors.length) throw invalidObject({ group: '', kind: 'PodLogOptions' }, info.name, errors);
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  const { spec } = stored.object as Pod;
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(({ name }) => name);
  const wanted = call.url.searchParams.get('container');
  if (wanted && !containers.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${info.name}`);
  if (!wanted && (spec?.containers?.length ?? 0) > 1) {
    throw badRequest(
      `a container name must be specified for pod ${info.name}, choose one of: [${(spec?.containers ?? []).map(({ name }) => name).join(' ')}]`,
    );
  }
  return new Response(null, { status: 204 });
};
