import { Button } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IS_MAC, shortcutText } from '../../modifier-key.ts';

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx'));

/** The command palette, opened by Ctrl+K (⌘K) or its button. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
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
        variant="plain"
        aria-label="Go to anything"
        title={`Go to anything (${shortcutText('K')})`}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        icon={<SearchIcon />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
