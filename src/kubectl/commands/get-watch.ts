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
  if (!flags.is('watch-only')) {
    if (isTable) printRows(table);
    else
      for (const item of items)
        out(
          printValue(
            { ...item, apiVersion: apiVersionOf(collection.group, collection.version), kind: target.resource.kind },
            output,
          ),
        );
  }
  const watching = client.watch<object>(collection, {
    ...selectors,
    ...(metadata?.resourceVersion ? { resourceVersion: metadata.resourceVersion } : {}),
    ...(isTable ? { accept: TABLE_ACCEPT } : {}),
  });
  for await (const { object, type } of watching) {
    if (type === 'BOOKMARK') continue;
    if (isTable) printRows(asTable(object));
    else out(printValue(object, output));
  }
  return 0;
}
