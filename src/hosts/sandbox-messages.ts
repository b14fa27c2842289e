/** From the service worker to a page: open a thread with a sandbox and let it answer at the port that comes along. */
export interface OpenSandbox {
  readonly type: 'open-sandbox';
  readonly name: string;
}

/** End the thread that was opened under that name. */
export interface EndSandbox {
  readonly type: 'end-sandbox';
  readonly name: string;
}

export type SandboxMessage = OpenSandbox | EndSandbox;
