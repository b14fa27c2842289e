import { apiVersionOf } from '../../api/object.ts';
import { asTable, TABLE_ACCEPT } from '../../client/table.ts';
import type { AnyObject, Invocation } from '../command.ts';
import { failure } from '../command-error.ts';
import { addressOf, selectorsOf, type Target } from '../objects/targets.ts';
import { printTable, type TableOptions } from '../output/print-table.ts';
import { printValue } from '../output/print-values.ts';

/** Prints the objects of a target and their changes until the signal is aborted. @throws CommandError for several types */
export async function followObjects(
  invocation: Invocation,
  targets: readonly Target[],
  output: string,
  options: TableOptions,
): Promise<number> {
  const [target] = targets;
  if (!target || targets.length > 1) throw failure('you may only specify a single resource type');
  const { client, flags, out, signal } = invocation;
  const isTable = output === '' || output === 'wide';
  const { name, ...collection } = addressOf(target);
  // A watch of a name that does not exist would wait for ever.
  if (name !== undefined) await client.get(addressOf(target), { signal });
  const fieldSelector = name === undefined ? selectorsOf(invocation).fieldSelector : `metadata.name=${name}`;
  const selectors = { ...selectorsOf(invocation), ...(fieldSelector ? { fieldSelector } : {}), signal };
  const list: unknown = await client.list(collection, { ...selectors, ...(isTable ? { accept: TABLE_ACCEPT } : {}) });
  const { metadata, items = [] } = list as { metadata?: { resourceVersion?: string }; items?: AnyObject[] };
  const table = asTable(list);
  let hasHeaders = options.hasHeaders;
  const printRows = (rows: Pick<typeof table, 'columnDefinitions' | 'rows'>): void => {
    const columnDefinitions = rows.columnDefinitions?.length ? rows.columnDefinitions : (table.columnDefinitions ?? []);
    if (!rows.rows?.length) return;
    out(printTable(target.resource, { ...rows, columnDefinitions }, { ...options, hasHeaders }));
    hasHeaders = false;
  };
  let isFirst = true;
  const printObject = (object: object): void => {
    const separator = output === 'yaml' && !isFirst ? '---\n' : '';
    const noHeaders = !options.hasHeaders || !isFirst;
    const showManagedFields = flags.is('show-managed-fields');
    out(separator + printValue(object, output, { noHeaders, showManagedFields }));
    isFirst = false;
  };
  if (!flags.is('watch-only')) {
    if (isTable) printRows(table);
    const apiVersion = apiVersionOf(collection.group, collection.version);
    if (!isTable) for (const item of items) printObject({ ...item, apiVersion, kind: target.resource.kind });
  }
  const watching = client.watch<object>(collection, {
    ...selectors,
    ...(metadata?.resourceVersion ? { resourceVersion: metadata.resourceVersion } : {}),
    ...(isTable ? { accept: TABLE_ACCEPT } : {}),
  });
  for await (const { object, type } of watching) {
    if (type === 'BOOKMARK') continue;
    if (isTable) printRows(asTable(object));
    else printObject(object);
  }
  return 0;
}
