import type { DialectName } from '../../../api/dialect.ts';
import { groupInDialect, translateValue } from '../../../api/dialect-translation.ts';
import { type ApiObject, parseApiVersion } from '../../../api/object.ts';
import { type Discovery, findServedKind } from '../../../client/discovery.ts';
import { definitionOf } from '../../commands/await-definition.ts';
import type { ImportEntry } from '../../state/stores/import-store.ts';

/** Reports whether objects use API groups that the server serves only under the names of its own dialect. */
export function isOfOtherDialect(entries: readonly ImportEntry[], discovery: Discovery, own: DialectName): boolean {
  const isServed = servedGroups(discovery);
  return entries.some(({ object }) => {
    const { group } = parseApiVersion(object?.apiVersion ?? '');
    const translated = groupInDialect(group, own);
    return !isServed(group) && translated !== undefined && isServed(translated);
  });
}

export const servedGroups = ({ resources }: Discovery): ((group: string) => boolean) => {
  const groups = new Set(resources.map(({ group }) => group));
  return (group) => groups.has(group);
};

/** Returns the entries to import: rewritten on request, with a problem for kinds that the server does not serve. */
export function planImport(
  entries: readonly ImportEntry[],
  discovery: Discovery,
  rewriteTo: DialectName | undefined,
): ImportEntry[] {
  const isServedGroup = servedGroups(discovery);
  const rewritten = entries.map((entry) =>
    entry.object && rewriteTo
      ? { ...entry, object: translateValue<ApiObject>(entry.object, { to: rewriteTo, isServedGroup }) }
      : entry,
  );
  const objects = rewritten.flatMap(({ object }) => object ?? []);
  return rewritten.map((entry) => {
    const { object } = entry;
    if (!object || findServedKind(discovery, object) || definitionOf(object, objects, discovery)) return entry;
    return { ...entry, problem: `The server has no ${object.kind} in ${object.apiVersion}.` };
  });
}
