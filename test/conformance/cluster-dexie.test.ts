import { openFakeDexie } from './fake-dexie.ts';
import { inProcess } from './in-process.ts';
import { replayScenarios } from './replay-scenarios.ts';

replayScenarios('cluster', 'Dexie', inProcess(openFakeDexie));
