import './keyboard-shortcuts.css';
import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { shortcutGroups } from '../../state/keyboard-shortcuts.ts';
import { shortcutText } from '../modifier-key.ts';

/** The filter of the view, otherwise of the navigation. */
const FILTERS = ['.tp-toolbar-search input', '.tp-navigation-filter input'];

function focusFilter(): boolean {
  const inputs = FILTERS.map((selector) => document.querySelector<HTMLElement>(selector));
  const input = inputs.find((each) => each?.checkVisibility({ visibilityProperty: true }));
  input?.focus();
  return input !== undefined;
}

/** The links that a filter narrows, in the order of `FILTERS`. */
const RESULTS = ['main [data-row] a, main .tp-row button', '.tp-navigation a'];

/** Moves the focus out of a filter: Escape to the page, Enter and Arrow Down to the first match. */
function leaveFilter(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const filter = FILTERS.findIndex((selector) => target.matches(selector));
  if (filter < 0 || !['Escape', 'Enter', 'ArrowDown'].includes(key)) return;
  event.preventDefault();
  target.blur();
  if (key !== 'Escape') document.querySelector<HTMLElement>(RESULTS[filter] ?? '')?.focus();
}

/** Global shortcuts, and the list of all shortcuts, which `?` opens. */
export function KeyboardShortcuts() {
  const { isOpen, setOpen } = useStore(useApplication().shortcutHelp);
  const bindings = useMemo(
    () => ({
      '/': focusFilter,
      '?': () => {
        setOpen(true);
        return true;
      },
    }),
    [setOpen],
  );
  useKeys(bindings);
  useEffect(() => {
    window.addEventListener('keydown', leaveFilter);
    return () => window.removeEventListener('keydown', leaveFilter);
  }, []);
  if (!isOpen) return null;
  return (
    <Modal isOpen variant="small" onClose={() => setOpen(false)} aria-labelledby="keyboard-shortcuts">
      <ModalHeader title="Keyboard shortcuts" labelId="keyboard-shortcuts" />
      <ModalBody>
        {shortcutGroups(shortcutText).map(({ title, shortcuts }) => (
          <section key={title} className="tp-shortcuts">
            <h2>{title}</h2>
            <dl>
              {shortcuts.map(({ keys, effect }) => (
                <div key={effect}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ModalBody>
    </Modal>
  );
}
