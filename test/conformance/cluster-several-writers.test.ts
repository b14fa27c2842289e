import { inProcess } from './in-process.ts';
import { replayScenarios } from './replay-scenarios.ts';
import { openOnSharedMedium } from './shared-medium.ts';

replayScenarios('cluster', 'several writers', inProcess(openOnSharedMedium));
