import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { TableRow } from '../../../client/table.ts';
import { readForExport } from '../../commands/export-objects.ts';
import type { Operation } from '../../commands/kind-operations.ts';
import { DeleteDialog } from '../../components/dialogs/DeleteDialog.tsx';
import { ScaleDialog } from '../../components/dialogs/ScaleDialog.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { SimulationNote } from '../../components/notices/SimulationNote.tsx';
import { UnknownResource } from '../../components/notices/UnknownResource.tsx';
import { WhyDialog } from '../../components/why/WhyDialog.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useTable } from '../../hooks/use-collection.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { download } from '../../state/download.ts';
import { addressesIn, resourceAt } from '../../state/objects/addresses.ts';
import { exportFileName, objectCount } from '../../state/objects/export-file.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { selectorProblem } from '../../state/objects/selector-problem.ts';
import { arrangedColumns, isShown, needsObjects } from '../../state/objects/table-layout.ts';
import {
  columnsOf,
  filterRows,
  keyOfRow,
  readSorting,
  type Sorting,
  sortingText,
  sortRows,
} from '../../state/objects/table-view.ts';
import { objectText } from '../yaml/yaml-documents.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { MissingNamespaces } from './MissingNamespaces.tsx';
import { NoObjects } from './NoObjects.tsx';
import { ObjectsHeader } from './ObjectsHeader.tsx';
import { ObjectsTable } from './ObjectsTable.tsx';
import { ObjectsToolbar } from './ObjectsToolbar.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';
import type { RowAction } from './RowActions.tsx';
import { useOperations } from './use-operations.ts';
import { useTableLayout } from './use-table-layout.ts';

const route = getRouteApi('/objects/$group/$version/$resource');

/** The server's live table of one kind. */
export function ObjectsView() {
  const parameters = route.useParams();
  const resource = resourceAt(useDiscovery(), parameters);
  if (!resource) return <UnknownResource {...parameters} />;
  return <Objects key={`${resource.group}/${resource.resource}`} resource={resource} />;
}

