import type { Sandbox, SandboxCall, SandboxResult } from '../local-services/sandbox.ts';
import { type SandboxThread, ThreadGone } from '../local-services/sandbox-threads.ts';

/** What a thread answers a call with: the result, or why there is none. */
type Answer = { readonly result: SandboxResult } | { readonly error: string };

/** In the thread: runs the calls that come through a port. */
export function serveSandbox(port: MessagePort, sandbox: Sandbox): void {
  const post = (answer: Answer): void => port.postMessage(answer);
  port.onmessage = ({ data }: MessageEvent<SandboxCall>) => {
    sandbox.run(data).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  };
}

/** Milliseconds without an answer after which it is asked whether one can still come: asking costs more than most calls. */
const SILENCE = 50;

/** The other side of the port. `isGone` tells of a silent one whether nobody can answer there any more. */
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
