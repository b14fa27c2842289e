import { Button } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, memo } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import { isSelectorLink } from '../../../client/relations/relation.ts';
import { linksOf } from '../../../client/relations/relations-of.ts';
import { statusMark } from '../../../client/states/status-mark.ts';
import type { TableRow } from '../../../client/table.ts';
import { Age } from '../../components/Age.tsx';
import { KindLink } from '../../components/KindLink.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { MiddleText } from '../../components/text/MiddleText.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { objectParameters } from '../../state/objects/addresses.ts';
import { type Column, isExplained } from '../../state/objects/table-view.ts';
import { FlashingText } from './FlashingText.tsx';
import type { RowAction } from './RowActions.tsx';
import { RowMenu } from './RowMenu.tsx';

interface ObjectsRowProps {
  readonly resource: DiscoveredResource;
  readonly row: TableRow;
  readonly rowIndex: number;
  /** Measures the row when rows have different heights. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly onToggle: (row: TableRow) => void;
  readonly onAction: (action: RowAction, row: TableRow) => void;
}

/** A row of the table. Its cells do not receive its position, because each new or removed row shifts all later ones. */
export function ObjectsRow({ rowIndex, measure, ...cells }: ObjectsRowProps) {
  return (
    <Tr
      ref={measure}
      className="tp-row"
      aria-rowindex={rowIndex + 2}
      data-row={rowIndex}
      data-index={rowIndex}
      isRowSelected={cells.isSelected}
    >
      <ObjectCells {...cells} />
    </Tr>
  );
}

/** Memoized, because a busy collection changes many times a second, and most of its objects do not. */
const ObjectCells = memo(function ObjectCells(props: Omit<ObjectsRowProps, 'rowIndex' | 'measure'>) {
  const { resource, row, columns, isSelected, onToggle, onAction } = props;
  const { metadata } = row.object;
  return (
    <>
      <Td className="tp-row-check">
        <RowCheckbox aria-label={`Select ${metadata.name}`} checked={isSelected} onChange={() => onToggle(row)} />
      </Td>
      {columns.map((column) => (
        <Td key={column.name} dataLabel={column.name} className={`tp-cell tp-cell-${column.type}`}>
          <Cell resource={resource} row={row} column={column} onAction={onAction} />
        </Td>
      ))}
      <Td className="tp-row-menu">
        <RowMenu resource={resource} metadata={metadata} onAction={(action) => onAction(action, row)} />
      </Td>
    </>
  );
});

interface CellProps extends Pick<ObjectsRowProps, 'resource' | 'row' | 'onAction'> {
  readonly column: Column;
}

function Cell({ resource, row, column, onAction }: CellProps) {
  const text = column.textOf(row);
  const { metadata } = row.object;
  if (column.type === 'age') return <Age timestamp={text} />;
  if (column.type === 'name') {
    return (
      <>
        <Link
          to="/objects/$group/$version/$resource/$in/$name"
          params={objectParameters(resource, metadata)}
          title={text}
          aria-label={text}
        >
          <MiddleText>{text}</MiddleText>
        </Link>
        {metadata.deletionTimestamp && (
          <StatusLabel status="warning" className="tp-terminating">
            Terminating
          </StatusLabel>
        )}
      </>
    );
  }
  if (resource.resource === 'events' && column.name === 'Object') return <EventSubject row={row} text={text} />;
  if (column.name === 'Status') return <Status text={text} name={metadata.name} onWhy={() => onAction('why', row)} />;
  return <FlashingText text={text} />;
}

interface StatusProps {
  readonly text: string;
  readonly name: string | undefined;
  readonly onWhy: () => void;
}

/** A status, and the way to its explanation unless it is good. */
function Status({ text, name, onWhy }: StatusProps) {
  const content = <FlashingText text={text} mark={statusMark(text)} />;
  if (!isExplained(text)) return content;
  return (
    <div className="tp-explained">
      {content}
      <Button variant="link" isInline size="sm" aria-label={`Why? ${name} is ${text}`} onClick={onWhy}>
        Why?
      </Button>
    </div>
  );
}

type RowCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly 'aria-label': string };

/** A check box that looks like PatternFly's, which renders several components for each check box of a new row. */
const RowCheckbox = (props: RowCheckboxProps) => (
  <div className="pf-v6-c-check pf-m-standalone">
    <input {...props} type="checkbox" className="pf-v6-c-check__input" />
  </div>
);

/** The object of an event, linked to its page. The row has the whole event. */
function EventSubject({ row, text }: { readonly row: TableRow; readonly text: string }) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const event = row.object as ApiObject;
  const [link] = linksOf(kindKeyOf(event, dialect), event, dialect);
  if (!link || isSelectorLink(link)) return <span title={text}>{text}</span>;
  return <KindLink kind={link.kind} namespace={link.namespace} name={link.name} withKind />;
}
