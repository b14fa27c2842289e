import { useEffect } from 'react';

/** A key's action. Returning false leaves the key to the browser. */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => boolean | undefined>>;

const TYPED_IN = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';
const OWNS_KEYS = '[role="dialog"], [role="menu"], [role="listbox"], [role="tablist"]';

/** Reports whether a key pressed on an element belongs to that element: text fields, menus and dialogs. */
export function takesKeys(element: Element): boolean {
  if (element.matches('input[type="checkbox"]')) return false;
  return element.closest(TYPED_IN) !== null || element.closest(OWNS_KEYS) !== null;
}

/** Binds keys without modifiers, which act while no field, menu or dialog has the focus. */
export function useKeys(bindings: KeyBindings): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && takesKeys(event.target)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      const isHandled = bindings[event.key]?.(event) ?? event.key in bindings;
      if (isHandled) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bindings]);
}
