import './traces.css';
import {
  Checkbox,
  PageSection,
  SearchInput,
  Skeleton,
  Title,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useCollection } from '../../hooks/use-collection.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { shownTraces, TRACES } from '../../state/trace-steps.ts';
import { NoTraces } from './NoTraces.tsx';
import { TraceDetails } from './TraceDetails.tsx';
import { TraceList } from './TraceList.tsx';

const route = getRouteApi('/requests');

/** Traces of recent writes and denials. */
export function TracesView() {
  const { trace: selected, filter = '', renewals = false, namespace } = route.useSearch();
  const navigate = route.useNavigate();
  const { items, isLoaded, error, retry } = useCollection<RequestTrace & ApiObject>(TRACES);
  const shown = useMemo(
    () => shownTraces(items, { filter, namespace, withRenewals: renewals }),
    [items, filter, namespace, renewals],
  );
  const trace = items.find(({ metadata }) => metadata.name === selected);
  useTitle('Requests');
  const change = (search: { filter?: string | undefined; renewals?: true | undefined; trace?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">Requests</Title>
        <p className="tp-subtle">
          Recent writes and denials: who sent them, what allowed them, and what each admission step did.
        </p>
      </PageSection>
      <Toolbar className="tp-toolbar" inset={{ default: 'insetMd' }}>
        <ToolbarContent>
          <ToolbarItem className="tp-toolbar-search">
            <SearchInput
              value={filter}
              onChange={(_, value) => change({ filter: value || undefined })}
              onClear={() => change({ filter: undefined })}
              placeholder="Filter requests"
              aria-label="Filter requests"
            />
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <Checkbox
              id="renewals"
              label="Lease renewals"
              isChecked={renewals}
              onChange={(_, isChecked) => change({ renewals: isChecked || undefined })}
            />
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
      {error && !isLoaded ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !isLoaded ? (
        <PageSection hasBodyWrapper={false}>
          <Skeleton height="12rem" screenreaderText="Loading requests" />
        </PageSection>
      ) : shown.length === 0 && !selected ? (
        <NoTraces isFiltered={filter !== '' || namespace !== undefined} onClear={() => change({ filter: undefined })} />
      ) : (
        <div className="tp-traces">
          <TraceList traces={shown} selected={selected} onSelect={(name) => change({ trace: name })} />
          {selected && <TraceDetails trace={trace} onClose={() => change({ trace: undefined })} key={selected} />}
        </div>
      )}
    </>
  );
}
