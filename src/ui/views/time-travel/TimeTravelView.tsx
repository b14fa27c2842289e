import './time-travel.css';
import { EmptyState, EmptyStateBody, PageSection, Spinner, Title } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { MomentScrubber } from '../../components/shell/time/MomentScrubber.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useMoment } from '../../hooks/use-moment.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { Comparison } from './Comparison.tsx';
import { MomentChoice } from './MomentChoice.tsx';

const route = getRouteApi('/time-travel');

/** Shows the cluster at a chosen moment, compares two moments, and restores objects from one. */
export function TimeTravelView() {
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const { at, steps, position, error, go, reload } = useMoment();
  const onGo = useStableCallback(go);
  const first = from ?? at;
  return (
    <>
      <ViewHeader
        title="Time travel"
        description="Choose a moment: every list, page, graph and access check then shows the cluster as it was, read-only."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-time-travel">
        {error !== undefined ? (
          <ErrorState error={error} onRetry={reload} />
        ) : !steps ? (
          <Spinner aria-label="Loading the history" />
        ) : steps.length === 0 ? (
          <EmptyState headingLevel="h2" icon={HistoryIcon} titleText="No history" variant="sm">
            <EmptyStateBody>Changes of objects appear here. Create an object, then come back.</EmptyStateBody>
          </EmptyState>
        ) : (
          <>
            <section aria-labelledby="moment-title">
              <Title headingLevel="h2" size="lg" id="moment-title">
                {at === undefined ? 'Now' : 'In the past'}
              </Title>
              {at === undefined && <MomentScrubber steps={steps} position={position} onGo={onGo} />}
              <p className="tp-subtle">
                {at === undefined
                  ? `${steps.length.toLocaleString('en')} changes are kept. The arrow keys step by one change.`
                  : 'The slider above moves through the changes. The arrow keys step by one.'}
              </p>
            </section>
            <section aria-labelledby="compare-title">
              <Title headingLevel="h2" size="lg" id="compare-title">
                Compare two moments
              </Title>
              <div className="tp-compare-choices">
                <MomentChoice
                  label="From"
                  steps={steps}
                  revision={first}
                  onChoose={(revision) => void navigate({ search: (old) => ({ ...old, from: revision }) })}
                />
                <MomentChoice
                  label="To"
                  steps={steps}
                  revision={to}
                  hasNow
                  onChoose={(revision) => void navigate({ search: (old) => ({ ...old, to: revision }) })}
                />
              </div>
              {first === undefined ? (
                <p>Choose the earlier moment to see what changed since.</p>
              ) : (
                <Comparison key={`${first} ${to}`} from={first} to={to} />
              )}
            </section>
          </>
        )}
      </PageSection>
    </>
  );
}