function Objects({ resource }: { readonly resource: DiscoveredResource }) {
  const { filter = '', labels: typed = '', sort: requestedSort } = route.useSearch();
  // An address can contain any text; the toolbar reports a selector that is invalid.
  const labels = selectorProblem(typed) === undefined ? typed : '';
  useTitle(pluralKind(resource));
  const application = useApplication();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<readonly TableRow[]>();
  const [scaled, setScaled] = useState<TableRow>();
  const [explained, setExplained] = useState<TableRow>();
  const { resource: plural, namespaced } = resource;
  const namespaces = useNamespaces();
  const { layout, arrange } = useTableLayout(resource);
  const sort = requestedSort ?? layout.sort;
  const table = useTable(addressesIn(resource, namespaces), {
    ...(labels ? { labelSelector: labels } : {}),
    ...(needsObjects(layout) || plural === 'events' ? { includeObject: 'Object' } : {}),
  });

  const withNamespace = namespaced && namespaces.length !== 1;
  const { order, added, shown } = layout;
  const allColumns = useMemo(
    () => arrangedColumns(columnsOf(table.columns, withNamespace), { order: order ?? [], added: added ?? [] }),
    [table.columns, withNamespace, order, added],
  );
  const columns = useMemo(
    () => allColumns.filter((column) => isShown(column, { shown: shown ?? {} })),
    [allColumns, shown],
  );
  const [isArranging, setArranging] = useState(false);
  const arrangeColumns = useStableCallback(() => setArranging(true));
  const setWidths = useStableCallback((widths: Readonly<Record<string, number>>) => arrange({ widths }));
  const isNewestFirst = plural === 'events';
  // Keys and clicks are handled before thousands of rows are filtered and sorted.
  const shownFilter = useDeferredValue(filter);
  const shownSort = useDeferredValue(sort);
  const sorted = useRef<readonly TableRow[]>([]);
  const rows = useMemo(() => {
    sorted.current = sortRows(
      filterRows(table.items, columns, shownFilter),
      columns,
      readSorting(shownSort),
      sorted.current,
      isNewestFirst,
    );
    return sorted.current;
  }, [table.items, columns, shownFilter, shownSort, isNewestFirst]);
  const chosen = selected.size === 0 ? [] : rows.filter((row) => selected.has(keyOfRow(row)));
  const saveAsYaml = async () => {
    const objects = await readForExport(application, resource, chosen.map(nameOfRow));
    if (!objects) return;
    const fileName = exportFileName(plural, application.platform.clock);
    download(fileName, objects.map((object) => objectText(object)).join('---\n'), 'application/yaml');
    application.notifications.getState().notify('success', `Saved ${objectCount(objects.length)} as ${fileName}`);
  };
  const deleteChosen = useStableCallback(() => setDeleted(chosen));
  const exportChosen = useStableCallback(() => void saveAsYaml());
  const { report, setReport, operateOn } = useOperations(resource);
  const operateOnChosen = useStableCallback((operation: Operation) => void operateOn(operation, chosen.map(nameOfRow)));
  const act = useStableCallback((action: RowAction, row: TableRow) => {
    if (action === 'delete') setDeleted([row]);
    else if (action === 'scale') setScaled(row);
    else if (action === 'why') setExplained(row);
    else void operateOn(action, [nameOfRow(row)]);
  });
  const sorting = useMemo(() => readSorting(shownSort), [shownSort]);
  const sortBy = useStableCallback((next: Sorting) => {
    arrange({ sort: sortingText(next) });
    void navigate({ search: (old) => ({ ...old, sort: sortingText(next) }), replace: true });
  });
  const toolbar = (
    <ObjectsToolbar
      resource={resource}
      chosen={chosen.length}
      onColumns={arrangeColumns}
      onOperate={operateOnChosen}
      onDelete={deleteChosen}
      onExport={exportChosen}
    />
  );
  return (
    <>
      <ObjectsHeader resource={resource} shown={rows.length} total={table.items.length} isLoaded={table.isLoaded} />
      {table.items.length > 0 && <SimulationNote resource={resource} />}
      {toolbar}
      {table.isLoaded && table.failures.length > 0 && <MissingNamespaces failures={table.failures} />}
      {table.error !== undefined && !table.isLoaded ? (
        <ErrorState error={table.error} onRetry={table.retry}>
          {namespaced && namespaces.length === 0 && (
            <p>
              To list the {pluralKind(resource)} of one namespace, select it at the top of the page, or type its name
              there.
            </p>
          )}
        </ErrorState>
      ) : table.isLoaded && rows.length === 0 ? (
        <NoObjects resource={resource} isFiltered={filter !== '' || labels !== ''} />
      ) : (
        <ObjectsTable
          resource={resource}
          rows={rows}
          columns={columns}
          chosenWidths={layout.widths ?? NO_WIDTHS}
          onWidths={setWidths}
          isLoading={!table.isLoaded}
          sorting={sorting}
          onSort={sortBy}
          selected={selected}
          onSelect={setSelected}
          onAction={act}
        />
      )}
      {scaled && (
        <ScaleDialog resource={resource} metadata={scaled.object.metadata} onClose={() => setScaled(undefined)} />
      )}
      {explained && (
        <WhyDialog
          subject={{ resource, ...nameOfRow(explained) }}
          title={`Why is ${explained.object.metadata.name} in its state?`}
          onClose={() => setExplained(undefined)}
        />
      )}
      {isArranging && (
        <ColumnsDialog columns={allColumns} layout={layout} onChange={arrange} onClose={() => setArranging(false)} />
      )}
      {report && <OutcomeDialog {...report} onClose={() => setReport(undefined)} />}
      {deleted && (
        <DeleteDialog
          resource={resource}
          names={deleted.map(nameOfRow)}
          onClose={() => setDeleted(undefined)}
          onDone={() => {
            setDeleted(undefined);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}

const NO_WIDTHS = {};

const nameOfRow = ({ object: { metadata } }: TableRow) => ({
  namespace: metadata.namespace,
  name: metadata.name ?? '',
  uid: metadata.uid,
});
