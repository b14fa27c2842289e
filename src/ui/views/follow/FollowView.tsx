import './follow.css';
import { Button, EmptyState, EmptyStateBody, Flex, PageSection, Skeleton } from '@patternfly/react-core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Causes } from '../../../api/debug/causes.ts';
import { errorText } from '../../../api/error-text.ts';
import { printableLine } from '../../../api/printable-text.ts';
import { ApiError } from '../../../client/api-error.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { ChangeTree } from './ChangeTree.tsx';
import { useFollowedChange } from './use-followed-change.ts';

const route = getRouteApi('/follow');

/** Follows a change: the request, and everything that components of the cluster did because of it. */
export function FollowView() {
  const search = route.useSearch();
  const followed = useFollowedChange(search);
  const isNamed = Object.values({ ...search, namespace: undefined, cluster: undefined }).some(Boolean);
  return (
    <>
      <ViewHeader
        title="Follow a change"
        description="A request, and each write of a controller that followed from it. The tree grows while the cluster works."
      >
        <ClockControls />
      </ViewHeader>
      <PageSection hasBodyWrapper={false}>{isNamed ? <Followed {...followed} /> : <NothingChosen />}</PageSection>
    </>
  );
}

function Followed({ causes, error, retry }: ReturnType<typeof useFollowedChange>) {
  if (causes) return <Story causes={causes} />;
  if (error instanceof ApiError && error.isNotFound)
    return (
      <EmptyState headingLevel="h2" titleText="This change is not recorded">
        <EmptyStateBody>
          The newest writes of users and controllers are kept. A request that changed nothing is no write.
        </EmptyStateBody>
      </EmptyState>
    );
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return <Skeleton height="12rem" screenreaderText="Loading the change" />;
}

function Story({ causes: { chain, missing, sentence, tree } }: { readonly causes: Causes }) {
  const start = chain.at(-1);
  const isPart = start !== undefined && tree[0]?.writes[0]?.revision !== start.revision;
  return (
    <>
      {isPart && (
        <p className="tp-follow-causes">
          {printableLine(sentence)}{' '}
          <Link to="/follow" search={{ revision: start.revision }}>
            Follow from its first cause
          </Link>
        </p>
      )}
      {missing && <p className="tp-subtle">Earlier causes are no longer recorded.</p>}
      <ChangeTree tree={tree} label="Followed change" />
    </>
  );
}

function NothingChosen() {
  return (
    <EmptyState headingLevel="h2" titleText="No change selected">
      <EmptyStateBody>
        Apply an object, or open <Link to="/requests">a request</Link> or an object, and choose “Follow this change”.
      </EmptyStateBody>
    </EmptyState>
  );
}

/** Pauses the cluster, and lets one second pass at a time. Renders nothing without the right to read the clock. */
function ClockControls() {
  const { clusterClock, notifications } = useApplication();
  const { rate, move, setRate, advance } = useStore(clusterClock);
  const [isChanging, setChanging] = useState(false);
  if (rate === undefined) return null;
  const change = async (request: Promise<void>) => {
    setChanging(true);
    await request.catch((error: unknown) =>
      notifications.getState().notify('danger', 'The clock could not be changed', errorText(error)),
    );
    setChanging(false);
  };
  const isBusy = isChanging || move !== undefined;
  return (
    <Flex gap={{ default: 'gapSm' }} className="tp-follow-clock" role="group" aria-label="Clock">
      <Button
        variant="secondary"
        size="sm"
        isDisabled={isBusy}
        onClick={() => void change(setRate(rate === 0 ? 1 : 0))}
      >
        {rate === 0 ? 'Resume the cluster' : 'Pause the cluster'}
      </Button>
      <Button variant="secondary" size="sm" isDisabled={isBusy || rate !== 0} onClick={() => void change(advance(1))}>
        Step by 1 second
      </Button>
    </Flex>
  );
}
