import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { QuickJsSandbox } from '../../local-services/quickjs-sandbox.ts';
import { systemClock } from '../platform.ts';
import { serveSandbox } from '../sandbox-port.ts';

/** A thread of a page that runs the code of local services. It receives a port to its callers. */
self.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => {
  serveSandbox(data, new QuickJsSandbox(() => newQuickJSWASMModuleFromVariant(variant), systemClock));
});
