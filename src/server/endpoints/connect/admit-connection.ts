import type { ApiObject } from '../../../api/object.ts';
import { badRequest } from '../../../api/status.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { isTrue } from '../../http/query-parameter.ts';
import { admitBody } from '../../write/admission/admit-body.ts';

/** Runs admission for the operation CONNECT on the subresource of a call, with its query as the object. @throws StatusError when a plugin denies it */
export async function admitConnection(call: Call & { resource: ServedResource }): Promise<void> {
  const { resource, info } = call;
  const { subresource, namespace, name } = info;
  const { validate } = await admitBody(call, {
    ...{ operation: 'CONNECT', resource, subresource, namespace, name },
    ...{ object: connectOptions(call), options: {}, dryRun: false },
  });
  await validate();
}

const FLAGS = ['stdin', 'stdout', 'stderr', 'tty'];

/**
 * Returns the query as the object that admission sees: one of the kinds PodExecOptions to NodeProxyOptions, without
 * metadata.
 */
function connectOptions({ info, url, resource }: Call & { resource: ServedResource }): ApiObject {
  const { searchParams: query } = url;
  const streams = {
    ...Object.fromEntries(FLAGS.filter((flag) => isTrue(query.get(flag))).map((flag) => [flag, true])),
    ...(query.get('container') ? { container: query.get('container') } : {}),
  };
  const particular: Readonly<Record<string, () => object>> = {
    attach: () => streams,
    exec: () => ({ ...streams, command: query.has('command') ? query.getAll('command') : null }),
    portforward: () => (query.has('ports') ? { ports: portsOf(query) } : {}),
    proxy: () =>
      info.parts.length > 3 || query.has('path') ? { path: query.get('path') ?? info.parts.slice(3).join('/') } : {},
  };
  const envelope = { kind: resource.subresources.get(info.subresource)?.kind.kind, apiVersion: 'v1' };
  return { ...envelope, ...particular[info.subresource]?.() } as unknown as ApiObject;
}

const LARGEST_PORT = 2 ** 16 - 1;

/** Parses the ports of a port-forward like Go's strconv.ParseUint with 16 bits. @throws StatusError 400 */
function portsOf(query: URLSearchParams): number[] {
  return query.getAll('ports').flatMap((list) =>
    list.split(',').map((text) => {
      const isNumber = /^\d+$/.test(text);
      if (isNumber && Number(text) <= LARGEST_PORT) return Number(text);
      const why = isNumber ? 'value out of range' : 'invalid syntax';
      throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`);
    }),
  );
}
