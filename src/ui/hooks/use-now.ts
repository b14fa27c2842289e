import { useEffect, useState } from 'react';
import { useApplication } from './use-application.ts';

/** The time in milliseconds, renewed every second while the component is mounted. */
export function useNow(): number {
  const { clock } = useApplication().platform;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancel = clock.after(1000, tick);
    function tick() {
      setNow(clock.now());
      cancel = clock.after(1000, tick);
    }
    return () => cancel();
  }, [clock]);
  return now;
}
