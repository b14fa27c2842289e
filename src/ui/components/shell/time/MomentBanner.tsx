import { Banner, Button } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { useClusterDay } from '../../../hooks/use-cluster-time.ts';
import { useMoment } from '../../../hooks/use-moment.ts';
import { usePlaysUntil } from '../../../hooks/use-plays-until.ts';
import { useStableCallback } from '../../../hooks/use-stable-callback.ts';
import { momentText } from '../../../state/timeline/time-scale.ts';
import { MomentScrubber } from './MomentScrubber.tsx';
import { Playback } from './Playback.tsx';

/** Reports that the app shows the past or a saved session, and moves through it. */
export default function MomentBanner() {
  const { clusters } = useApplication();
  const { at, steps, position, oldest, newest, error, go } = useMoment();
  const onGo = useStableCallback(go);
  const back = useCallback(() => onGo(undefined), [onGo]);
  const playsUntil = usePlaysUntil();
  const today = useClusterDay();
  const isPlayer = playsUntil !== undefined;
  const shown = at ?? playsUntil;
  if (shown === undefined) return null;
  const time = steps?.[position]?.time;
  const isReached = shown <= newest;
  const when = time && isReached ? momentText(Date.parse(time), today) : `revision ${shown}`;
  return (
    <Banner color="purple" isSticky className="tp-banner" role="region" aria-label="Time travel">
      <div className="tp-moment">
        <span>
          <HistoryIcon />{' '}
          <strong>{isPlayer ? `Saved session, at ${when}.` : `The cluster as it was at ${when}.`}</strong> Read-only.
        </span>
        {error !== undefined ? (
          <span>The history could not be read: {errorText(error)}</span>
        ) : shown < oldest ? (
          <span>This moment is no longer kept.</span>
        ) : !isReached ? (
          <span>The cluster has not reached this revision. Its newest one is {newest}.</span>
        ) : (
          steps && (
            <>
              <Playback steps={steps} position={position} onGo={onGo} />
              <MomentScrubber steps={steps} position={position} onGo={onGo} />
            </>
          )
        )}
        {at !== undefined && (
          <>
            <Link to="/time-travel" search={{ from: at, at: undefined }}>
              {isPlayer ? 'Compare with the end' : 'Compare with now'}
            </Link>
            <Button variant="link" isInline onClick={back}>
              {isPlayer ? 'Go to the end' : 'Return to now'}
            </Button>
          </>
        )}
        {isPlayer && (
          <Button variant="link" isInline onClick={() => clusters?.getState().openDialog('continue')}>
            Continue from the end…
          </Button>
        )}
      </div>
    </Banner>
  );
}
