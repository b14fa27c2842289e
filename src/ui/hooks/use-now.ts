import { useCallback, useState } from 'react';
import { useApplication } from './use-application.ts';
import { useRepeating } from './use-repeating.ts';

const SECOND = { first: 1000, interval: 1000 };

/** The time in milliseconds, updated every second while the component is mounted. */
export function useNow(): number {
  const { clock } = useApplication().platform;
  const [now, setNow] = useState(() => clock.now());
  useRepeating(
    useCallback(() => setNow(clock.now()), [clock]),
    SECOND,
  );
  return now;
}
