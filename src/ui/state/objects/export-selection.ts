import { type ApiObject, groupKindText, parseApiVersion } from '../../../api/object.ts';
import { type LabelSelector, parseLabelSelector } from '../../../api/selectors/label-selector.ts';
import { cleanObject, isServerCreated } from '../../../client/manifests/clean-objects.ts';
import { prerequisitesOf } from '../../../client/manifests/prerequisites.ts';

/** `clean`: as a user would write it; `exact`: as the server returns it. */
export type ExportForm = 'clean' | 'exact';

export interface ExportSelection {
  readonly form: ExportForm;
  /** Excluded kinds, as `kindOf` formats them. */
  readonly withoutKinds: ReadonlySet<string>;
  /** Excluded namespaces, as `namespaceOf` formats them. */
  readonly withoutNamespaces: ReadonlySet<string>;
  /** A label selector; an invalid one selects nothing. */
  readonly labels: string;
}

export const kindOf = ({ apiVersion, kind }: ApiObject): string =>
  groupKindText({ group: parseApiVersion(apiVersion).group, kind });

/** Stands for the namespace of cluster-scoped objects; not a valid namespace name. */
export const CLUSTER_SCOPE = '(cluster-scoped)';

export const namespaceOf = ({ metadata }: ApiObject): string => metadata.namespace ?? CLUSTER_SCOPE;

/** Returns the objects that an export in this form can contain. */
export const exportable = (objects: readonly ApiObject[], form: ExportForm): readonly ApiObject[] =>
  form === 'exact'
    ? objects
    : objects.filter((object) => !isServerCreated(object) && object.metadata.deletionTimestamp === undefined);

/**
 * Returns the selected objects, and the cluster-scoped objects that their creation elsewhere requires, in the form of the
 * export.
 */
export function selectObjects(objects: readonly ApiObject[], selection: ExportSelection): ApiObject[] {
  const { form, withoutKinds, withoutNamespaces } = selection;
  const selector = selectorOf(selection.labels);
  const possible = exportable(objects, form).filter((object) => !withoutKinds.has(kindOf(object)));
  const selected = possible.filter(
    (object) => !withoutNamespaces.has(namespaceOf(object)) && selector?.matches(object.metadata.labels ?? {}),
  );
  const included = new Set([...selected, ...prerequisitesOf(selected, possible)]);
  return possible
    .filter((object) => included.has(object))
    .map((object) => (form === 'clean' ? cleanObject(object) : object));
}

/** Parses a label selector; undefined when it is invalid. */
export function selectorOf(text: string): LabelSelector | undefined {
  try {
    return parseLabelSelector(text);
  } catch {
    return undefined;
  }
}

/** Counts objects by a value, sorted by its name. */
export function countBy(
  objects: readonly ApiObject[],
  nameOf: (object: ApiObject) => string,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const object of objects) counts.set(nameOf(object), (counts.get(nameOf(object)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
