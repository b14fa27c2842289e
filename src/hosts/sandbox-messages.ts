/** From the service worker to a page: open a sandbox thread that answers at the accompanying port. */
export interface OpenSandbox {
  readonly type: 'open-sandbox';
  readonly name: string;
}

/** End the thread with this name. */
export interface EndSandbox {
  readonly type: 'end-sandbox';
  readonly name: string;
}

export type SandboxMessage = OpenSandbox | EndSandbox;
