import { goJson } from '../../api/encoding/go-json.ts';
import { errorText } from '../../api/error-text.ts';
import type { UpgradeTarget } from '../../simulation/kubelet/upgrade-target.ts';

export type ProcessTarget = UpgradeTarget & { readonly kind: 'process' };

/** Writes to a client. Resolves when more can be written, or the client has disconnected. */
export type Write = (data: string | Uint8Array) => Promise<void>;

/** The streams between a process and a client, independent of how the connection transports them. */
export interface ProcessChannels {
  /** Undefined when the client sends no input. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  readonly stdout: Write | undefined;
  readonly stderr: Write | undefined;
  /** Receives the result of the process. */
  readonly error: Write;
  /** Whether `error` receives a Status, as since version 4 of the protocol, instead of only the text of a failure. */
  readonly hasStatus: boolean;
}

/** Runs a process with the streams of a client, then sends its result to the client. */
export async function runProcess(target: ProcessTarget, channels: ProcessChannels, signal: AbortSignal): Promise<void> {
  const { stdin, stdout = drop, stderr = drop, error, hasStatus } = channels;
  const status = await target
    .run({ stdin, signal, stdout, stderr })
    .then((code) => endStatus(code, target.command), failureStatus);
  const report = hasStatus ? goJson(status) : (status.message ?? '');
  if (report) await error(report);
}

const drop: Write = async () => undefined;

interface EndStatus {
  readonly metadata: object;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: object;
  readonly code?: number;
}

function endStatus(code: number, command: readonly string[]): EndStatus {
  if (code === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: error executing command [${command.join(' ')}], exit code ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}

function failureStatus(failure: unknown): EndStatus {
  const message = `error executing command in container: ${errorText(failure)}`;
  return {
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${message}`,
    reason: 'InternalError',
    details: { causes: [{ message }] },
    code: 500,
  };
}
