import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { QuickJsSandbox } from '../local-services/quickjs-sandbox.ts';
import { systemClock } from './platform.ts';

/** Runs the code of local services in this thread. A module of its own, so that its users can import it when they need it. */
export const engine = new QuickJsSandbox(() => newQuickJSWASMModuleFromVariant(variant), systemClock);
