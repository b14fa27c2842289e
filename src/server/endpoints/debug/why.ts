import { DEBUG_API_VERSION, DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { Why } from '../../../api/debug/why.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { ApiObject } from '../../../api/object.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import { type KindKey, servedKind } from '../../../client/objects/kind-key.ts';
import type { Aspect } from '../../../client/why/aspects/aspect.ts';
import type { DeniedRequest, WhySource } from '../../../client/why/view.ts';
import { explain } from '../../../client/why/why.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';
import { mayList, readObject } from './read-object.ts';
import { requestTraces } from './request-traces.ts';

/**
 * Explains why an object is in its state. The parameters `resource`, such as `deployments.apps`, `namespace` and `name`
 * identify the object; `condition` or `count` names a part of its state. Only uses objects that the caller may list.
 */
export const why: DebugResource = { name: 'why', singularName: 'why', kind: 'Why', verbs: { list: answer } };

async function answer(call: Call): Promise<ApiResponse> {
  const { resource, namespace, name } = await readObject(call);
  const object = await call.server.reader.get<ApiObject>(resource.group, resource.resource, namespace, name);
  if (!object) throw notFound(resource, name);
  const source = sourceOf(call, (await mayList(call, TRACES)) ? await denials(call) : []);
  const explanation = await explain(object, source, aspectOf(call));
  if (!explanation)
    throw badRequest(`${resource.resource} ${name} has no such condition or count, or you may not list what it counts`);
  const kinds = [...explanation.unread].map((key) => servedKind(key, source.dialect).kind);
  const found: Why = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'Why',
    metadata: {},
    ...explanation,
    unread: kinds.sort(),
  };
  return jsonResponse(200, found);
}

const TRACES = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: requestTraces.name };

/** Returns the condition or count that the parameters name; undefined without them. @throws StatusError 400 */
function aspectOf({ url: { searchParams } }: Call): Aspect | undefined {
  const [condition, count] = [searchParams.get('condition'), searchParams.get('count')];
  if (condition && count) throw badRequest('only one of the parameters condition and count can be explained');
  if (condition) return { condition };
  return count ? { count } : undefined;
}

/** Returns a source of the objects that the caller may list. Each collection is read and authorized once. */
function sourceOf(call: Call, denied: readonly DeniedRequest[]): WhySource {
  const { server } = call;
  const { dialect, resources, reader } = server;
  const lists = new Map<string, Promise<readonly ApiObject[] | undefined>>();
  const read = async (key: KindKey, namespace = ''): Promise<readonly ApiObject[] | undefined> => {
    const { group, kind } = servedKind(key, dialect);
    const found = resources.resources.find((each) => each.group === group && each.kind === kind);
    const resource = found && resources.findAnyVersion(group, found.resource);
    if (!resource) return [];
    const scope = resource.namespaced ? namespace : '';
    return (await mayList(call, resource, scope)) ? reader.list(group, resource.resource, scope) : undefined;
  };
  return {
    dialect,
    now: server.clock.now(),
    controllers: server.background.controllers?.list() ?? [],
    rate: server.clusterClock?.setting.rate,
    moves: server.clusterClock?.setting.moves ?? [],
    list(kind, namespace) {
      const key = `${kind} ${namespace ?? ''}`;
      const list = lists.get(key) ?? read(kind, namespace);
      lists.set(key, list);
      return list;
    },
    denials: denied,
  };
}

/** Returns the recently denied requests, oldest first. */
async function denials({ server: { traces } }: Call): Promise<readonly DeniedRequest[]> {
  await traces?.complete();
  return (traces?.list() ?? []).flatMap((kept) => {
    const json = kept.json();
    // Few traces are denials, and parsing all of them would take longer than the answer.
    if (!json.includes('"code":403')) return [];
    const { metadata, request, requestReceivedTimestamp: time, user, response } = JSON.parse(json) as RequestTrace;
    if (response.code !== 403) return [];
    const { message = '' } = response;
    return { trace: metadata.name, time, username: user.username, namespace: request.namespace, message };
  });
}
