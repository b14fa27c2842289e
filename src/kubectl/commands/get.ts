import { ApiError } from '../../client/api-error.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { listPages } from '../../client/list-pages.ts';
import { asTable, TABLE_ACCEPT, type Table, type TableRow } from '../../client/table.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { CommandError, errorMessage } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { listAll, listFailure } from '../objects/list-all.ts';
import { addressOf, selectorsOf, type Target, targetsOf } from '../objects/targets.ts';
import { printTable, type TableOptions } from '../output/print-table.ts';
import { printValue } from '../output/print-values.ts';
import { sortedByPath } from '../output/sort-by.ts';
import { followObjects } from './get-watch.ts';
import { ALL_NAMESPACES, FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS } from './shared-flags.ts';

export const get: Command = {
  name: 'get',
  usage: 'TYPE[,TYPE] [NAME...] | TYPE/NAME... | -f FILE',
  summary: 'Print objects as a table or in another format.',
  examples: [
    'get pods',
    'get pods -o wide -A',
    'get deploy,svc -l app=web',
    "get pod web -o jsonpath='{.status.podIP}'",
  ],
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...SELECTOR_FLAGS,
    ALL_NAMESPACES,
    flag('no-headers', 'bool', 'Leave out the headers of tables.'),
    flag('show-labels', 'bool', 'Add a column with the labels.'),
    flag('show-kind', 'bool', 'Prefix names with their kind.'),
    flag('label-columns,L', 'list', 'Labels that get a column each.'),
    flag('sort-by', 'string', 'JSONPath of the value by which the objects are sorted.'),
    flag('ignore-not-found', 'bool', 'Succeed when an object does not exist.'),
    flag('watch,w', 'bool', 'Print changes until Ctrl+C.'),
    flag('watch-only', 'bool', 'Print only changes.'),
    flag('subresource', 'string', 'status or scale.'),
    flag('chunk-size', 'int', 'Objects of one response.', '500'),
    flag('raw', 'string', 'Path to request from the server.'),
    flag('template', 'string', 'Template of -o go-template and -o jsonpath.'),
  ],
  async run(invocation) {
    const { flags, out } = invocation;
    if (flags.has('raw')) {
      out(await (await invocation.client.request(flags.text('raw'))).text());
      return 0;
    }
    requireType(invocation);
    const targets = await targetsOf(invocation, flags.args, { allowsCollections: true });
    const output = outputOf(invocation);
    if (flags.is('watch') || flags.is('watch-only'))
      return followObjects(invocation, targets, output, tableOptions(invocation, output));
    const isTable = output === '' || output === 'wide';
    return isTable ? printTables(invocation, targets, output) : printObjects(invocation, targets, output);
  },
};

function requireType({ flags }: Invocation): void {
  if (flags.args.length > 0 || flags.has('filename')) return;
  throw new CommandError(
    'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).\nSee \'kubectl get -h\' for help and examples',
  );
}

function outputOf({ flags }: Invocation): string {
  const output = flags.text('output');
  const template = flags.text('template');
  if (template === '' || output.includes('=')) return output;
  return `${output || 'go-template'}=${template}`;
}

/** Reports whether the arguments may name several types, so that names are printed with their kind. */
export function namesSeveralTypes(args: readonly string[]): boolean {
  if (args.length === 1 && args[0] === 'all') return true;
  const types = args.some((arg) => arg.includes('/'))
    ? args.map((arg) => arg.split('/')[0])
    : (args[0] ?? '').split(',');
  return new Set(types).size > 1;
}

function tableOptions({ flags }: Invocation, output: string): TableOptions {
  return {
    isWide: output === 'wide',
    hasHeaders: !flags.is('no-headers'),
    withNamespace: flags.is('all-namespaces'),
    withKind: flags.is('show-kind') || namesSeveralTypes(flags.args),
    showLabels: flags.is('show-labels'),
    labelColumns: flags.list('label-columns'),
  };
}

