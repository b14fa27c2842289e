import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a stable function that calls the callback of the last render, for memoized components. */
export function useStableCallback<T extends unknown[], R>(callback: (...values: T) => R): (...values: T) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...values: T) => latest.current(...values), []);
}
