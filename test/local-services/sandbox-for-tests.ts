import variant from '@jitl/quickjs-wasmfile-release-sync';
import { systemClock } from '../../src/hosts/platform.ts';
import { loadBoundedEngine } from '../../src/local-services/bounded-engine.ts';
import { QuickJsSandbox } from '../../src/local-services/quickjs-sandbox.ts';

export const loadEngine = () => loadBoundedEngine(variant);

/** A sandbox in the test's own thread. */
export const sandboxForTests = new QuickJsSandbox(loadEngine, systemClock);
