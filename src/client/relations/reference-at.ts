import type { Dialect } from '../../api/dialect.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { KIND_LINKS } from './kind-links.ts';
import { isSelectorLink } from './relation.ts';

/** Which objects a field can name. */
export interface ReferenceTarget {
  readonly kind: KindKey;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace: string | undefined;
}

/** A name that no object has. */
const PROBE = '?';

/**
 * Returns which objects the field at a path of an object can name; undefined when it does not name objects. The object can
 * be incomplete, as while it is being written.
 */
export function referenceAt(
  object: ApiObject,
  path: readonly (string | number)[],
  dialect: Dialect,
): ReferenceTarget | undefined {
  const key = kindKeyOf(object, dialect);
  const links = KIND_LINKS[key];
  if (!links) return undefined;
  try {
    const found = links.linksOf(withValue(object, path, PROBE) as ApiObject, dialect);
    const link = found.find((one) => !isSelectorLink(one) && one.name === PROBE);
    return link && { kind: link.kind, namespace: link.namespace };
  } catch {
    // Links are read from complete objects. One that is being written can lack what they need.
    return undefined;
  }
}

/** Returns a copy of a value with another value at a path. */
function withValue(value: unknown, [step, ...rest]: readonly (string | number)[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withValue(item, rest, replacement) : item));
  const record = isRecord(value) ? value : {};
  return { ...record, [step]: withValue(record[step], rest, replacement) };
}
