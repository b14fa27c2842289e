import type { Cause, Evidence, Fix, ObjectName } from '../../api/debug/why.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import type { Condition } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import { resourcePath } from '../resource-path.ts';
import { clause } from './words.ts';

interface CauseParts {
  readonly evidence?: readonly (Evidence | undefined)[];
  readonly fix?: Fix | undefined;
  readonly because?: readonly Cause[] | undefined;
}

/** Returns a cause. */
export const cause = (name: string, text: string, { evidence = [], fix, because = [] }: CauseParts = {}): Cause => ({
  rule: name,
  text: clause(text),
  evidence: evidence.filter((each) => each !== undefined),
  ...(fix ? { fix } : {}),
  because,
});

export const nameOf = ({ apiVersion, kind, metadata: { namespace, name = '' } }: ApiObject): ObjectName => ({
  apiVersion,
  kind,
  ...(namespace ? { namespace } : {}),
  name,
});

/** Returns an object, or a field of it, as evidence. */
export const objectEvidence = (object: ApiObject, text = ''): Evidence => ({
  type: 'object',
  text,
  object: nameOf(object),
});

type AnyCondition = { readonly [Member in keyof Condition]?: Condition[Member] | null | undefined };

export function conditionEvidence(object: ApiObject, condition: AnyCondition | undefined): Evidence | undefined {
  if (!condition) return undefined;
  const { type, status, reason, message, lastTransitionTime } = condition;
  return {
    type: 'condition',
    text: `${type}=${status}${reason ? ` ${reason}` : ''}${message ? `: ${message}` : ''}`,
    object: nameOf(object),
    ...(lastTransitionTime ? { time: lastTransitionTime } : {}),
  };
}

/** Returns an Event about an object as evidence. */
export function eventEvidence(object: ApiObject, event: Event | undefined): Evidence | undefined {
  if (!event) return undefined;
  const time = eventTime(event);
  return {
    type: 'event',
    text: `${event.reason}: ${event.message}`,
    object: nameOf(object),
    ...(time ? { time } : {}),
  };
}

/** Returns when an Event was last seen. */
export const eventTime = ({ lastTimestamp, series, eventTime: first, metadata }: Event): string =>
  lastTimestamp ?? series?.lastObservedTime ?? first ?? metadata.creationTimestamp ?? '';

/** Returns a merge patch of an object as a fix. */
export function patchFix(text: string, object: ApiObject, resource: string, patch: object): Fix {
  return { text, method: 'PATCH', path: pathOf(object, resource), patch };
}

const pathOf = ({ apiVersion, metadata: { namespace, name = '' } }: ApiObject, resource: string): string =>
  resourcePath({ ...parseApiVersion(apiVersion), resource, name, ...(namespace ? { namespace } : {}) });
