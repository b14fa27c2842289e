import { errorText } from '../../../api/error-text.ts';
import { type FieldError, forbiddenField, invalid } from '../../../api/field-error.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { invalidObject, notFound, plainError } from '../../../api/status.ts';
import { canonicalTime } from '../../../schema/scalar-text.ts';
import { groupResourceOf, keyOf } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { responseOfFetch } from '../../http/fetch/fetch-messages.ts';
import { INERT_HEADERS } from '../../http/inert-headers.ts';
import { asBadRequest } from '../../http/list-options.ts';
import { acceptedMediaType } from '../../http/negotiation.ts';
import { isTrue, readInteger } from '../../http/query-parameter.ts';
import { streamResponse } from '../../http/stream-response.ts';
import { joinHostPort, kubeletOf, kubeletTrust } from './kubelet.ts';
import { kubeletError } from './kubelet-error.ts';
import { containerOf } from './pod-container.ts';

const FLAGS = ['follow', 'previous', 'timestamps'];
const VALUES = ['limitBytes', 'sinceSeconds', 'sinceTime', 'tailLines'];

/** Reads the numbers and the time of a query, in the order of PodLogOptions, and validates them. @throws StatusError 400, 422 */
function checkLogOptions(query: URLSearchParams, name: string): void {
  const sinceSeconds = readInteger(query, 'sinceSeconds');
  const sinceTime = query.get('sinceTime');
  if (sinceTime && sinceTime !== 'null') asBadRequest(() => canonicalTime(sinceTime));
  const tailLines = readInteger(query, 'tailLines') ?? 0;
  const limitBytes = readInteger(query, 'limitBytes') ?? 1;
  const errors: FieldError[] = [];
  if (tailLines < 0) errors.push(invalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes < 1) errors.push(invalid('limitBytes', limitBytes, 'must be greater than 0'));
  if (sinceSeconds !== undefined && sinceTime !== null)
    errors.push(forbiddenField('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  if (errors.length) throw invalidObject({ group: '', kind: 'PodLogOptions' }, name, errors);
}

/** GET of a pod's log, from the kubelet of its node. Responds 204 for a pod without a node, like the real server. */
export const podLog: Endpoint = async (call) => {
  const { resource, info, server, url } = call;
  const query = url.searchParams;
  checkLogOptions(query, info.name);
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) {
    // Clients may accept only text, which can represent a log but not an error.
    acceptedMediaType(call);
    throw notFound(groupResourceOf(resource), info.name);
  }
  const pod = stored.object as Pod;
  const container = containerOf(pod, query.get('container'));
  if (!pod.spec?.nodeName) return apiResponse(204);
  const { hostname, port } = await kubeletOf(server, pod.spec.nodeName);
  const path = `containerLogs/${info.namespace}/${info.name}/${container}`;
  const location = new URL(`https://${joinHostPort(hostname, port)}/${path}`);
  location.search = logQuery(query).toString();
  const trust = {
    ...kubeletTrust(server),
    ...(isTrue(query.get('insecureSkipTLSVerifyBackend')) ? { insecureSkipVerify: true } : {}),
  };
  const answer = await server
    .fetchInCluster(new Request(location, { signal: call.request.signal }), trust)
    .catch((error: unknown) => {
      throw plainError(`Get "${location}": ${errorText(error)}`);
    });
  if (answer.status < 200 || answer.status > 206) throw await kubeletError(answer, 'pods/log', info.name);
  const headers = { 'content-type': 'text/plain', ...INERT_HEADERS };
  return streamResponse(call, apiResponse(200, responseOfFetch(answer).body, headers), 'bytes');
};

/** Returns the kubelet's options, sorted by name. */
function logQuery(query: URLSearchParams): URLSearchParams {
  const values = VALUES.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  const flags = FLAGS.filter((name) => isTrue(query.get(name))).map((name) => [name, 'true']);
  const sorted = new URLSearchParams([...values, ...flags]);
  sorted.sort();
  return sorted;
}
