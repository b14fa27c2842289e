import './traces.css';
import {
  Label,
  LabelGroup,
  PageSection,
  SearchInput,
  Skeleton,
  Switch,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useCollection } from '../../hooks/use-collection.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import type { TracesSearch } from '../../state/search-parameters.ts';
import { parseTraceFilter, withoutTerm } from '../../state/trace-filter.ts';
import { shownTraces, TRACES } from '../../state/trace-steps.ts';
import { NoTraces } from './NoTraces.tsx';
import { TraceDetails } from './TraceDetails.tsx';
import { TraceList } from './TraceList.tsx';

const route = getRouteApi('/requests');

/** Traces of recent writes and denials. */
export function TracesView() {
  const { trace: selected, filter = '', components = false, reads = false } = route.useSearch();
  const namespaces = useNamespaces();
  const navigate = route.useNavigate();
  const { items, isLoaded, error, retry } = useCollection<RequestTrace & ApiObject>(
    TRACES,
    reads ? { includeReads: true } : {},
  );
  const shown = useMemo(
    () => shownTraces(items, { filter, namespaces, withComponents: components, withReads: reads }),
    [items, filter, namespaces, components, reads],
  );
  const terms = parseTraceFilter(filter);
  const trace = items.find(({ metadata }) => metadata.name === selected);
  const change = (search: TracesSearch) => void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  return (
    <>
      <ViewHeader
        title="Requests"
        description="Recent writes and denials, and reads on demand: who sent them, what allowed them, and what each admission step did."
      />
      <Toolbar className="tp-toolbar" inset={{ default: 'insetMd' }}>
        <ToolbarContent>
          <ToolbarItem className="tp-toolbar-search">
            <SearchInput
              value={filter}
              onChange={(_, value) => change({ filter: value || undefined })}
              onClear={() => change({ filter: undefined })}
              placeholder="method:create -user:admin status:4xx"
              aria-label="Filter requests"
            />
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <Switch
              id="components"
              label="Controllers and heartbeats"
              isChecked={components}
              onChange={(_, isChecked) => change({ components: isChecked || undefined })}
            />
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <Switch
              id="reads"
              label="Reads and watches"
              isChecked={reads}
              onChange={(_, isChecked) => change({ reads: isChecked || undefined })}
            />
          </ToolbarItem>
        </ToolbarContent>
        {terms.length > 0 && (
          <ToolbarContent>
            <LabelGroup categoryName="Filter" numLabels={8}>
              {terms.map((term) => (
                <Label
                  key={term.text}
                  variant="outline"
                  closeBtnAriaLabel={`Remove ${term.text}`}
                  onClose={() => change({ filter: withoutTerm(filter, term) || undefined })}
                >
                  {term.text}
                </Label>
              ))}
            </LabelGroup>
          </ToolbarContent>
        )}
      </Toolbar>
      {error && !isLoaded ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !isLoaded ? (
        <PageSection hasBodyWrapper={false}>
          <Skeleton height="12rem" screenreaderText="Loading requests" />
        </PageSection>
      ) : shown.length === 0 && !selected ? (
        <NoTraces isFiltered={filter !== '' || namespaces.length > 0} onClear={() => change({ filter: undefined })} />
      ) : (
        <div className="tp-traces">
          <TraceList traces={shown} selected={selected} onSelect={(name) => change({ trace: name })} />
          {selected && <TraceDetails trace={trace} onClose={() => change({ trace: undefined })} key={selected} />}
        </div>
      )}
    </>
  );
}
