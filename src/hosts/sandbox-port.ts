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

/** The other side of the port. `isGone` is asked at every call: whether nobody can answer there any more. */
export function sandboxThread(
  port: MessagePort,
  { isGone = async () => false, end }: { readonly isGone?: () => Promise<boolean>; readonly end: () => void },
): SandboxThread {
  return {
    run: (call) =>
      new Promise((resolve, reject) => {
        port.onmessage = ({ data }: MessageEvent<Answer>) => {
          if ('result' in data) resolve(data.result);
          else reject(new Error(data.error));
        };
        port.postMessage(call);
        void isGone().then((gone) => gone && reject(new ThreadGone()));
      }),
    end() {
      port.close();
      end();
    },
  };
}
