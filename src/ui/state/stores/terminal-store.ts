import { createStore, type StoreApi } from 'zustand/vanilla';

interface TerminalState {
  readonly isOpen: boolean;
  /** Whether it was opened since the page was loaded; its content stays until then. */
  readonly wasOpened: boolean;
  /** Height of the drawer in pixels. */
  readonly height: number;
  setOpen(isOpen: boolean): void;
  setHeight(height: number): void;
}
export type TerminalStore = StoreApi<TerminalState>;

const DEFAULT_HEIGHT = 320;
const SMALLEST_HEIGHT = 120;

/** Creates the store of the terminal's drawer. */
export const createTerminalStore = (): TerminalStore =>
  createStore<TerminalState>()((set) => ({
    isOpen: false,
    wasOpened: false,
    height: DEFAULT_HEIGHT,
    setOpen: (isOpen) => set(({ wasOpened }) => ({ isOpen, wasOpened: wasOpened || isOpen })),
    setHeight: (height) => set({ height: Math.max(SMALLEST_HEIGHT, Math.round(height)) }),
  }));
