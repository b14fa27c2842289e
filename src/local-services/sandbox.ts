/** One call of a handler; it receives nothing else. */
export interface SandboxCall {
  /** A JavaScript module with a default function. */
  readonly code: string;
  /** Argument of the function, as JSON. */
  readonly input: string;
  /** Time of its clock in milliseconds since 1970; it stands still during the call. */
  readonly now: number;
  /** Timeout of the call. */
  readonly milliseconds: number;
}

export interface SandboxResult {
  readonly outcome: 'returned' | 'failed' | 'timed-out';
  /** The result as JSON, or the error message; empty after a timeout. */
  readonly text: string;
  /** Console output of the handler. */
  readonly console: readonly string[];
}

/** Runs untrusted code without access to the host and with limited time and memory. */
export interface Sandbox {
  /** Rejects only when the sandbox is unavailable. */
  run(call: SandboxCall): Promise<SandboxResult>;
}
