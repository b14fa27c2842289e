import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { AdmissionTrial, AdmissionTrialSpec, TriedRequest } from '../../../api/debug/admission-trial.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { writeJson } from '../../../api/encoding/exact-json.ts';
import { utf8Text } from '../../../api/encoding/utf8.ts';
import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { isSuccess } from '../../../api/messages/api-response.ts';
import { textInMemory } from '../../../api/messages/body-text.ts';
import { HeaderList } from '../../../api/messages/header-list.ts';
import { type ApiObject, isRecord, parseApiVersion } from '../../../api/object.ts';
import { badRequest, type Status, StatusError } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { readBody } from '../../http/read-body.ts';
import { readRequestInfo } from '../../http/read-request-info.ts';
import { representDocument } from '../../http/representation.ts';
import type { AddedObject } from '../../objects/reader-with.ts';
import { RecentTraces } from '../../observe/traces/recent-traces.ts';
import type { DebugResource } from './debug-resource.ts';

/** Returns how admission would process a request if additional objects existed. */
export const admissionTrials: DebugResource = {
  name: 'admissiontrials',
  singularName: 'admissiontrial',
  kind: 'AdmissionTrial',
  verbs: { create: tryAdmission },
};

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Field manager of the trial's objects. */
const FIELD_MANAGER = 'admission-trial';

async function tryAdmission(call: Call): Promise<ApiResponse> {
  const { server } = call;
  const spec = specOf(utf8Text(await readBody(call.request)));
  const added: AddedObject[] = [];
  const silent = { ...server, traces: undefined };
  for (const object of spec.objects) added.push(await prepare(call, silent, object));
  const traces = new RecentTraces(server.clock);
  const trying = { ...server, traces, admission: server.admissionWith(added) };
  const response = await answerDryRun(call, trying, spec.request);
  const [trace] = traces.list();
  if (!trace) throw badRequest(`${spec.request.method} ${spec.request.path} does not go through admission`);
  const trial: AdmissionTrial = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'AdmissionTrial',
    metadata: {},
    spec,
    status: { trace: JSON.parse(trace.json()) as RequestTrace, response: documentOf(response) },
  };
  return representDocument(call, trial, 201);
}

/** @throws StatusError 400 */
function specOf(text: string): AdmissionTrialSpec {
  let spec: unknown;
  try {
    spec = (JSON.parse(text) as { spec?: unknown }).spec;
  } catch (error) {
    throw badRequest(`the body is not valid JSON: ${String(error)}`);
  }
  if (!isRecord(spec) || !Array.isArray(spec.objects) || !isRecord(spec.request))
    throw badRequest('an AdmissionTrial needs spec.objects, a list, and spec.request');
  const { method, path } = spec.request;
  if (typeof method !== 'string' || !METHODS.has(method))
    throw badRequest(`spec.request.method must be one of ${[...METHODS].join(', ')}`);
  if (typeof path !== 'string' || !path.startsWith('/')) throw badRequest('spec.request.path must begin with a slash');
  return spec as unknown as AdmissionTrialSpec;
}

/**
 * Returns the object as the server would store it for the caller. @throws StatusError when the server would reject it
 */
async function prepare(call: Call, server: ServerContext, object: ApiObject): Promise<AddedObject> {
  const { kind, apiVersion, metadata } = object;
  const served = server.resources.findKind({ ...parseApiVersion(String(apiVersion)), kind });
  if (!served) throw badRequest(`no kind "${kind}" is served in ${apiVersion}`);
  const { group, version, resource, namespaced } = served;
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
  const scope = namespaced ? `/namespaces/${metadata?.namespace}` : '';
  const response = await answerDryRun(call, server, {
    method: 'PATCH',
    path: `${root}${scope}/${resource}/${metadata?.name}?force=true&fieldManager=${FIELD_MANAGER}`,
    contentType: 'application/apply-patch+yaml',
    body: writeJson(object),
  });
  const answered = documentOf(response);
  if (!isSuccess(response)) throw new StatusError(rejectionOf(answered as Status, object));
  return { group, resource, object: served.toStorage(answered as ApiObject) };
}

/** Returns the document in a response of the server. */
const documentOf = ({ body }: ApiResponse): unknown => JSON.parse(textInMemory(body) ?? '');

/** Returns the error, with the rejected object in its message. */
const rejectionOf = ({ message = '', reason = '', code = 500, details }: Status, { kind, metadata }: ApiObject) => ({
  code,
  reason,
  message: message.includes(String(metadata?.name)) ? message : `${kind} ${metadata?.name}: ${message}`,
  ...(details ? { details } : {}),
});

/** Sends a request to the server on behalf of the caller, always as a dry run. */
function answerDryRun(
  { user, connection, request: { signal } }: Call,
  server: ServerContext,
  { method, path, contentType = 'application/json', body }: TriedRequest,
): Promise<ApiResponse> {
  const url = new URL(path, 'http://trial');
  url.searchParams.set('dryRun', 'All');
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': contentType }) };
  const request: ApiRequest = {
    ...{ method, origin: url.origin, target: url.pathname + url.search, signal },
    headers: new HeaderList(headers),
    body: body === undefined ? undefined : { kind: 'text', text: body },
  };
  const info = readRequestInfo(method, url);
  return server.answer({ request, url, connection: { ...connection, user }, info, user, warnings: [] }, server);
}
