import { errorText } from '../../api/error-text.ts';
import './write-results.css';
import { Button, Label, type LabelProps, Title } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import type { ApiObject } from '../../api/object.ts';
import { objectParameters } from '../state/objects/addresses.ts';
import { isStored, type WriteOutcome, type WriteResult } from '../state/objects/write-result.ts';
import { Table } from './table/Table.tsx';
import { TableHead } from './table/TableHead.tsx';
import { Td } from './table/Td.tsx';
import { Tr } from './table/Tr.tsx';
import { ServerMessage } from './text/ServerMessage.tsx';

interface WriteResultsProps {
  readonly results: readonly WriteResult[];
  readonly isBusy: boolean;
  /** Retries the objects that are not stored. */
  readonly onRetry: () => void;
}

/** The outcome of each object, with links to stored ones. */
export function WriteResults({ results, isBusy, onRetry }: WriteResultsProps) {
  const remaining = results.filter(({ outcome }) => !isStored(outcome)).length;
  const stored = results.length - remaining;
  // A text can contain the same object twice.
  const rows = results.map((result, position) => ({ ...result, position }));
  return (
    <section className="tp-write-results" aria-labelledby="write-results-title" aria-live="polite">
      <div className="tp-write-results-head">
        <Title headingLevel="h2" size="md" id="write-results-title">
          {remaining === 0 ? `${objectCount(stored)} stored` : `${stored} of ${objectCount(results.length)} stored`}
        </Title>
        {remaining > 0 && (
          <Button variant="secondary" size="sm" isDisabled={isBusy} isLoading={isBusy} onClick={onRetry}>
            Retry {objectCount(remaining)}
          </Button>
        )}
      </div>
      <Table variant="compact" aria-label="Results" borders={false}>
        <TableHead columns={['Object', { children: 'Namespace', modifier: 'fitContent' }, 'Result']} />
        <Tbody>
          {rows.map(({ position, ...result }) => (
            <ResultRow key={position} {...result} />
          ))}
        </Tbody>
      </Table>
    </section>
  );
}

const objectCount = (count: number): string => `${count} ${count === 1 ? 'object' : 'objects'}`;

function ResultRow({ object, outcome }: WriteResult) {
  const { metadata } = isStored(outcome) ? outcome.object : object;
  const { label, status } = LABELS[outcome.status];
  return (
    <Tr>
      <Td dataLabel="Object">
        {object.kind} <ObjectName object={object} outcome={outcome} />
      </Td>
      <Td dataLabel="Namespace">{metadata.namespace}</Td>
      <Td dataLabel="Result">
        <Label isCompact variant="outline" {...status}>
          {label}
        </Label>{' '}
        <Message outcome={outcome} />
        {isStored(outcome) && outcome.status !== 'unchanged' && (
          <Link to="/follow" search={{ revision: metadata.resourceVersion }}>
            Follow this change
          </Link>
        )}
      </Td>
    </Tr>
  );
}

const LABELS: Readonly<
  Record<WriteOutcome['status'], { readonly label: string; readonly status: Pick<LabelProps, 'status'> }>
> = {
  created: { label: 'Created', status: { status: 'success' } },
  configured: { label: 'Configured', status: { status: 'success' } },
  applied: { label: 'Applied', status: { status: 'success' } },
  unchanged: { label: 'Unchanged', status: {} },
  failed: { label: 'Failed', status: { status: 'danger' } },
  skipped: { label: 'Skipped', status: { status: 'warning' } },
};

function ObjectName({ object, outcome }: { readonly object: ApiObject; readonly outcome: WriteOutcome }) {
  const { name, generateName } = object.metadata;
  if (!isStored(outcome)) return name ?? generateName ?? '';
  return (
    <Link
      to="/objects/$group/$version/$resource/$in/$name"
      params={objectParameters(outcome.resource, outcome.object.metadata)}
    >
      {outcome.object.metadata.name}
    </Link>
  );
}

function Message({ outcome }: { readonly outcome: WriteOutcome }) {
  if (outcome.status === 'failed') {
    const { error } = outcome;
    return <ServerMessage>{errorText(error)}</ServerMessage>;
  }
  if (outcome.status === 'skipped') return outcome.reason ?? 'An earlier object failed.';
  return outcome.warnings.length > 0 ? <span className="tp-subtle">{outcome.warnings.join('; ')}</span> : null;
}
