import { Button } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IS_MAC, shortcutText } from '../../modifier-key.ts';
import type { AskedVerb } from './use-object-verbs.ts';

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx'));
const VerbDialog = lazy(() => import('./VerbDialog.tsx'));

/**
 * Returns the focus to its origin, or to the view when the origin is gone or an entry was chosen. Leaves it where a dialog
 * or the view has taken it.
 */
function returnFocus(origin: Element | null, isLeft: boolean): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== origin && activeElement?.id !== BUTTON) return;
  const canHold = origin instanceof HTMLElement && origin.isConnected && origin !== body && origin.id !== BUTTON;
  // The chosen view may still be loading while the old one is shown.
  const target = canHold && !isLeft ? origin : document.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}

/** Id of the button that opens the palette. */
const BUTTON = 'open-palette';

/** The command palette, opened by Ctrl+K (⌘K) or its button. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<AskedVerb>();
  /** The element that had the focus before the palette opened. */
  const origin = useRef<Element>(null);
  const isLeft = useRef(false);
  const close = (isChosen: boolean): void => {
    isLeft.current = isChosen;
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return;
    origin.current = document.activeElement;
    isLeft.current = false;
    return () => void setTimeout(() => returnFocus(origin.current, isLeft.current));
  }, [isOpen]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(IS_MAC ? event.metaKey : event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      // Before the editor handles the key.
      event.preventDefault();
      event.stopPropagation();
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <>
      <Button
        id={BUTTON}
        variant="plain"
        aria-label="Go to anything"
        title={`Go to anything (${shortcutText('K')})`}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        icon={<SearchIcon />}
        // A click leaves the focus where it returns when the palette closes.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={close} onAsk={setAsked} />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <VerbDialog asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
