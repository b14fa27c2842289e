import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { everyLabel, type LabelSelector, labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { notFound } from '../../api/status.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';

/** Parsed selectors. They belong to frozen stored objects, so each is parsed once. */
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
 * Reports whether a namespaceSelector matches a request, by the labels of its namespace or of the namespace that it
 * writes. Other cluster-scoped requests always match.
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

/** Reports whether an objectSelector matches a request, by the labels of the new or the old object. */
export function objectSelectorMatches(
  object: LabelSelectorObject | undefined,
  { object: draft, oldObject }: AdmissionAttributes,
): boolean {
  const selector = selectorOf(object);
  if (selector.isEmpty) return true;
  // CONNECT options have no metadata, and objects without metadata never match.
  return [draft, oldObject].some((each) => each?.metadata !== undefined && selector.matches(each.metadata.labels));
}
