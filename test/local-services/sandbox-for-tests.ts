import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { systemClock } from '../../src/hosts/platform.ts';
import { QuickJsSandbox } from '../../src/local-services/quickjs-sandbox.ts';

export const loadEngine = () => newQuickJSWASMModuleFromVariant(variant);

/** A sandbox in the test's own thread. */
export const sandboxForTests = new QuickJsSandbox(loadEngine, systemClock);
