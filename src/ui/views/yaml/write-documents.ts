import type { ApiObject } from '../../../api/object.ts';
import { ApiError } from '../../../client/api-error.ts';
import { type DiscoveredResource, type Discovery, findServedKind } from '../../../client/discovery.ts';
import { definitionOf } from '../../commands/await-definition.ts';
import type { WriteOutcome, WriteResult } from '../../state/objects/write-result.ts';
import { type Problem, problemsOfError, problemsOfWarning, syntaxProblems } from './problems/problems.ts';
import { asObject, objectOf, readDocuments } from './yaml-documents.ts';

/** Field manager of the editor's writes. */
export const FIELD_MANAGER = 'tabplane-ui';

/** An object of a text. */
export interface Target {
  /** Zero-based index of the document in the text. */
  readonly document: number;
  /** Path of the object in its document: empty, or `items[0]` in a List. */
  readonly inside: string;
  readonly object: ApiObject;
  /** Undefined until the server serves the kind, whose definition is in the same text. */
  readonly resource: DiscoveredResource | undefined;
}

/** Reads the objects of a text, or the problems that prevent sending them. */
export function readTargets(text: string, discovery: Discovery): { targets: Target[]; problems: Problem[] } {
  const written = writtenObjects(text);
  if (written.length === 0) return { targets: [], problems: [refused(0, '', 'The text contains no objects.')] };
  const objects = written.flatMap(({ object }) => object ?? []);
  const read = written.map((one) => readTarget(one, objects, discovery));
  return {
    targets: read.filter((one) => 'object' in one),
    problems: read.filter((one) => 'message' in one),
  };
}

const writtenObjects = (text: string): WrittenObject[] =>
  readDocuments(text).documents.flatMap((parsed, document) => objectsIn(objectOf(parsed), document));

/** Returns the results of an earlier request unless the text no longer contains any of its objects. */
export function resultsOf(text: string, results: readonly WriteResult[]): readonly WriteResult[] {
  if (results.length === 0 || syntaxProblems(text).length > 0) return results;
  const written = new Set(writtenObjects(text).map(({ object }) => object && identityOf(object)));
  return results.some(({ object }) => written.has(identityOf(object))) ? results : [];
}

const identityOf = ({ apiVersion, kind, metadata: { name, generateName } }: ApiObject): string =>
  JSON.stringify([apiVersion, kind, name, generateName]);

type WrittenObject = Pick<Target, 'document' | 'inside'> & { readonly object: ApiObject | undefined };

/** Returns the object of a document, or the items of a List. */
function objectsIn(object: ApiObject | undefined, document: number): WrittenObject[] {
  const { apiVersion, kind, items } = (object ?? {}) as Partial<ApiObject> & { items?: unknown };
  if (apiVersion !== 'v1' || kind !== 'List' || !Array.isArray(items)) return [{ document, inside: '', object }];
  return items.map((item: unknown, index) => ({
    document,
    inside: `items[${index}]`,
    object: asObject(item),
  }));
}

const refused = (document: number, field: string, message: string): Problem => ({
  severity: 'error',
  document,
  field,
  message,
});

function readTarget(
  { document, inside, object }: WrittenObject,
  objects: readonly ApiObject[],
  discovery: Discovery,
): Target | Problem {
  if (!object) return refused(document, inside, 'Not an object: apiVersion, kind and metadata are required.');
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string') return refused(document, inside, 'Missing apiVersion.');
  if (typeof kind !== 'string') return refused(document, inside, 'Missing kind.');
  const resource = findServedKind(discovery, object);
  if (!resource && !definitionOf(object, objects, discovery))
    return refused(document, pathIn(inside, 'kind'), `The server has no ${kind} in ${apiVersion}.`);
  return { document, inside, object, resource };
}

/** Returns the path in the document of an object's field. */
const pathIn = (inside: string, field = ''): string => [inside, field].filter((part) => part !== '').join('.');

/** Returns the problems of an outcome. */
export function problemsOf({ document, inside }: Target, outcome: WriteOutcome): Problem[] {
  const warnings = outcome.status === 'skipped' ? [] : outcome.warnings;
  const problems = [
    ...warnings.flatMap((warning) => problemsOfWarning(warning, document)),
    ...(outcome.status === 'failed' ? problemsOfError(outcome.error, document) : []),
    ...(outcome.status === 'skipped' && outcome.reason
      ? [{ severity: 'info' as const, document, message: outcome.reason }]
      : []),
  ];
  if (inside === '') return problems;
  return problems.map(({ otherField, ...problem }) => ({ ...problem, field: pathIn(inside, problem.field) }));
}

/** Reports whether a write failed because the object changed since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 409 && error.reason === 'Conflict' && ownedFields(error).length === 0;

export interface OwnedField {
  readonly field: string;
  readonly manager: string;
}

/** Returns the conflicting fields of a failed apply with their managers. */
export function ownedFields(error: unknown): OwnedField[] {
  if (!(error instanceof ApiError)) return [];
  const causes = error.status.details?.causes ?? [];
  return causes.flatMap(({ reason, field = '', message = '' }) =>
    reason === 'FieldManagerConflict'
      ? [{ field, manager: /^conflict with "([^"]*)"/.exec(message)?.[1] ?? message }]
      : [],
  );
}
