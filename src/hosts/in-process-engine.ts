import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { QuickJsSandbox } from '../local-services/quickjs-sandbox.ts';
import { systemClock } from './platform.ts';

/** Runs the code of local services in this thread. It is a separate module, so that it can be imported on demand. */
export const engine = new QuickJsSandbox(() => newQuickJSWASMModuleFromVariant(variant), systemClock);
