import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { systemClock } from '../../src/hosts/platform.ts';
import { QuickJsSandbox } from '../../src/local-services/quickjs-sandbox.ts';

/** A sandbox in the thread of the tests. */
export const sandboxForTests = new QuickJsSandbox(() => newQuickJSWASMModuleFromVariant(variant), systemClock);
