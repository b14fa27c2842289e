import { Button } from '@patternfly/react-core';
import PauseIcon from '@patternfly/react-icons/dist/esm/icons/pause-icon';
import PlayIcon from '@patternfly/react-icons/dist/esm/icons/play-icon';
import { useEffect, useState } from 'react';
import type { Moment } from '../../../../api/debug/moments.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { nextFrame, SPEEDS, type Speed } from '../../../state/time/playback.ts';

interface PlaybackProps {
  readonly steps: readonly Moment[];
  /** The index of the step that is shown. */
  readonly position: number;
  readonly onGo: (revision: number) => void;
}

/** Plays the changes of the history, from the shown one on; at the end, from the first one on. */
export function Playback({ steps, position, onGo }: PlaybackProps) {
  const { clock } = useApplication().platform;
  const [state, setState] = useState<'paused' | 'rewinding' | 'playing'>('paused');
  const [speed, setSpeed] = useState<Speed>(1);
  const isAtEnd = position >= steps.length - 1;
  const isPlaying = state !== 'paused';
  useEffect(() => {
    if (state === 'rewinding' && !isAtEnd) setState('playing');
    if (state !== 'playing') return;
    const next = nextFrame(steps, position, speed);
    if (!next) return setState('paused');
    return clock.after(next.wait, () => onGo(Number(steps[next.position]?.revision)));
  }, [clock, state, steps, position, isAtEnd, speed, onGo]);
  const toggle = () => {
    if (isPlaying) return setState('paused');
    setState(isAtEnd ? 'rewinding' : 'playing');
    if (isAtEnd) onGo(Number(steps[0]?.revision));
  };
  return (
    <span className="tp-playback">
      <Button
        variant="plain"
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        isDisabled={steps.length < 2}
        onClick={toggle}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <select
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => setSpeed(SPEEDS.find((each) => String(each) === target.value) ?? 1)}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </span>
  );
}
