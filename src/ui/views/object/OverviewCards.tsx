import './overview-cards.css';
import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import { Tbody, Thead } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { GroupVersionResource } from '../../../api/object.ts';
import type { CardTable, CountPart, OverviewCard, Part, Text } from '../../../client/overviews/card.ts';
import { Age } from '../../components/Age.tsx';
import { FieldLabel } from '../../components/FieldLink.tsx';
import { KindLink, KindListLink, useKind } from '../../components/KindLink.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { Verbatim } from '../../components/text/Verbatim.tsx';
import { WhyButton } from '../../components/why/WhyButton.tsx';
import { CountBar } from './workload/CountBar.tsx';

/** One card of the overview of an object of a resource. */
export function OverviewCardView({
  resource,
  title,
  facts = [],
  tables = [],
  emptyText,
}: OverviewCard & { readonly resource: GroupVersionResource }) {
  const isEmpty = facts.length === 0 && tables.length === 0;
  return (
    <TitledCard title={title} bodyClassName="tp-overview-card">
      {facts.length > 0 && (
        <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '9rem' }}>
          {facts.map(([name, value, field]) => (
            <DescriptionListGroup key={name}>
              <DescriptionListTerm>
                <FieldLabel resource={resource} field={field}>
                  {name}
                </FieldLabel>
              </DescriptionListTerm>
              <DescriptionListDescription>
                <TextView text={value} />
              </DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      )}
      {tables.map((table) => (
        <TableView key={table.label} table={table} hasCaption={facts.length > 0 || tables.length > 1} of={title} />
      ))}
      {isEmpty && <p className="tp-subtle">{emptyText}</p>}
    </TitledCard>
  );
}

/** Number of rows shown initially, and added by "Show more". */
const PAGE = 50;

interface TableViewProps {
  readonly table: CardTable;
  readonly hasCaption: boolean;
  /** Title of the card, which distinguishes equal tables. */
  readonly of: string;
}

function TableView({ table: { label, columns, rows }, hasCaption, of }: TableViewProps) {
  const [limit, setLimit] = useState(PAGE);
  return (
    <div>
      {hasCaption && <h3 className="tp-table-title">{label}</h3>}
      <Table variant="compact" borders={false} aria-label={hasCaption ? `${label} of ${of}` : label}>
        <Thead>
          <Tr>
            {columns.map((column) => (
              <Th key={column} modifier="wrap">
                {column}
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {rows.slice(0, limit).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Rows have no identity of their own.
            <Tr key={index}>
              {row.map((text, column) => (
                <Td key={columns[column]} dataLabel={columns[column] ?? ''}>
                  <TextView text={text} />
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
      {rows.length > limit && (
        <Button variant="link" isInline onClick={() => setLimit(limit + PAGE)}>
          Show more ({rows.length - limit})
        </Button>
      )}
    </div>
  );
}

const isPart = (text: Text): text is Part => typeof text === 'string' || 'type' in text;

function TextView({ text }: { readonly text: Text }) {
  const parts = isPart(text) ? [text] : text;
  // biome-ignore lint/suspicious/noArrayIndexKey: Parts have no identity of their own.
  return parts.map((part, index) => <PartView key={index} part={part} />);
}

function PartView({ part }: { readonly part: Part }) {
  if (typeof part === 'string') return part;
  switch (part.type) {
    case 'subtle':
      return <span className="tp-subtle">{part.text}</span>;
    case 'code':
      return <code className="tp-annotation">{part.text}</code>;
    case 'age':
      return <Age timestamp={part.time} />;
    case 'state':
      return <StatusLabel status={part.mark}>{part.text}</StatusLabel>;
    case 'object':
      return <KindLink {...part} />;
    case 'kind':
      return <KindListLink {...part} />;
    case 'rights':
      return (
        <Link
          to="/access"
          search={{
            subject: 'account',
            account: `${part.namespace}/${part.name}`,
            namespace: part.namespace,
            tab: 'matrix',
          }}
        >
          Everything that {part.name} may do
        </Link>
      );
    case 'bar':
      return (
        <div className="tp-counted">
          <CountBar {...part} name={part.label} />
          <WhyButton aspect={{ count: part.explains }} statement={part.text} />
        </div>
      );
    case 'count':
      return <CountView {...part} />;
    case 'content':
      // Keyed by label: a value that replaces a revealed one stays hidden.
      return part.isSecret ? (
        <SecretText key={part.label} {...part} />
      ) : (
        <Verbatim label={part.label}>{part.text}</Verbatim>
      );
    case 'lines':
      return part.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Lines have no identity of their own.
        <div key={index}>
          <TextView text={line} />
        </div>
      ));
  }
}

/** A number with its explanation. */
function CountView({ text, statement, explains, of }: CountPart) {
  const { resource } = useKind(of?.kind ?? 'core/Pod');
  const subject = of && resource && { resource, namespace: of.namespace, name: of.name };
  return (
    <>
      {text}{' '}
      <WhyButton
        aspect={{ count: explains }}
        statement={`${statement}${of ? ` of ${of.name}` : ''}`}
        subject={subject}
      />
    </>
  );
}

/** A text that is hidden until the user reveals it. */
function SecretText({ label, text }: { readonly label: string; readonly text: string }) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className="tp-secret">
      <Button
        variant="link"
        isInline
        aria-label={`${isRevealed ? 'Hide' : 'Reveal'} ${label}`}
        onClick={() => setRevealed(!isRevealed)}
      >
        {isRevealed ? 'Hide' : 'Reveal'}
      </Button>
      {isRevealed ? <Verbatim label={label}>{text}</Verbatim> : <span aria-hidden="true">••••••••</span>}
    </div>
  );
}
