import { createStore, type StoreApi } from 'zustand/vanilla';

interface Shortcut {
  /** Alternatives, as they are shown. */
  readonly keys: readonly string[];
  readonly effect: string;
}

/** Every keyboard shortcut, as the help shows them. `combined` writes a key with the platform's modifier: `Ctrl+K`, `⌘K`. */
export const shortcutGroups = (
  combined: (key: string) => string,
): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [combined('K')], effect: 'Go to anything' },
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

/** Whether the list of keyboard shortcuts is shown. */
export const createShortcutHelpStore = (): ShortcutHelpStore =>
  createStore<ShortcutHelpState>()((set) => ({ isOpen: false, setOpen: (isOpen) => set({ isOpen }) }));
