import { workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { loadBoundedEngine } from '../../local-services/bounded-engine.ts';
import { QuickJsSandbox } from '../../local-services/quickjs-sandbox.ts';
import { systemClock } from '../platform.ts';
import { serveSandbox } from '../sandbox-port.ts';

/** A Node thread that runs the code of local services for the caller at the other end of its port. */
serveSandbox(workerData as MessagePort, new QuickJsSandbox(() => loadBoundedEngine(variant), systemClock));
