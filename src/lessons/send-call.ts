import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import { discover, findServedKind } from '../client/discovery.ts';
import { isApiPath } from './api-path.ts';
import { fillIn, type LessonValues, lessonEnvironment } from './expressions.ts';
import type { Lesson, LessonCall, RequestCall } from './lesson.ts';

/** Returns a client of the lesson's cluster: the administrator's, or that of a user. */
export type ClientAs = (user: string | undefined) => ApiClient;

const FIELD_MANAGER = 'lesson';

/** Returns a request with the values of its expressions. Its body is text. */
export function filledIn(
  call: RequestCall,
  lesson: Lesson,
  values: LessonValues,
): RequestCall & { readonly body?: string } {
  const environment = lessonEnvironment(lesson.state);
  const { body, ...others } = call;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return {
    ...others,
    path: fillIn(call.path, environment, values),
    ...(text === undefined ? {} : { body: fillIn(text, environment, values) }),
  };
}

/**
 * Makes a call of a solution. A lesson may want the server to refuse a request, so that an error of the server is no
 * failure.
 * @returns the code of the response and, for an error, the server's message
 * @throws the error of fetch when there is no response; ApiError when an object to apply is rejected; Error when its kind
 *   is not served
 */
export async function sendCall(
  call: LessonCall,
  lesson: Lesson,
  values: LessonValues,
  clientAs: ClientAs,
): Promise<{ readonly code: number; readonly message: string }> {
  const client = clientAs(call.as);
  if ('apply' in call) {
    await applyAll(call.apply, client, clientAs(undefined));
    return { code: 200, message: '' };
  }
  const { method, path, type = 'application/json', body } = filledIn(call, lesson, values);
  if (!isApiPath(path)) throw new Error(`${path} is no path of the API.`);
  // Reads are traced only on request.
  const headers = { 'tabplane-trace': 'true', ...(body === undefined ? {} : { 'content-type': type }) };
  try {
    const response = await client.request(path, { method, headers, ...(body === undefined ? {} : { body }) });
    // A watch ends only when its body is cancelled.
    await response.body?.cancel();
    return { code: response.status, message: '' };
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
}

async function applyAll(objects: readonly ApiObject[], client: ApiClient, administrator: ApiClient): Promise<void> {
  const apiVersions = new Set(objects.map(({ apiVersion }) => apiVersion));
  const discovery = await discover(administrator, undefined, (apiVersion) => apiVersions.has(apiVersion));
  for (const object of objects) {
    const served = findServedKind(discovery, object);
    if (!served) throw new Error(`The server has no ${object.kind} in ${object.apiVersion}.`);
    const { group, version, resource, namespaced } = served;
    const { name = '', namespace = 'default' } = object.metadata;
    const address = { group, version, resource, name, ...(namespaced ? { namespace } : {}) };
    await client.apply(address, object, { fieldManager: FIELD_MANAGER, force: true });
  }
}
