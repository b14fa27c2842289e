import { Button } from '@patternfly/react-core';
import PauseIcon from '@patternfly/react-icons/dist/esm/icons/pause-icon';
import PlayIcon from '@patternfly/react-icons/dist/esm/icons/play-icon';
import SearchMinusIcon from '@patternfly/react-icons/dist/esm/icons/search-minus-icon';
import SearchPlusIcon from '@patternfly/react-icons/dist/esm/icons/search-plus-icon';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { TimeAxis } from './use-time-axis.ts';

/** Actions on the time axis and on arriving events. */
export function TimelineActions({ axis }: { readonly axis: TimeAxis }) {
  const { isPaused, waiting, clearedId, pause, resume, clear, unclear } = useStore(useApplication().timeline.store);
  return (
    <div className="tp-timeline-actions">
      {!axis.isLive && (
        <Button variant="link" onClick={axis.goLive}>
          Go to now
        </Button>
      )}
      <Button variant="plain" aria-label="Zoom out" icon={<SearchMinusIcon />} onClick={() => axis.zoom(2)} />
      <Button variant="plain" aria-label="Zoom in" icon={<SearchPlusIcon />} onClick={() => axis.zoom(0.5)} />
      <Button
        variant={isPaused ? 'primary' : 'secondary'}
        icon={isPaused ? <PlayIcon /> : <PauseIcon />}
        onClick={isPaused ? resume : pause}
      >
        {isPaused ? `Resume${waiting.length > 0 ? ` (${waiting.length.toLocaleString('en')} new)` : ''}` : 'Pause'}
      </Button>
      {clearedId > 0 && (
        <Button variant="link" onClick={unclear}>
          Undo clear
        </Button>
      )}
      <Button variant="link" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}
