import { type ApiObject, groupKindText, parseApiVersion } from '../../../api/object.ts';
import { type LabelSelector, parseLabelSelector } from '../../../api/selectors/label-selector.ts';
import { cleanObject, isServerCreated } from './clean-objects.ts';

/** `clean`: as somebody would write it; `exact`: as the server answers it. */
export type ExportForm = 'clean' | 'exact';

export interface ExportSelection {
  readonly form: ExportForm;
  /** Kinds as `kindOf` writes them. */
  readonly withoutKinds: ReadonlySet<string>;
  /** Namespaces as `namespaceOf` writes them. */
  readonly withoutNamespaces: ReadonlySet<string>;
  /** A label selector; one that cannot be parsed selects nothing. */
  readonly labels: string;
}

export const kindOf = ({ apiVersion, kind }: ApiObject): string =>
  groupKindText({ group: parseApiVersion(apiVersion).group, kind });

/** Of objects without a namespace. */
export const CLUSTER_SCOPE = '(cluster-scoped)';

export const namespaceOf = ({ metadata }: ApiObject): string => metadata.namespace ?? CLUSTER_SCOPE;

/** The objects that an export of this form can hold. */
export const exportable = (objects: readonly ApiObject[], form: ExportForm): readonly ApiObject[] =>
  form === 'exact'
    ? objects
    : objects.filter((object) => !isServerCreated(object) && object.metadata.deletionTimestamp === undefined);

/** The selected objects in the form of the export. */
export function selectObjects(objects: readonly ApiObject[], selection: ExportSelection): ApiObject[] {
  const { form, withoutKinds, withoutNamespaces } = selection;
  const selector = selectorOf(selection.labels);
  return exportable(objects, form)
    .filter(
      (object) =>
        !withoutKinds.has(kindOf(object)) &&
        !withoutNamespaces.has(namespaceOf(object)) &&
        selector?.matches(object.metadata.labels ?? {}),
    )
    .map((object) => (form === 'clean' ? cleanObject(object) : object));
}

/** Undefined for a text that is no label selector. */
export function selectorOf(text: string): LabelSelector | undefined {
  try {
    return parseLabelSelector(text);
  } catch {
    return undefined;
  }
}

/** How many objects have each value, by the value's name. */
export function countBy(
  objects: readonly ApiObject[],
  nameOf: (object: ApiObject) => string,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const object of objects) counts.set(nameOf(object), (counts.get(nameOf(object)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
