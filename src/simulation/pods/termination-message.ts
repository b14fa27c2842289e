import type { Container } from '../../api/kinds/core-v1.generated.ts';
import type { LoneRun } from '../shell/run-alone.ts';

const DEFAULT_PATH = '/dev/termination-log';
/** Maximum number of bytes of a message file, and of bytes and lines of a log. */
const LONGEST = 4096;
const LONGEST_LOG = 2048;
const MOST_LINES = 80;

/**
 * Returns the termination message of a container: its message file, or the end of its log if its policy requests that.
 */
export function terminationMessageOf(container: Container, run: LoneRun, exitCode: number): string | undefined {
  const written = run.files.files.get(container.terminationMessagePath || DEFAULT_PATH);
  if (written?.length) return new TextDecoder().decode(written.subarray(0, LONGEST));
  if (exitCode === 0 || container.terminationMessagePolicy !== 'FallbackToLogsOnError') return undefined;
  const log = run.output.map(({ text }) => text).join('');
  const lines = log.split(/(?<=\n)/).slice(-MOST_LINES);
  return lines.join('').slice(-LONGEST_LOG) || undefined;
}
