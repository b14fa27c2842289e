import './keyboard-shortcuts.css';
import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { useMemo } from 'react';
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
