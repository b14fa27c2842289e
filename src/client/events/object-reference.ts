import type { ObjectReference } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';

/** The subject of an event: an object, or a reference to an object that is not at hand. */
export type EventSubject = ApiObject | ObjectReference;

/** Returns the reference of an event to an object; `fieldPath` names a part of it, such as a container. */
export function referenceTo(subject: EventSubject, fieldPath?: string): ObjectReference {
  if (!isObject(subject)) return fieldPath ? { ...subject, fieldPath } : subject;
  const { apiVersion, kind, metadata } = subject;
  const { namespace, name, uid, resourceVersion } = metadata;
  const reference: ObjectReference = namespace
    ? { kind, namespace, name, uid, apiVersion, resourceVersion }
    : { kind, name, uid, apiVersion, resourceVersion };
  if (fieldPath) reference.fieldPath = fieldPath;
  return reference;
}

const isObject = (subject: EventSubject): subject is ApiObject => 'metadata' in subject;
