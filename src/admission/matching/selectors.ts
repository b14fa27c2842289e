import type { LabelSelector as LabelSelectorObject } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, isNamespaces } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { everyLabel, type LabelSelector, labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { notFound, type StatusError } from '../../api/status.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
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

/** Whether a namespaceSelector matches a request. */
export interface NamespaceSelection {
  readonly matches: boolean;
  /** The error 404 of a missing namespace, which the selector cannot exclude. */
  readonly missing?: StatusError;
}

const SELECTED: NamespaceSelection = { matches: true };

/**
 * Applies a namespaceSelector to a request, by the labels of its namespace or of the namespace that it writes. Other
 * cluster-scoped requests always match.
 */
export function selectNamespace(
  object: LabelSelectorObject | undefined,
  attributes: AdmissionAttributes,
  reader: ObjectReader,
): MaybePromise<NamespaceSelection> {
  const isNamespace = isNamespaces(attributes.resource);
  if (attributes.namespace === '' && !isNamespace) return SELECTED;
  const selector = selectorOf(object);
  if (selector.isEmpty) return SELECTED;
  const isWritten = isNamespace && attributes.subresource === '' && /^(CREATE|UPDATE)$/.test(attributes.operation);
  return whenReady(
    isWritten ? attributes.object : reader.get<ApiObject>('', 'namespaces', '', attributes.namespace),
    (namespace) =>
      namespace
        ? { matches: selector.matches(namespace.metadata.labels) }
        : { matches: true, missing: notFound({ group: '', resource: 'namespaces' }, attributes.namespace) },
  );
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
