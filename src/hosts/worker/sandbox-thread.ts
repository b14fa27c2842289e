import variant from '@jitl/quickjs-wasmfile-release-sync';
import { loadBoundedEngine } from '../../local-services/bounded-engine.ts';
import { QuickJsSandbox } from '../../local-services/quickjs-sandbox.ts';
import { systemClock } from '../platform.ts';
import { serveSandbox } from '../sandbox-port.ts';

/** A thread of a page that runs the code of local services. It receives a port to its callers. */
self.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => {
  serveSandbox(data, new QuickJsSandbox(() => loadBoundedEngine(variant), systemClock));
});
