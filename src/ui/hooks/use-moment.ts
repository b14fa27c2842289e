import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Moment } from '../../api/debug/moments.ts';
import { positionOf } from '../state/time/moments.ts';
import { useApplication } from './use-application.ts';

/** The history, and the place in it that the app shows. */
export interface MomentInHistory {
  /** The revision; undefined for now. */
  readonly at: number | undefined;
  /** Undefined while loading. */
  readonly steps: readonly Moment[] | undefined;
  /** The index of the step that is shown; that of the last one for now. */
  readonly position: number;
  readonly oldest: number;
  readonly newest: number;
  readonly error: unknown;
  /** Shows the cluster at a revision; undefined returns to now. */
  go(at: number | undefined): void;
  reload(): void;
}

/** Reads the history when the component is mounted. The address keeps the moment, so that a reload and a link show it. */
export function useMoment(): MomentInHistory {
  const { at, steps, oldest, newest, error, load } = useStore(useApplication().moment);
  const navigate = useNavigate();
  const isAhead = at !== undefined && at > newest;
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // A link may lead to a revision that came after the last reading.
    if (isAhead) void load();
  }, [load, isAhead]);
  const position = steps ? (at === undefined ? steps.length - 1 : positionOf(steps, at)) : -1;
  return {
    ...{ at, steps, position, oldest, newest, error },
    go: (revision) =>
      void navigate({ to: '.', search: (search: object) => ({ ...search, at: revision }), replace: at !== undefined }),
    reload: () => void load(),
  };
}
