import './terminal-drawer.css';
import { Button, Spinner } from '@patternfly/react-core';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { lazy, type PointerEvent, type KeyboardEvent as ReactKeyboardEvent, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../../hooks/use-application.ts';

const TerminalPanel = lazy(() => import('./TerminalPanel.tsx'));

/** Pixels by which an arrow key changes the height. */
const STEP = 24;
/** Share of the window that the drawer may take. */
const LARGEST = 0.8;

/** The drawer with the terminal, below the view. Its content stays while it is closed. */
export function TerminalDrawer() {
  const { terminal } = useApplication();
  const { isOpen, wasOpened, height, setOpen, setHeight } = useStore(terminal);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'Backquote' || !event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // Before the editor and the terminal handle the key.
      event.preventDefault();
      event.stopPropagation();
      const { isOpen: wasOpen } = terminal.getState();
      terminal.getState().setOpen(!wasOpen);
      if (wasOpen) document.querySelector<HTMLElement>('main')?.focus();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [terminal]);
  if (!wasOpened) return null;
  const resize = (wanted: number): void => setHeight(Math.min(wanted, window.innerHeight * LARGEST));
  const drag = ({ currentTarget, clientY, pointerId }: PointerEvent<HTMLElement>): void => {
    if (currentTarget.hasPointerCapture(pointerId)) resize(window.innerHeight - clientY);
  };
  const onArrow = (event: ReactKeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    resize(height + (event.key === 'ArrowUp' ? STEP : -STEP));
  };
  return (
    <section className="tp-terminal" aria-label="Terminal" style={{ height }} hidden={!isOpen}>
      {/* biome-ignore lint/a11y/useSemanticElements: hr cannot be moved. */}
      <div
        className="tp-terminal-edge"
        role="separator"
        aria-orientation="horizontal"
        aria-label="Height of the terminal"
        aria-valuenow={height}
        tabIndex={0}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
        onKeyDown={onArrow}
      />
      <div className="tp-terminal-head">
        <h2>Terminal</h2>
        <Button
          variant="plain"
          size="sm"
          aria-label="Close terminal"
          title="Close (Ctrl+`)"
          icon={<TimesIcon />}
          onClick={() => setOpen(false)}
        />
      </div>
      <Suspense fallback={<Spinner aria-label="Loading the terminal" size="md" />}>
        <TerminalPanel isOpen={isOpen} />
      </Suspense>
    </section>
  );
}
