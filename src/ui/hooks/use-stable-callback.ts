import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that stays the same and calls the callback of the last render, for components that are memoized. */
export function useStableCallback<T extends unknown[], R>(callback: (...values: T) => R): (...values: T) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...values: T) => latest.current(...values), []);
}
