import { createStore, type StoreApi } from 'zustand/vanilla';

interface Shortcut {
  /** Alternative keys, as displayed. */
  readonly keys: readonly string[];
  readonly effect: string;
}

/**
 * Returns all keyboard shortcuts for the help. `combined` formats a key with the platform's modifier: `Ctrl+K`, `⌘K`.
 */
export const shortcutGroups = (
  combined: (key: string) => string,
): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [combined('K')], effect: 'Go to anything' },
      { keys: ['Ctrl+`'], effect: 'Open or close the terminal' },
      { keys: ['/'], effect: 'Filter the current view' },
      { keys: ['?'], effect: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'Tables',
    shortcuts: [
      { keys: ['j', '↓'], effect: 'Next row' },
      { keys: ['k', '↑'], effect: 'Previous row' },
      { keys: ['Home', 'End'], effect: 'First or last row' },
      { keys: ['Enter'], effect: 'Open the object' },
      { keys: ['x', 'Space'], effect: 'Select the row' },
      { keys: ['m'], effect: 'Open the row menu' },
      { keys: ['←', '→'], effect: 'Change the width of a column, on the border of its header' },
    ],
  },
  {
    title: `After ${combined('K')}`,
    shortcuts: [
      { keys: ['↑', '↓'], effect: 'Next or previous result' },
      { keys: ['Enter'], effect: 'Open the result' },
      {
        keys: [':po -n shop,web'],
        effect: 'List a kind, here the pods in namespaces shop and web; -A lists all namespaces',
      },
      { keys: [':scale', ':logs', ':why'], effect: 'Act on the object in view' },
      { keys: ['Esc'], effect: 'Return to the view' },
    ],
  },
  {
    title: 'Filters',
    shortcuts: [
      { keys: ['Enter', '↓'], effect: 'First match' },
      { keys: ['Esc'], effect: 'Leave the filter' },
    ],
  },
  {
    title: 'Timeline',
    shortcuts: [
      { keys: ['↑', '↓', 'PgUp', 'PgDn'], effect: 'Newer or older event, in the list of events' },
      { keys: ['Home', 'End'], effect: 'Newest or oldest event' },
    ],
  },
  {
    title: 'Terminal',
    shortcuts: [
      { keys: ['Tab'], effect: 'Complete the word' },
      { keys: ['↑', '↓'], effect: 'Earlier or later command' },
      { keys: ['Ctrl+C'], effect: 'Stop the command' },
      { keys: ['Ctrl+D'], effect: 'End the input, or close the terminal' },
      { keys: ['Shift+Tab'], effect: 'Leave the terminal' },
    ],
  },
  {
    title: 'Graph',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], effect: 'Next node in this direction' },
      { keys: ['Enter'], effect: 'Open the node' },
    ],
  },
  {
    title: 'YAML editor',
    shortcuts: [
      { keys: [combined('S')], effect: 'Save' },
      { keys: [combined('Space')], effect: 'Show suggestions' },
      { keys: [combined('.')], effect: 'Show fixes for the problem at the cursor' },
    ],
  },
];

interface ShortcutHelpState {
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
}
export type ShortcutHelpStore = StoreApi<ShortcutHelpState>;

/** Creates the store that opens and closes the shortcut help. */
export const createShortcutHelpStore = (): ShortcutHelpStore =>
  createStore<ShortcutHelpState>()((set) => ({ isOpen: false, setOpen: (isOpen) => set({ isOpen }) }));
