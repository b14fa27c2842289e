import type { Dialect } from '../../api/dialect.ts';
import { sortedGoJson } from '../../api/encoding/go-json.ts';
import { LAST_APPLIED_ANNOTATION } from '../../api/kubernetes-names.ts';
import { isRecord } from '../../api/object.ts';
import type { AnyObject } from '../command.ts';

/** Returns an object with itself in the annotation of client-side apply. */
export function applyAnnotation(object: AnyObject, dialect: Dialect): AnyObject {
  const name = dialect.rename(LAST_APPLIED_ANNOTATION);
  const { [name]: _, ...annotations } = object.metadata.annotations ?? {};
  const plain = { ...object, metadata: { ...object.metadata, annotations } };
  return {
    ...plain,
    metadata: { ...plain.metadata, annotations: { ...annotations, [name]: `${sortedGoJson(plain)}\n` } },
  };
}

/** Returns the object that was applied last; undefined when there is none. */
export function lastApplied({ metadata }: AnyObject, dialect: Dialect): Record<string, unknown> | undefined {
  const text = metadata.annotations?.[dialect.rename(LAST_APPLIED_ANNOTATION)];
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : undefined;
}
