import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';

/** Loaded only in tabs that present. */
const PresenterMode = lazy(async () => ({ default: (await import('./PresenterMode.tsx')).PresenterMode }));

/** The presenter view of a tab that presents; nothing in other tabs. */
export function PresenterSlot() {
  const isPresenting = useStore(useApplication().presenter, (state) => state.isPresenting);
  return (
    isPresenting && (
      <Suspense>
        <PresenterMode />
      </Suspense>
    )
  );
}
