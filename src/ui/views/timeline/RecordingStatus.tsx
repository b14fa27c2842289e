import { Button, List, ListItem, Popover } from '@patternfly/react-core';
import { memo } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { ApiError } from '../../../client/api-error.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { useApplication, useIdentity } from '../../hooks/use-application.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { TRACES } from '../../state/trace-steps.ts';

interface RecordingStatusProps {
  /** All served kinds. */
  readonly all: readonly DiscoveredResource[];
}

/** The number of recorded kinds, with details and errors in a popover. Memoized, because it does not follow events. */
export const RecordingStatus = memo(function RecordingStatus({ all }: RecordingStatusProps) {
  const { store } = useApplication().timeline;
  const recorded = useStore(store, (state) => state.recorded);
  const errors = useStore(store, (state) => state.errors);
  const tracesError = errors.get(groupResourceKey(TRACES));
  const failed = all.filter((resource) => errors.has(groupResourceKey(resource)));
  const kinds = [...recorded.values()].filter((resource) => !errors.has(groupResourceKey(resource)));
  const body = (
    <div className="tp-recording">
      <p>
        {kinds.length > 0
          ? `Recorded: ${kinds.map(pluralKind).toSorted().join(', ')}.`
          : 'No kinds are being recorded.'}{' '}
        Other kinds are recorded starting with their first change.
      </p>
      {failed.length > 0 && (
        <>
          <p>Not recorded:</p>
          <List isPlain>
            {failed.map((resource) => (
              <ListItem key={groupResourceKey(resource)}>
                <strong>{pluralKind(resource)}</strong>: <Reason error={errors.get(groupResourceKey(resource))} />
              </ListItem>
            ))}
          </List>
        </>
      )}
      {tracesError !== undefined && (
        <p>
          Authors are unknown: <Reason error={tracesError} />
        </p>
      )}
    </div>
  );
  const hasGaps = failed.length > 0 || tracesError !== undefined;
  return (
    <Popover aria-label="Recording" headerContent="Recording" bodyContent={body} position="bottom" minWidth="22rem">
      <Button variant="link" isInline>
        {kinds.length === 1 ? 'Recording 1 kind' : `Recording ${kinds.length} kinds`}
        {hasGaps && (failed.length > 0 ? `, ${failed.length} not recorded` : ', authors unknown')}
      </Button>
    </Popover>
  );
});

/** The reason why something cannot be read. */
function Reason({ error }: { readonly error: unknown }) {
  const username = usernameOf(useIdentity());
  if (error instanceof ApiError && error.isForbidden) return <>{username} cannot list and watch them.</>;
  return <>{errorText(error)}</>;
}
