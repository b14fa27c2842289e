import type { Dialect } from '../../api/dialect.ts';
import { errorText } from '../../api/error-text.ts';
import { type FieldError, forbiddenField, notSupported } from '../../api/field-error.ts';
import { META_GROUP } from '../../api/kubernetes-names.ts';
import { asRecord } from '../../api/object.ts';
import { everyField, type FieldSelector, parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { everyLabel, type LabelSelector, parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { badRequest, invalidObject } from '../../api/status.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { RequiredValue } from '../objects/value-indexes.ts';
import { isTrue, readInteger } from './query-parameter.ts';

/** The query of a list, watch or deletecollection. */
export interface ListQuery {
  readonly labelSelector: LabelSelector;
  readonly fieldSelector: FieldSelector;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** 0: unlimited. */
  readonly limit: number;
  /** The query of a deletecollection, which reads in pages regardless of the limit. */
  readonly isForDelete: boolean;
  readonly continue: string;
  /** 0: the server's default. */
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

export type ListPurpose = 'list' | 'watch' | 'deletecollection';

/** @throws StatusError 400 for malformed parameters, 422 for contradictory ones */
export function readListQuery(
  query: URLSearchParams,
  purpose: ListPurpose,
  { dialect, features }: Pick<ServerContext, 'dialect' | 'features'>,
): ListQuery {
  const text = (name: string): string => query.get(name) ?? '';
  const initial = query.get('sendInitialEvents');
  const numbers = {
    timeoutSeconds: readInteger(query, 'timeoutSeconds') ?? 0,
    limit: Math.max(0, readInteger(query, 'limit') ?? 0),
  };
  const options: ListQuery = {
    ...numbers,
    isForDelete: purpose === 'deletecollection',
    labelSelector: asBadRequest(() => (text('labelSelector') ? parseLabelSelector(text('labelSelector')) : everyLabel)),
    fieldSelector: asBadRequest(() => (text('fieldSelector') ? parseFieldSelector(text('fieldSelector')) : everyField)),
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    continue: text('continue'),
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
  };
  const errors =
    purpose === 'watch' ? watchErrors(options, features.enabled('WatchList')) : listErrors(options, purpose, dialect);
  if (errors.length > 0) throw invalidObject({ group: dialect.rename(META_GROUP), kind: 'ListOptions' }, '', errors);
  return features.enabled('APIListChunking') ? options : { ...options, limit: 0, continue: '', isForDelete: false };
}

/** Runs a reader whose errors have the server's text, and rethrows them as StatusError 400. */
export function asBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw badRequest(errorText(error));
  }
}

const MATCH = 'resourceVersionMatch';

function listErrors(options: ListQuery, purpose: ListPurpose, dialect: Dialect): FieldError[] {
  const { resourceVersionMatch: match, resourceVersion } = options;
  const errors: FieldError[] = [];
  if (match) {
    if (!resourceVersion)
      errors.push(forbiddenField(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`));
    if (options.continue) errors.push(forbiddenField(MATCH, `${MATCH} is forbidden when continue is provided`));
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(notSupported(MATCH, match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(forbiddenField(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  const takesInitialEvents = purpose !== 'list' && dialect.follows('deletecollection-takes-send-initial-events');
  if (options.sendInitialEvents !== undefined && !takesInitialEvents) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors(
  { resourceVersionMatch: match, sendInitialEvents, continue: token, resourceVersion }: ListQuery,
  canStreamLists: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const forbiddenToken = forbiddenField(MATCH, `${MATCH} is forbidden when continue is provided`);
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(forbiddenField(MATCH, `sendInitialEvents requires setting ${MATCH} to NotOlderThan`));
  }
  if (sendInitialEvents !== undefined && !canStreamLists) {
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbiddenField('sendInitialEvents', why));
  }
  if (!match) {
    // With the feature, a watch from any version or the latest one is checked as a streaming list.
    const isStreamingList = canStreamLists && sendInitialEvents === undefined && ['', '0'].includes(resourceVersion);
    return isStreamingList && token ? [forbiddenToken] : errors;
  }
  if (sendInitialEvents === undefined) {
    errors.push(forbiddenField(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`));
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(MATCH, match, ['NotOlderThan']));
  if (token) errors.push(forbiddenToken);
  return errors;
}

/** The part of a collection that a list or watch shows. */
export interface Selection {
  /** Whether it selects every object, which makes the remaining count known. */
  readonly isEverything: boolean;
  /** The only name that can match, if the selection requires one. */
  readonly name: string | undefined;
  /** The values of labels and fields that every selected object has. */
  readonly required: readonly RequiredValue[];
  matches(stored: Pick<StoredObject, 'object'>): boolean;
}

/** @throws StatusError 400 for a field that selectors do not support */
export function selectionOf(resource: ServedResource, query: ListQuery, pathName = ''): Selection {
  const { labelSelector, fieldSelector } = query;
  checkFields(resource, fieldSelector);
  const selected = fieldSelector.requiresExactMatch('metadata.name');
  if (pathName !== '' && !fieldSelector.isEmpty && selected !== pathName) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const name = pathName || selected;
  return {
    isEverything: labelSelector.isEmpty && fieldSelector.isEmpty && pathName === '',
    name,
    required: [...requiredLabels(labelSelector), ...requiredFields(resource, fieldSelector)],
    matches: (stored) => {
      if (labelSelector.isEmpty && fieldSelector.isEmpty && pathName === '') return true;
      const { metadata } = stored.object;
      if (pathName !== '' && metadata.name !== pathName) return false;
      if (!labelSelector.isEmpty && !labelSelector.matches(metadata.labels ?? {})) return false;
      return fieldSelector.isEmpty || fieldSelector.matches((field) => fieldValue(resource, stored, field));
    },
  };
}

const EQUALITY: ReadonlySet<string> = new Set(['=', '==', 'in']);

const requiredLabels = ({ requirements }: LabelSelector): RequiredValue[] =>
  requirements
    .filter(({ operator }) => EQUALITY.has(operator))
    .map(({ key, values }) => ({
      name: `label ${key}`,
      values,
      readValue: ({ metadata: { labels = {} } }) => (Object.hasOwn(labels, key) ? labels[key] : undefined),
    }));

const requiredFields = (resource: ServedResource, { requirements }: FieldSelector): RequiredValue[] =>
  requirements
    .filter(({ field, operator }) => operator === '=' && !field.startsWith('metadata.'))
    .map(({ field, value }) => ({
      name: `field ${field}`,
      values: [value],
      readValue: (object) => fieldValue(resource, { object }, field),
    }));

function fieldValue({ behavior }: ServedResource, { object }: Pick<StoredObject, 'object'>, field: string): string {
  if (field === 'metadata.name') return object.metadata.name ?? '';
  if (field === 'metadata.namespace') return object.metadata.namespace ?? '';
  const select = asRecord(behavior.selectableFields ?? {})[field];
  return typeof select === 'function' ? String(select(object)) : '';
}

function checkFields({ behavior, kind }: ServedResource, { requirements }: FieldSelector): void {
  const fields = new Set(['metadata.name', 'metadata.namespace', ...Object.keys(behavior.selectableFields ?? {})]);
  const unknown = requirements.find(({ field }) => !fields.has(field))?.field;
  if (unknown === undefined) return;
  switch (behavior.unknownFieldLabelError) {
    case 'plain':
      throw badRequest(`field label not supported: ${unknown}`);
    case 'namesKind':
      throw badRequest(`field label ${JSON.stringify(unknown)} not supported for ${kind}`);
    default:
      throw badRequest(`"${unknown}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
  }
}
