import type { Sandbox, SandboxCall, SandboxResult } from '../local-services/sandbox.ts';
import type { SandboxThread } from '../local-services/sandbox-threads.ts';

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

/** The other side of the port. */
export function sandboxThread(
  port: MessagePort,
  { isAlive = async () => true, end }: { readonly isAlive?: () => Promise<boolean>; readonly end: () => void },
): SandboxThread {
  return {
    isAlive,
    run: (call) =>
      new Promise((resolve, reject) => {
        port.onmessage = ({ data }: MessageEvent<Answer>) => {
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