/** Prints one table for each resource, with a blank line between them. */
async function printTables(invocation: Invocation, targets: readonly Target[], output: string): Promise<number> {
  const { flags, out, err } = invocation;
  const failures: unknown[] = [];
  const groups: { resource: DiscoveredResource; columns: Table['columnDefinitions']; rows: TableRow[] }[] = [];
  for (const target of targets) {
    try {
      const { columnDefinitions, rows } = await readTable(invocation, target);
      const last = groups.at(-1);
      if (last?.resource === target.resource) last.rows.push(...(rows ?? []));
      else groups.push({ resource: target.resource, columns: columnDefinitions, rows: [...(rows ?? [])] });
    } catch (error) {
      if (!isIgnored(error, invocation)) failures.push(error);
    }
  }
  const options = tableOptions(invocation, output);
  const texts = groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ resource, columns, rows }) => {
      const sorted = flags.has('sort-by') ? sortedByPath(rows, flags.text('sort-by'), ({ object }) => object) : rows;
      const placed = { ...options, withNamespace: options.withNamespace && resource.namespaced };
      return printTable(resource, { columnDefinitions: columns ?? [], rows: sorted }, placed);
    });
  out(texts.join('\n'));
  if (texts.length === 0 && failures.length === 0 && !flags.is('ignore-not-found'))
    err(nothingFound(invocation, targets));
  return reportAll(failures, invocation);
}

function nothingFound({ flags, namespace }: Invocation, targets: readonly Target[]): string {
  const isPlaced = !flags.is('all-namespaces') && targets.some(({ resource }) => resource.namespaced);
  return isPlaced ? `No resources found in ${namespace} namespace.\n` : 'No resources found\n';
}

const isIgnored = (error: unknown, { flags }: Invocation): boolean =>
  error instanceof ApiError && error.isNotFound && flags.is('ignore-not-found');

/** Prints errors, and returns the exit code. After Ctrl+C, the errors are those of aborted requests: it throws instead. */
export function reportAll(failures: readonly unknown[], { err, signal }: Invocation): number {
  signal.throwIfAborted();
  for (const failure of failures) err(`${errorMessage(failure)}\n`);
  return failures.length > 0 ? 1 : 0;
}

async function readTable(invocation: Invocation, target: Target): Promise<Table> {
  const { client, flags } = invocation;
  const address = addressOf(target, flags.text('subresource'));
  if (target.name !== undefined) return asTable(await client.get<unknown>(address, { accept: TABLE_ACCEPT }));
  const options = {
    ...selectorsOf(invocation),
    limit: flags.number('chunk-size'),
    accept: TABLE_ACCEPT,
    // Rows are sorted by fields that only the whole object has.
    ...(flags.has('sort-by') ? { includeObject: 'Object' as const } : {}),
  };
  const rows: TableRow[] = [];
  let first: Table | undefined;
  try {
    for await (const answer of listPages<Table>(client, address, options)) {
      const page = asTable(answer);
      first ??= page;
      rows.push(...(page.rows ?? []));
    }
  } catch (error) {
    throw listFailure(error, address, options);
  }
  return { kind: 'Table', columnDefinitions: first?.columnDefinitions ?? [], rows };
}

async function printObjects(invocation: Invocation, targets: readonly Target[], output: string): Promise<number> {
  const { client, flags, out } = invocation;
  const objects: AnyObject[] = [];
  const failures: unknown[] = [];
  for (const target of targets) {
    try {
      if (target.name === undefined)
        objects.push(...(await listAll(client, target.resource, target.namespace, selectorsOf(invocation))));
      else objects.push(await client.get<AnyObject>(addressOf(target, flags.text('subresource'))));
    } catch (error) {
      if (!isIgnored(error, invocation)) failures.push(error);
    }
  }
  const ordered = flags.has('sort-by') ? sortedByPath(objects, flags.text('sort-by'), (object) => object) : objects;
  const isSingle = targets.length === 1 && targets[0]?.name !== undefined;
  const [only] = ordered;
  const options = {
    showManagedFields: flags.is('show-managed-fields'),
    noHeaders: flags.is('no-headers'),
  };
  if (isSingle && only) out(printValue(only, output, options));
  else if (!isSingle && (failures.length === 0 || objects.length > 0))
    out(printValue(listOf(ordered), output, options));
  return reportAll(failures, invocation);
}

const listOf = (items: readonly AnyObject[]): object => ({
  apiVersion: 'v1',
  kind: 'List',
  metadata: { resourceVersion: '' },
  items,
});
