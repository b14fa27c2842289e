/** One call of a handler. Nothing but this reaches it. */
export interface SandboxCall {
  /** The text of a JavaScript module with a default function. */
  readonly code: string;
  /** What the function is called with, as JSON. */
  readonly input: string;
  /** What its clock shows, in milliseconds since 1970: it stands still while the call lasts. */
  readonly now: number;
  /** How long the call may take. */
  readonly milliseconds: number;
}

export interface SandboxResult {
  readonly outcome: 'returned' | 'failed' | 'timed-out';
  /** What was returned, as JSON, or why it failed. Empty after a timeout. */
  readonly text: string;
  /** What the handler wrote to its console. */
  readonly console: readonly string[];
}

/** Runs foreign code where it can reach nothing and take neither more time nor more memory than it is given. */
export interface Sandbox {
  /** Rejects only when the sandbox itself cannot be had. */
  run(call: SandboxCall): Promise<SandboxResult>;
}
