/** Asks a page, from the service worker, to open a sandbox thread that answers at the accompanying port. */
export interface OpenSandbox {
  readonly type: 'open-sandbox';
  readonly name: string;
}

/** Asks a page to end the thread with this name. */
export interface EndSandbox {
  readonly type: 'end-sandbox';
  readonly name: string;
}

export type SandboxMessage = OpenSandbox | EndSandbox;
