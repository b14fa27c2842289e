import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import { type Causes, type ChangeReason, qualifiedResource, type WriteRecord } from '../../../api/debug/causes.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import { causeChain, latestWrite } from '../../../client/causes/cause-chain.ts';
import { chainText } from '../../../client/causes/cause-text.ts';
import { changeTree } from '../../../client/causes/change-tree.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';
import { mayList, readObject } from './read-object.ts';

/**
 * Returns what led to a write and what followed. `request`, the name of a trace, or `revision` name the write. Otherwise
 * it is the latest write of the object that `resource`, `namespace` and `name` identify, and what followed from its first
 * cause is returned. Writes of objects that the caller may not list count as not recorded.
 */
export const causes: DebugResource = {
  name: 'causes',
  singularName: 'causes',
  kind: 'Causes',
  verbs: { list: answer },
};

async function answer(call: Call): Promise<ApiResponse> {
  const records = await listableWrites(call, (await call.server.writes?.list()) ?? []);
  const named = writesNamed(call, records);
  const writes = named ?? (await writesOfObject(call, records));
  const write = writes.at(-1);
  if (!write) throw notFound({ group: '', resource: 'writes' }, call.url.search.slice(1));
  const found = causeChain(write, records);
  const roots = named ?? found.chain.slice(-1);
  const body: Causes = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'Causes',
    metadata: {},
    sentence: chainText(found),
    ...found,
    tree: changeTree(roots, records),
  };
  return jsonResponse(200, body);
}

type Place = Pick<WriteRecord | ChangeReason, 'resource' | 'namespace'>;

const placeOf = ({ resource, namespace = '' }: Place): string => `${resource}/${namespace}`;

/** Returns the writes of objects that the caller may list, without reasons that name other objects. */
async function listableWrites(call: Call, records: readonly WriteRecord[]): Promise<readonly WriteRecord[]> {
  const places = new Map<string, Place>();
  for (const record of records)
    for (const place of [record, ...changeReasons(record)]) places.set(placeOf(place), place);
  // Each resource and namespace is authorized once.
  const listable = new Set<string>();
  for (const [key, place] of places) if (await mayListPlace(call, place)) listable.add(key);
  const isListable = (place: Place): boolean => listable.has(placeOf(place));
  return records.filter(isListable).map((record) => {
    if (!record.cause || changeReasons(record).every(isListable)) return record;
    const reasons = record.cause.reasons.filter((reason) => reason.type !== 'change' || isListable(reason));
    return { ...record, cause: { ...record.cause, reasons } };
  });
}

const changeReasons = ({ cause }: WriteRecord): readonly ChangeReason[] =>
  (cause?.reasons ?? []).filter((reason): reason is ChangeReason => reason.type === 'change');

function mayListPlace(call: Call, { resource: qualified, namespace }: Place): Promise<boolean> {
  const [resource = '', ...rest] = qualified.split('.');
  const group = rest.join('.');
  // The resource of a deleted CustomResourceDefinition has no version.
  const { version = '' } = call.server.resources.findAnyVersion(group, resource) ?? {};
  return mayList(call, { group, version, resource }, namespace);
}

/** Returns the writes that the parameters `request` or `revision` name; undefined without them. @throws StatusError 400 */
function writesNamed({ url }: Call, records: readonly WriteRecord[]): readonly WriteRecord[] | undefined {
  const request = url.searchParams.get('request');
  if (request) return records.filter(({ trace }) => trace === request);
  const revision = url.searchParams.get('revision');
  if (revision === null) return undefined;
  if (!/^\d+$/.test(revision)) throw badRequest('revision must be a number');
  return records.filter((record) => record.revision === revision);
}

/** Returns the latest write of the object that the parameters name. @throws StatusError 400 or 403 */
async function writesOfObject(call: Call, records: readonly WriteRecord[]): Promise<readonly WriteRecord[]> {
  const { resource, namespace, name } = await readObject(call);
  const write = latestWrite(records, {
    resource: qualifiedResource(resource.resource, resource.group),
    ...(namespace ? { namespace } : {}),
    name,
  });
  return write ? [write] : [];
}
