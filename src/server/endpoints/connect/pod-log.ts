import { errorText } from '../../../api/error-text.ts';
import { type FieldError, invalid } from '../../../api/field-error.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { invalidObject, notFound, plainError } from '../../../api/status.ts';
import { groupResourceOf, keyOf } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { streamResponse } from '../../http/stream-response.ts';
import { isSet } from './admit-connection.ts';
import { joinHostPort, kubeletOf, kubeletTrust } from './kubelet.ts';
import { kubeletError } from './kubelet-error.ts';
import { containerOf } from './pod-container.ts';

/** Numeric query parameters and their minimums. */
const MINIMUMS: readonly (readonly [string, number])[] = [
  ['tailLines', 0],
  ['limitBytes', 1],
  ['sinceSeconds', 1],
];
const FLAGS = ['follow', 'previous', 'timestamps'];
const VALUES = ['limitBytes', 'sinceSeconds', 'sinceTime', 'tailLines'];

const tooSmall = (text: string | null, option: string, minimum: number): FieldError[] =>
  text !== null && Number(text) < minimum
    ? [invalid(option, Number(text), minimum === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0')]
    : [];

/** GET of a pod's log, from the kubelet of its node. Responds 204 for a pod without a node, like the real server. */
export const podLog: Endpoint = async (call) => {
  const { resource, info, server, url } = call;
  const query = url.searchParams;
  const errors = MINIMUMS.flatMap(([option, minimum]) => tooSmall(query.get(option), option, minimum));
  if (errors.length) throw invalidObject({ group: '', kind: 'PodLogOptions' }, info.name, errors);
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  const pod = stored.object as Pod;
  const container = containerOf(pod, query.get('container'));
  if (!pod.spec?.nodeName) return new Response(null, { status: 204 });
  const { hostname, port } = await kubeletOf(server, pod.spec.nodeName);
  const path = `containerLogs/${info.namespace}/${info.name}/${container}`;
  const location = new URL(`https://${joinHostPort(hostname, port)}/${path}`);
  location.search = logQuery(query).toString();
  const trust = {
    ...kubeletTrust(server),
    ...(isSet(query, 'insecureSkipTLSVerifyBackend') ? { insecureSkipVerify: true } : {}),
  };
  const answer = await server
    .fetch(new Request(location, { signal: call.request.signal }), trust)
    .catch((error: unknown) => {
      throw plainError(`Get "${location}": ${errorText(error)}`);
    });
  if (answer.status < 200 || answer.status > 206) throw await kubeletError(answer, 'pods/log', info.name);
  return streamResponse(call, new Response(answer.body, { headers: { 'content-type': 'text/plain' } }), 'bytes');
};

/** Returns the kubelet's options, sorted by name. */
function logQuery(query: URLSearchParams): URLSearchParams {
  const values = VALUES.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  const flags = FLAGS.filter((name) => isSet(query, name)).map((name) => [name, 'true']);
  const sorted = new URLSearchParams([...values, ...flags]);
  sorted.sort();
  return sorted;
}
