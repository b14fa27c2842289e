import { isClusterComponent } from '../api/cluster-component.ts';
import { DEBUG_GROUP, DEBUG_VERSION } from '../api/debug/access-explanation.ts';
import type { RequestTrace } from '../api/debug/request-trace.ts';
import type { Cause, Why } from '../api/debug/why.ts';
import { type ApiObject, groupResourceText } from '../api/object.ts';
import { escapeFieldValue } from '../api/selectors/field-selector.ts';
import type { ApiClient } from '../client/api-client.ts';
import { type Discovery, findResource } from '../client/discovery.ts';
import type { ResourceAddress } from '../client/resource-path.ts';
import { CAUSES, type LessonValues, REQUESTS } from './expressions.ts';
import type { Lesson, StateSource } from './lesson.ts';

/** The collection of the requests that `requests` is made from. */
export const TRACES: ResourceAddress = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'requesttraces' };

/** The collection of a variable, and the selector of its object. */
export interface StateCollection {
  readonly address: ResourceAddress;
  readonly fieldSelector?: string;
}

/** Splits `deployments.apps` into plural and group. The core group is empty. */
export function splitResource(text: string): { readonly resource: string; readonly group: string } {
  const dot = text.indexOf('.');
  return dot < 0 ? { resource: text, group: '' } : { resource: text.slice(0, dot), group: text.slice(dot + 1) };
}

/** Returns the collection of a variable; undefined while the server does not serve its resource. */
export function collectionOf(discovery: Discovery, source: StateSource): StateCollection | undefined {
  const { resource, group } = splitResource(source.resource);
  const found = findResource(discovery, resource, group);
  if (!found) return undefined;
  const { namespace, name } = source;
  return {
    address: { group, version: found.version, resource, ...(found.namespaced && namespace ? { namespace } : {}) },
    ...(name === undefined ? {} : { fieldSelector: `metadata.name=${escapeFieldValue(name)}` }),
  };
}

/**
 * Returns the values of a lesson's variables.
 * @param objects the objects of each variable's collection, by the name of the variable
 * @param causes from `readCauses`
 */
export function valuesOf(
  { state }: Pick<Lesson, 'state'>,
  objects: ReadonlyMap<string, readonly ApiObject[]>,
  traces: readonly RequestTrace[],
  causes: readonly LessonCause[],
): LessonValues {
  const values: Record<string, unknown> = {};
  for (const [variable, { name }] of Object.entries(state)) {
    const found = objects.get(variable) ?? [];
    values[variable] = name === undefined ? found : (found[0] ?? null);
  }
  values[REQUESTS] = traces.filter(({ user }) => !isClusterComponent(user.username)).map(requestOf);
  values[CAUSES] = causes;
  return values;
}

/** Returns a request as expressions see it. Fields that it lacks are empty. */
function requestOf({ request, user, response }: RequestTrace): object {
  const {
    verb,
    method,
    path,
    group = '',
    resource = '',
    subresource = '',
    namespace = '',
    name = '',
    dryRun,
  } = request;
  return {
    ...{ verb, method, path, subresource, namespace, name, dryRun },
    resource: groupResourceText({ group, resource }),
    user: user.username,
    code: response.code,
  };
}

/** A cause as expressions see it. */
export interface LessonCause {
  /** The variable whose object's state it explains. */
  readonly of: string;
  /** The name of the rule that found it. */
  readonly rule: string;
  readonly text: string;
  /** 0 for a cause of the state itself, 1 for a cause of such a cause. */
  readonly depth: number;
}

const WHY = `/apis/${DEBUG_GROUP}/${DEBUG_VERSION}/why`;

/**
 * Reads the causes of the states of the objects that variables name, the most probable first; none unless the lesson
 * reads them. Objects that do not exist have none.
 */
export async function readCauses(client: ApiClient, lesson: Lesson): Promise<readonly LessonCause[]> {
  if (!lesson.readsCauses) return [];
  const named = Object.entries(lesson.state).filter(([, { name }]) => name !== undefined);
  const found = await Promise.all(
    named.map(async ([of, { resource, namespace = '', name = '' }]) => {
      const query = new URLSearchParams({ resource, namespace, name });
      try {
        const { causes } = (await (await client.request(`${WHY}?${query}`)).json()) as Why;
        return flattened(causes, of, 0);
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

const flattened = (causes: readonly Cause[], of: string, depth: number): readonly LessonCause[] =>
  causes.flatMap(({ rule, text, because }) => [{ of, rule, text, depth }, ...flattened(because, of, depth + 1)]);

/** Reads the values of a lesson's variables. @throws ApiError */
export async function readValues(client: ApiClient, discovery: Discovery, lesson: Lesson): Promise<LessonValues> {
  const objects = new Map<string, readonly ApiObject[]>();
  for (const [variable, source] of Object.entries(lesson.state)) {
    const collection = collectionOf(discovery, source);
    if (!collection) continue;
    const { address, fieldSelector } = collection;
    objects.set(variable, (await client.list(address, fieldSelector ? { fieldSelector } : {})).items);
  }
  const { items } = await client.list<RequestTrace>(TRACES);
  return valuesOf(lesson, objects, items, await readCauses(client, lesson));
}
