import type { Sandbox, SandboxCall, SandboxResult } from '../local-services/sandbox.ts';
import { type SandboxThread, ThreadGone } from '../local-services/sandbox-threads.ts';

/** A thread's response to a call: the result or an error message. */
type Answer = { readonly result: SandboxResult } | { readonly error: string };

/** The message of a thread when its sandbox can run calls, or the reason why it cannot. */
type Start = { readonly started: true } | { readonly error: string };

/** Runs the calls received through a port. Used in the thread. */
export function serveSandbox(port: MessagePort, sandbox: Sandbox & { start(): Promise<void> }): void {
  const post = (answer: Answer | Start): void => port.postMessage(answer);
  sandbox.start().then(
    () => post({ started: true }),
    (error: unknown) => post({ error: String(error) }),
  );
  port.onmessage = ({ data }: MessageEvent<SandboxCall>) => {
    sandbox.run(data).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  };
}

/** Milliseconds of silence before checking that the thread is alive. A check costs more than most calls. */
const SILENCE = 50;

/** Milliseconds that a sandbox may take to start. A slow browser has to load and compile its engine. */
const LONGEST_START = 30_000;

interface ThreadOptions {
  /** Reports whether a silent thread no longer exists. */
  readonly isGone?: () => Promise<boolean>;
  readonly end: () => void;
}

/**
 * Returns the other side of the port when the thread's sandbox has started, so that starting does not count towards the
 * time of a call.
 * @throws ThreadGone, or Error when the sandbox cannot start
 */
export async function startedThread(
  port: MessagePort,
  { isGone = async () => false, end }: ThreadOptions,
): Promise<SandboxThread> {
  /** Resolves with the thread's next message. */
  const nextMessage = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const ask = (): void => void isGone().then((gone) => gone && reject(new ThreadGone()), reject);
      const asking = setTimeout(ask, SILENCE);
      port.onmessage = ({ data }: MessageEvent<T>) => {
        clearTimeout(asking);
        resolve(data);
      };
    });
  const thread: SandboxThread = {
    async run(call) {
      const answer = nextMessage<Answer>();
      port.postMessage(call);
      return resultOf(await answer);
    },
    end() {
      port.close();
      end();
    },
  };
  try {
    await withinTime(nextMessage<Start>().then(started));
    return thread;
  } catch (error) {
    thread.end();
    throw error;
  }
}

/** @throws Error when the thread could not run the call */
function resultOf(answer: Answer): SandboxResult {
  if ('result' in answer) return answer.result;
  throw new Error(answer.error);
}

/** @throws Error with the reason why a sandbox did not start */
function started(start: Start): void {
  if ('error' in start) throw new Error(`the sandbox did not start: ${start.error}`);
}

/** @throws Error when a start takes too long */
async function withinTime(start: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the sandbox did not start in time')), LONGEST_START);
  });
  await Promise.race([start, late]).finally(() => clearTimeout(timer));
}
