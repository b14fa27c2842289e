import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { errorText } from '../../../api/error-text.ts';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import type { ProcessChannels } from './channels.ts';

type ProcessTarget = UpgradeTarget & { readonly kind: 'process' };

/** Runs a process with the streams of a client, then tells the client how it has ended, and ends the streams. */
export async function runProcess(target: ProcessTarget, channels: ProcessChannels, signal: AbortSignal): Promise<void> {
  const { stdin, stdout, stderr, error, hasStatus } = channels;
  const status = await target
    .run({ stdin, signal, stdout: writer(stdout), stderr: writer(stderr) })
    .then((code) => endStatus(code, target.command), failureStatus);
  const report = hasStatus ? JSON.stringify(status) : (status.message ?? '');
  if (report) error.write(report);
  await Promise.all(
    [stdout, stderr, error].map((channel) => {
      channel?.end();
      return channel && !signal.aborted ? finished(channel, { readable: false }) : undefined;
    }),
  );
}

/** Returns a function that writes to a channel, and waits while it is full. What nobody wants is dropped. */
const writer =
  (channel: Writable | undefined) =>
  async (data: string | Uint8Array): Promise<void> => {
    if (!channel?.writable || channel.write(data)) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        channel.off('drain', resume).off('close', resume);
        resolve();
      };
      channel.on('drain', resume).on('close', resume);
    });
  };

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
