import type { Sandbox, SandboxCall, SandboxResult } from '../local-services/sandbox.ts';
import { type SandboxThread, ThreadGone } from '../local-services/sandbox-threads.ts';

/** A thread's response to a call: the result or an error message. */
type Answer = { readonly result: SandboxResult } | { readonly error: string };

/** Runs the calls received through a port. Used in the thread. */
export function serveSandbox(port: MessagePort, sandbox: Sandbox): void {
  const post = (answer: Answer): void => port.postMessage(answer);
  port.onmessage = ({ data }: MessageEvent<SandboxCall>) => {
    sandbox.run(data).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  };
}

/** Milliseconds without a response before checking that the thread is alive: checking costs more than most calls. */
const SILENCE = 50;

/** The other side of the port. `isGone` reports whether a silent thread no longer exists. */
export function sandboxThread(
  port: MessagePort,
  { isGone = async () => false, end }: { readonly isGone?: () => Promise<boolean>; readonly end: () => void },
): SandboxThread {
  return {
    run: (call) =>
      new Promise((resolve, reject) => {
        const ask = (): void => void isGone().then((gone) => gone && reject(new ThreadGone()), reject);
        const asking = setTimeout(ask, SILENCE);
        port.onmessage = ({ data }: MessageEvent<Answer>) => {
          clearTimeout(asking);
          if ('result' in data) resolve(data.result);
          else reject(new Error(data.error));
        };
        port.postMessage(call);
      }),
    end() {
      port.close();
      end();
    },
  };
}
