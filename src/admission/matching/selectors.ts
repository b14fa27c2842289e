import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { everyLabel, type LabelSelector, labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { notFound } from '../../api/status.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';

/** Selectors stand in frozen objects of the store: each is read once. */
const read = new WeakMap<LabelSelectorObject, LabelSelector>();

function selectorOf(object: LabelSelectorObject | undefined): LabelSelector {
  if (!object) return everyLabel;
  let selector = read.get(object);
  if (!selector) {
    selector = labelSelectorFromObject(object);
    read.set(object, selector);
  }
  return selector;
}

/**
 * Whether a namespaceSelector lets a request in: by the labels of its namespace, or of the namespace that it writes.
 * What lies in no namespace is never left out.
 * @throws StatusError 404 when the namespace does not exist
 */
export async function namespaceSelectorMatches(
  object: LabelSelectorObject | undefined,
  attributes: AdmissionAttributes,
  reader: ObjectReader,
): Promise<boolean> {
  const isNamespace = attributes.resource.group === '' && attributes.resource.resource === 'namespaces';
  if (attributes.namespace === '' && !isNamespace) return true;
  const selector = selectorOf(object);
  if (selector.isEmpty) return true;
  const isWritten = isNamespace && attributes.subresource === '' && /^(CREATE|UPDATE)$/.test(attributes.operation);
  const namespace = isWritten
    ? attributes.object
    : await reader.get<ApiObject>('', 'namespaces', '', attributes.namespace);
  if (!namespace) throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace);
  return selector.matches(namespace.metadata.labels);
}

/** Whether an objectSelector lets a request in: by the labels of the new object or of the old one. */
export function objectSelectorMatches(
  object: LabelSelectorObject | undefined,
  { object: draft, oldObject }: AdmissionAttributes,
): boolean {
  const selector = selectorOf(object);
  if (selector.isEmpty) return true;
  // The options of a CONNECT have no metadata, and what has none is not selected.
  return [draft, oldObject].some((each) => each?.metadata !== undefined && selector.matches(each.metadata.labels));
}
