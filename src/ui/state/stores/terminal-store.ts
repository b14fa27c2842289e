import { createStore, type StoreApi } from 'zustand/vanilla';

interface TerminalState {
  readonly isOpen: boolean;
  /** Whether it was opened since the page was loaded; its content stays until then. */
  readonly wasOpened: boolean;
  /** A line that the terminal has not run yet. */
  readonly line: string | undefined;
  /** Height of the drawer in pixels. */
  readonly height: number;
  setOpen(isOpen: boolean): void;
  /** Opens the terminal and runs a line. */
  run(line: string): void;
  /** Returns the line that the terminal has to run, once. */
  takeLine(): string | undefined;
  setHeight(height: number): void;
}
export type TerminalStore = StoreApi<TerminalState>;

const DEFAULT_HEIGHT = 320;
const SMALLEST_HEIGHT = 120;

/** Creates the store of the terminal's drawer. */
export const createTerminalStore = (): TerminalStore =>
  createStore<TerminalState>()((set, get) => ({
    isOpen: false,
    wasOpened: false,
    line: undefined,
    height: DEFAULT_HEIGHT,
    setOpen: (isOpen) => set(({ wasOpened }) => ({ isOpen, wasOpened: wasOpened || isOpen })),
    run: (line) => set({ line, isOpen: true, wasOpened: true }),
    takeLine() {
      const { line } = get();
      if (line !== undefined) set({ line: undefined });
      return line;
    },
    setHeight: (height) => set({ height: Math.max(SMALLEST_HEIGHT, Math.round(height)) }),
  }));
