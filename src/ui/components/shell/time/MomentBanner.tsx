import { Banner, Button } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { useMoment } from '../../../hooks/use-moment.ts';
import { useStableCallback } from '../../../hooks/use-stable-callback.ts';
import { momentText } from '../../../state/timeline/time-scale.ts';
import { MomentScrubber } from './MomentScrubber.tsx';

/** Tells that the app shows the past, and moves through it. */
export default function MomentBanner() {
  const { clock } = useApplication().platform;
  const { at, steps, position, oldest, newest, error, go } = useMoment();
  const onGo = useStableCallback(go);
  const back = useCallback(() => onGo(undefined), [onGo]);
  if (at === undefined) return null;
  const time = steps?.[position]?.time;
  const isReached = at <= newest;
  const when = time && isReached ? momentText(Date.parse(time), clock.now()) : `revision ${at}`;
  return (
    <Banner color="purple" isSticky className="tp-banner" role="region" aria-label="Time travel">
      <div className="tp-moment">
        <span>
          <HistoryIcon /> <strong>The cluster as it was at {when}.</strong> Read-only.
        </span>
        {error !== undefined ? (
          <span>The history could not be read: {errorText(error)}</span>
        ) : at < oldest ? (
          <span>This moment is no longer kept.</span>
        ) : !isReached ? (
          <span>The cluster has not reached this revision. Its newest one is {newest}.</span>
        ) : (
          steps && <MomentScrubber steps={steps} position={position} onGo={onGo} />
        )}
        <Link to="/time-travel" search={{ from: at, at: undefined }}>
          Compare with now
        </Link>
        <Button variant="link" isInline onClick={back}>
          Return to now
        </Button>
      </div>
    </Banner>
  );
}
